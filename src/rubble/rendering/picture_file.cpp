// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/picture_file.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "rubble/base/hash.h"

namespace rubble::rendering {
namespace {

cv::Mat blue_first(const Image& image) {
  cv::Mat mat(image.height, image.width, CV_8UC3);
  for (std::size_t i = 0; i < image.rgb.size(); i += 3) {
    mat.data[i] = image.rgb[i + 2];
    mat.data[i + 1] = image.rgb[i + 1];
    mat.data[i + 2] = image.rgb[i];
  }
  return mat;
}

Result<void> write_mat(const std::string& path, const cv::Mat& mat) {
  bool is_written = false;
  try {
    is_written = cv::imwrite(path, mat);
  } catch (const cv::Exception&) {
    is_written = false;
  }
  if (!is_written) return Error{{path}, "the picture cannot be written; does its folder exist?"};
  return {};
}

// Bright, and spread over the hues by the name alone.
cv::Vec3b label_color(const std::string& name) {
  if (name.empty()) return {0, 0, 0};
  const std::uint64_t bits = Hash().add(std::string_view(name)).value();
  const double hue = static_cast<double>(bits % 360) / 60.0;
  const double value = 0.65 + 0.35 * static_cast<double>((bits >> 20U) % 100) / 99.0;
  const auto channel = [&](double at) {
    double away = std::abs(hue - at);
    away = std::min(away, 6.0 - away);
    return static_cast<std::uint8_t>(
        std::lround(255.0 * value * std::clamp(2.0 - away, 0.12, 1.0)));
  };
  return {channel(4.0), channel(2.0), channel(0.0)};
}

}  // namespace

Result<void> write_png(const std::string& path, const Image& image) {
  return write_mat(path, blue_first(image));
}

Result<void> write_depth_png(const std::string& path, const Image& image) {
  cv::Mat mat(image.height, image.width, CV_16UC1, cv::Scalar(0));
  auto* const millimetres = mat.ptr<std::uint16_t>();
  for (std::size_t i = 0; i < image.depths.size(); ++i) {
    const float depth = image.depths[i] * 1000.0F;
    millimetres[i] = depth < 65535.5F ? static_cast<std::uint16_t>(std::lround(depth)) : 0;
  }
  return write_mat(path, mat);
}

Result<void> write_label_png(const std::string& path, const Image& image) {
  std::vector<cv::Vec3b> colors;
  for (const std::string& name : image.label_names) colors.push_back(label_color(name));
  cv::Mat mat(image.height, image.width, CV_8UC3, cv::Scalar(0, 0, 0));
  auto* const pixels = mat.ptr<cv::Vec3b>();
  for (std::size_t i = 0; i < image.labels.size(); ++i) pixels[i] = colors[image.labels[i]];
  return write_mat(path, mat);
}

std::vector<std::uint8_t> encode_jpeg(const Image& image, int quality) {
  std::vector<std::uint8_t> bytes;
  cv::imencode(".jpg", blue_first(image), bytes,
               {cv::IMWRITE_JPEG_QUALITY, std::clamp(quality, 1, 100)});
  return bytes;
}

Result<void> write_jpeg(const std::string& path, const Image& image, int quality) {
  const std::vector<std::uint8_t> bytes = encode_jpeg(image, quality);
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  if (!file) return Error{{path}, "the picture cannot be written; does its folder exist?"};
  return {};
}

Result<void> write_picture(const std::string& path, const Image& image) {
  const bool is_jpeg = path.ends_with(".jpg") || path.ends_with(".jpeg");
  if (!is_jpeg && !path.ends_with(".png"))
    return Error{{path}, "has a name that does not end in .png or .jpg"};
  constexpr int kGoodQuality = 92;
  const int quality = image.jpeg_quality > 0 ? image.jpeg_quality : kGoodQuality;
  return is_jpeg ? write_jpeg(path, image, quality) : write_png(path, image);
}

}  // namespace rubble::rendering
