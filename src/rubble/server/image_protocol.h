// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "rubble/messages/reading.h"

namespace rubble::server {

// A part of the picture in pixels, from its upper left corner.
struct ImageRegion {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t width = UINT32_MAX;
  std::uint32_t height = UINT32_MAX;
  auto operator<=>(const ImageRegion&) const = default;
};

// What of it lies in a picture of that size; at least a pixel.
ImageRegion clipped(const ImageRegion& area, int width, int height);

// Finds requests in a client's bytes: "OK" for all, "U" and four big-endian numbers for an area.
// Other bytes mean nothing.
class ImageRequestReader {
 public:
  // Takes bytes from the front until a request is complete or none are left.
  std::optional<ImageRegion> read(std::string_view& bytes);

 private:
  std::optional<ImageRegion> consume(std::uint8_t byte);

  enum class Expects { Anything, LetterK, Number } expects_ = Expects::Anything;
  std::array<std::uint8_t, 16> numbers_{};
  std::size_t number_bytes_ = 0;
};

// A whole reply: type, length, content. Type 0 raw, 1..5 JPEG of falling quality. The area lies in
// the picture.
std::vector<std::uint8_t> image_reply(const Image& picture, const ImageRegion& area, int type);

}  // namespace rubble::server
