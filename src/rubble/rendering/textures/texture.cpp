// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/textures/texture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "rubble/rendering/tone.h"

namespace rubble::rendering {
namespace {

// Larger files are refused: a picture of that size is a mistake or an attack.
constexpr std::int64_t kMaxTexels = 64LL << 20;

int power_of_two_near(int size) {
  int power = 1;
  while (power < size && power < Texture::kMaxSize) power *= 2;
  return power;
}

using LinearTexel = std::array<float, 4>;

LinearTexel linear_of(const Texel& texel) {
  const ToneTables& tone = tone_tables();
  return {tone.decode(texel.red), tone.decode(texel.green), tone.decode(texel.blue),
          static_cast<float>(texel.opacity) / 255.0F};
}

Texel texel_of(const LinearTexel& linear) {
  const ToneTables& tone = tone_tables();
  return {tone.encode(linear[0]), tone.encode(linear[1]), tone.encode(linear[2]),
          static_cast<std::uint8_t>(std::lround(linear[3] * 255.0F))};
}

struct Share {
  int first;
  int last;
};

// Which source texels a target texel covers, at least one.
Share covered(int target, int target_size, int source_size) {
  const int first = target * source_size / target_size;
  return {first, std::max(first + 1, (target + 1) * source_size / target_size)};
}

Texel mean_of(const TexelGrid& source, const Share& columns, const Share& rows) {
  LinearTexel sum{};
  for (int row = rows.first; row < rows.last; ++row)
    for (int column = columns.first; column < columns.last; ++column) {
      const LinearTexel texel = linear_of(source.at(column, row));
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += texel[i];
    }
  const auto count = static_cast<float>((columns.last - columns.first) * (rows.last - rows.first));
  for (float& value : sum) value /= count;
  return texel_of(sum);
}

// Every target texel is the mean, in linear light, of what it covers.
TexelGrid resized(const TexelGrid& source, int width, int height) {
  if (source.width == width && source.height == height) return source;
  TexelGrid target{width, height, {}};
  target.texels.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column)
      target.texels.push_back(mean_of(source, covered(column, width, source.width),
                                      covered(row, height, source.height)));
  return target;
}

std::uint32_t packed(const Texel& t) {
  return static_cast<std::uint32_t>(t.red) | static_cast<std::uint32_t>(t.green) << 8U |
         static_cast<std::uint32_t>(t.blue) << 16U | static_cast<std::uint32_t>(t.opacity) << 24U;
}

Texel texel_from(const cv::Mat& image, int row, int column) {
  const int channels = image.channels();
  const std::uint8_t* const p = image.ptr<std::uint8_t>(row, column);
  if (channels < 3) return {p[0], p[0], p[0], 255};
  return {p[2], p[1], p[0], channels == 4 ? p[3] : static_cast<std::uint8_t>(255)};
}

}  // namespace

Texture::Level Texture::make_level(const TexelGrid& grid) {
  Level level{grid.width, grid.height, {}};
  level.texels.resize(level.row_part((grid.height + 3) & ~3) + Level::column_part(grid.width));
  for (int row = 0; row < grid.height; ++row)
    for (int column = 0; column < grid.width; ++column)
      level.texels[level.row_part(row) + Level::column_part(column)] = packed(grid.at(column, row));
  return level;
}

Texture::Texture(const TexelGrid& grid) {
  TexelGrid level = resized(grid, power_of_two_near(grid.width), power_of_two_near(grid.height));
  texel_count_ = static_cast<float>(level.width) * static_cast<float>(level.height);
  has_holes_ = std::any_of(level.texels.begin(), level.texels.end(),
                           [](const Texel& texel) { return texel.opacity < 250; });
  levels_.push_back(make_level(level));
  while (level.width > 1 || level.height > 1) {
    level = resized(level, std::max(1, level.width / 2), std::max(1, level.height / 2));
    levels_.push_back(make_level(level));
  }
  const LinearTexel mean = linear_of(level.texels.front());
  std::copy_n(mean.begin(), 3, mean_);
}

std::shared_ptr<const Texture> load_texture(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return nullptr;
  cv::Mat image;
  try {
    image = cv::imread(path, cv::IMREAD_UNCHANGED | cv::IMREAD_IGNORE_ORIENTATION);
  } catch (const cv::Exception&) {
    return nullptr;
  }
  if (image.empty() || static_cast<std::int64_t>(image.rows) * image.cols > kMaxTexels)
    return nullptr;
  if (image.depth() != CV_8U)
    image.convertTo(image, CV_8U, image.depth() == CV_16U ? 1.0 / 257.0 : 255.0);
  TexelGrid grid{image.cols, image.rows, {}};
  grid.texels.reserve(static_cast<std::size_t>(image.rows) * static_cast<std::size_t>(image.cols));
  for (int row = 0; row < image.rows; ++row)
    for (int column = 0; column < image.cols; ++column)
      grid.texels.push_back(texel_from(image, row, column));
  return std::make_shared<const Texture>(grid);
}

}  // namespace rubble::rendering
