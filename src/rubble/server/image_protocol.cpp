// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/image_protocol.h"

#include <algorithm>

#include "rubble/base/assert.h"
#include "rubble/rendering/picture_file.h"

namespace rubble::server {
namespace {

constexpr int kJpegQualities[] = {100, 75, 50, 25, 10};  // Super, Good, Normal, Fair, Bad

std::uint32_t big_endian(const std::uint8_t* bytes) {
  return static_cast<std::uint32_t>(bytes[0]) << 24 | static_cast<std::uint32_t>(bytes[1]) << 16 |
         static_cast<std::uint32_t>(bytes[2]) << 8 | static_cast<std::uint32_t>(bytes[3]);
}

void append_big_endian(std::vector<std::uint8_t>& bytes, std::size_t value, int byte_count) {
  for (int i = byte_count - 1; i >= 0; --i)
    bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

const std::uint8_t* pixel_at(const Image& picture, std::uint32_t x, std::uint32_t y) {
  return picture.rgb.data() + 3 * (std::size_t{y} * static_cast<std::size_t>(picture.width) + x);
}

Image cut_out(const Image& picture, const ImageRegion& area) {
  Image part;
  part.width = static_cast<int>(area.width);
  part.height = static_cast<int>(area.height);
  part.rgb.reserve(3 * std::size_t{area.width} * area.height);
  for (std::uint32_t row = 0; row < area.height; ++row) {
    const std::uint8_t* first = pixel_at(picture, area.x, area.y + row);
    part.rgb.insert(part.rgb.end(), first, first + 3 * area.width);
  }
  return part;
}

// Width, height, rows from the top in blue, green, red, each filled up to a multiple of 4 bytes.
std::vector<std::uint8_t> raw_content(const Image& picture, const ImageRegion& area) {
  std::vector<std::uint8_t> content;
  const std::size_t pitch = (3 * std::size_t{area.width} + 3) / 4 * 4;
  content.reserve(4 + pitch * area.height);
  append_big_endian(content, area.width, 2);
  append_big_endian(content, area.height, 2);
  for (std::uint32_t row = 0; row < area.height; ++row) {
    for (std::uint32_t column = 0; column < area.width; ++column) {
      const std::uint8_t* rgb = pixel_at(picture, area.x + column, area.y + row);
      content.insert(content.end(), {rgb[2], rgb[1], rgb[0]});
    }
    content.resize(4 + pitch * (row + 1));
  }
  return content;
}

}  // namespace

ImageRegion clipped(const ImageRegion& area, int width, int height) {
  const auto whole_width = static_cast<std::uint32_t>(width);
  const auto whole_height = static_cast<std::uint32_t>(height);
  ImageRegion inside;
  inside.x = std::min(area.x, whole_width - 1);
  inside.y = std::min(area.y, whole_height - 1);
  inside.width = std::clamp(area.width, 1u, whole_width - inside.x);
  inside.height = std::clamp(area.height, 1u, whole_height - inside.y);
  return inside;
}

std::optional<ImageRegion> ImageRequestReader::read(std::string_view& bytes) {
  while (!bytes.empty()) {
    const auto byte = static_cast<std::uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    if (const auto area = consume(byte)) return area;
  }
  return std::nullopt;
}

std::optional<ImageRegion> ImageRequestReader::consume(std::uint8_t byte) {
  if (expects_ == Expects::Number) {
    numbers_[number_bytes_++] = byte;
    if (number_bytes_ < numbers_.size()) return std::nullopt;
    expects_ = Expects::Anything;
    const std::uint8_t* n = numbers_.data();
    return ImageRegion{big_endian(n), big_endian(n + 4), big_endian(n + 8), big_endian(n + 12)};
  }
  const bool is_complete = expects_ == Expects::LetterK && byte == 'K';
  expects_ = byte == 'O' ? Expects::LetterK : byte == 'U' ? Expects::Number : Expects::Anything;
  number_bytes_ = 0;
  return is_complete ? std::optional(ImageRegion{}) : std::nullopt;
}

std::vector<std::uint8_t> image_reply(const Image& picture, const ImageRegion& area, int type) {
  RUBBLE_ASSERT(type >= 0 && type <= 5);
  RUBBLE_ASSERT(area == clipped(area, picture.width, picture.height));
  const std::vector<std::uint8_t> content =
      type == 0 ? raw_content(picture, area)
                : rendering::encode_jpeg(cut_out(picture, area), kJpegQualities[type - 1]);
  std::vector<std::uint8_t> reply;
  reply.reserve(5 + content.size());
  reply.push_back(static_cast<std::uint8_t>(type));
  append_big_endian(reply, content.size(), 4);
  reply.insert(reply.end(), content.begin(), content.end());
  return reply;
}

}  // namespace rubble::server
