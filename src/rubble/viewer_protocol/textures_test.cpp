// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/textures.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

namespace rubble::viewer_protocol {
namespace {

std::string written(const std::string& name, const cv::Mat& image) {
  std::string path = testing::TempDir() + "rubble_page_" + name;
  EXPECT_TRUE(cv::imwrite(path, image));
  return path;
}

struct ToldTexture {
  std::string mime;
  std::string bytes;
};

ToldTexture told(const std::string& path) {
  Textures textures;
  ModelsBatch batch;
  const int id = textures.of_file(path, batch);
  EXPECT_EQ(textures.of_file(path, batch), id);  // once each
  const auto list = nlohmann::json::parse(batch.textures.close_list().take());
  if (id < 0) return {};
  EXPECT_EQ(list.size(), 1U);
  const std::string blob = batch.blob.take();
  return {list[0]["mime"], blob.substr(list[0]["offset"], list[0]["length"])};
}

TEST(Textures, SupportedFormatsArePassedThrough) {
  for (const std::string name : {"a.png", "a.jpg"}) {
    const std::string path = written(name, cv::Mat(20, 30, CV_8UC3, cv::Scalar(10, 20, 30)));
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(told(path).bytes, bytes);
    EXPECT_EQ(told(path).mime, name == "a.png" ? "image/png" : "image/jpeg");
  }
}

TEST(Textures, OtherFormatsAndLargeImagesAreReencoded) {
  const ToldTexture other = told(written("a.bmp", cv::Mat(4, 6, CV_8UC3, cv::Scalar(10, 20, 30))));
  EXPECT_EQ(other.mime, "image/png");
  const auto decode = [](const std::string& bytes) {
    return cv::imdecode(std::vector<std::uint8_t>(bytes.begin(), bytes.end()), cv::IMREAD_COLOR);
  };
  EXPECT_EQ(decode(other.bytes).at<cv::Vec3b>(3, 5), cv::Vec3b(10, 20, 30));

  cv::Mat noise(1500, 2000, CV_8UC3);
  cv::randu(noise, cv::Scalar::all(0), cv::Scalar::all(255));
  const ToldTexture large = told(written("large.png", noise));
  EXPECT_LT(large.bytes.size(), 2U << 20U);
  EXPECT_EQ(decode(large.bytes).cols, 1000);
  EXPECT_EQ(decode(large.bytes).rows, 750);
}

TEST(Textures, UnreadableFilesGiveNoTexture) {
  EXPECT_EQ(told("/nowhere/at/all.png").bytes, "");
  const std::string path = testing::TempDir() + "rubble_page_text.png";
  std::ofstream(path) << "not a picture";
  EXPECT_EQ(told(path).bytes, "");
}

}  // namespace
}  // namespace rubble::viewer_protocol
