// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/textures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "rubble/rendering/tone.h"

namespace rubble::viewer_protocol {
namespace {

constexpr std::uintmax_t kMaxUnscaledSize = 2 << 20;  // bytes, larger files are re-encoded
constexpr std::uintmax_t kMaxFileBytes = 256 << 20;
constexpr std::int64_t kMaxPixels = 64LL << 20;
constexpr int kMaxResizedEdge = 1024;  // pixels, longer edge of resized images
constexpr int kMaxTileSize = 512;
constexpr int kTileQuality = 85;

struct Picture {
  std::string mime;
  std::string bytes;
};

const char* mime_of(const std::string& bytes) {
  if (bytes.starts_with("\x89PNG\r\n\x1A\n")) return "image/png";
  if (bytes.starts_with("\xFF\xD8\xFF")) return "image/jpeg";
  return "";
}

std::string bytes_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Downscales by averaging blocks of pixels, so that neither edge exceeds the limit.
cv::Mat made_smaller(const cv::Mat& image, int most) {
  const int block = (std::max(image.cols, image.rows) + most - 1) / most;
  if (block <= 1) return image;
  const int channels = image.channels();
  cv::Mat small(std::max(1, image.rows / block), std::max(1, image.cols / block), image.type());
  const auto mean = [&](int row, int column, int channel) {
    int sum = 0, count = 0;
    for (int y = row * block; y < std::min((row + 1) * block, image.rows); ++y)
      for (int x = column * block; x < std::min((column + 1) * block, image.cols); ++x, ++count)
        sum += image.ptr<std::uint8_t>(y, x)[channel];
    return static_cast<std::uint8_t>(sum / std::max(1, count));
  };
  for (int row = 0; row < small.rows; ++row)
    for (int column = 0; column < small.cols; ++column)
      for (int channel = 0; channel < channels; ++channel)
        small.ptr<std::uint8_t>(row, column)[channel] = mean(row, column, channel);
  return small;
}

Picture encoded(const cv::Mat& image, bool is_jpeg, int quality) {
  std::vector<std::uint8_t> bytes;
  const std::vector<int> how =
      is_jpeg ? std::vector<int>{cv::IMWRITE_JPEG_QUALITY, quality} : std::vector<int>{};
  if (!cv::imencode(is_jpeg ? ".jpg" : ".png", image, bytes, how)) return {};
  return {is_jpeg ? "image/jpeg" : "image/png", std::string(bytes.begin(), bytes.end())};
}

// Re-encodes a file that is too large or of another format; empty if it is not an image.
Picture remade(const std::string& path) {
  try {
    cv::Mat image = cv::imread(path, cv::IMREAD_UNCHANGED | cv::IMREAD_IGNORE_ORIENTATION);
    if (image.empty() || static_cast<std::int64_t>(image.rows) * image.cols > kMaxPixels) return {};
    if (image.depth() != CV_8U)
      image.convertTo(image, CV_8U, image.depth() == CV_16U ? 1.0 / 257.0 : 255.0);
    const cv::Mat small = made_smaller(image, kMaxResizedEdge);
    const Picture exact = encoded(small, false, 0);
    const bool may_be_jpeg = small.channels() != 4 && exact.bytes.size() > kMaxUnscaledSize;
    return may_be_jpeg ? encoded(small, true, kTileQuality) : exact;
  } catch (const cv::Exception&) {
    return {};
  }
}

Picture picture_of_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error || size > kMaxFileBytes) return {};
  if (size <= kMaxUnscaledSize) {
    Picture picture{{}, bytes_of_file(path)};
    picture.mime = mime_of(picture.bytes);
    if (!picture.mime.empty()) return picture;
  }
  return remade(path);
}

// A pattern in linear light, each channel divided by its mean.
struct Relief {
  int width = 0;
  int height = 0;
  std::vector<std::array<float, 3>> texels;
};

Relief relief_of(const rendering::TexelGrid& grid) {
  const rendering::ToneTables& tone = rendering::tone_tables();
  const int block = (std::max(grid.width, grid.height) + kMaxTileSize - 1) / kMaxTileSize;
  Relief relief{grid.width / block, grid.height / block, {}};
  std::array<double, 3> sum{};
  for (int row = 0; row < relief.height; ++row)
    for (int column = 0; column < relief.width; ++column) {
      std::array<float, 3> texel{};
      for (int y = row * block; y < (row + 1) * block; ++y)
        for (int x = column * block; x < (column + 1) * block; ++x) {
          const rendering::Texel& fine = grid.at(x, y);
          texel[0] += tone.decode(fine.red);
          texel[1] += tone.decode(fine.green);
          texel[2] += tone.decode(fine.blue);
        }
      for (std::size_t i = 0; i < 3; ++i) sum[i] += static_cast<double>(texel[i]);
      relief.texels.push_back(texel);
    }
  const auto count = static_cast<double>(relief.texels.size());
  for (auto& texel : relief.texels)
    for (std::size_t i = 0; i < 3; ++i)
      texel[i] *= static_cast<float>(count / std::max(1e-6, sum[i]));
  return relief;
}

// The scale at which 1 % of the values are clipped to white.
std::array<double, 3> brightness_for(const Relief& relief) {
  std::array<double, 3> brightness{};
  std::vector<float> values(relief.texels.size());
  for (std::size_t channel = 0; channel < 3; ++channel) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = relief.texels[i][channel];
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(values.size() * 99 / 100);
    std::nth_element(values.begin(), place, values.end());
    brightness[channel] = std::clamp(1.0 / static_cast<double>(*place), 0.2, 0.98);
  }
  return brightness;
}

cv::Mat image_of(const Relief& relief, const std::array<double, 3>& brightness) {
  const rendering::ToneTables& tone = rendering::tone_tables();
  cv::Mat image(relief.height, relief.width, CV_8UC3);
  for (std::size_t i = 0; i < relief.texels.size(); ++i)
    for (std::size_t channel = 0; channel < 3; ++channel)
      image.data[3 * i + 2 - channel] =
          tone.encode(relief.texels[i][channel] * static_cast<float>(brightness[channel]));
  return image;
}

}  // namespace

int Textures::of_file(const std::string& path, ModelsBatch& batch) {
  const auto [place, is_new] = files_.try_emplace(path, -1);
  if (!is_new) return place->second;
  const Picture picture = picture_of_file(path);
  if (!picture.bytes.empty()) place->second = add(picture.mime, picture.bytes, batch);
  return place->second;
}

TileTexture Textures::of_tile(const rendering::ProceduralTexture& kind, ModelsBatch& batch) {
  const auto [place, is_new] = tiles_.try_emplace(kind.name);
  if (!is_new) return place->second;
  const Relief relief = relief_of(kind.generate());
  TileTexture& tile = place->second;
  tile.brightness = brightness_for(relief);
  const Picture picture = encoded(image_of(relief, tile.brightness), true, kTileQuality);
  tile.texture = add(picture.mime, picture.bytes, batch);
  return tile;
}

int Textures::add(const std::string& mime, const std::string& bytes, ModelsBatch& batch) {
  const std::size_t offset = batch.store(bytes);
  batch.textures.open_object().field("id", next_).field("mime", mime);
  batch.textures.field("offset", offset).field("length", bytes.size()).close_object();
  return next_++;
}

}  // namespace rubble::viewer_protocol
