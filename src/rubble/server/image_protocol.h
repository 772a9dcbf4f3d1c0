// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "rubble/messages/reading.h"

namespace rubble::server {

// A region of the image, pixels, from the upper left corner.
struct ImageRegion {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t width = UINT32_MAX;
  std::uint32_t height = UINT32_MAX;
  auto operator<=>(const ImageRegion&) const = default;
};

// The part of a region inside an image of that size; at least one pixel.
ImageRegion clipped(const ImageRegion& area, int width, int height);

// Parses requests in a byte stream: "OK" for the whole image, "U" and four big-endian 32-bit
// numbers for a region. Other bytes are ignored.
class ImageRequestReader {
 public:
  // Consumes bytes from the front until a request is complete or none are left.
  std::optional<ImageRegion> read(std::string_view& bytes);

 private:
  std::optional<ImageRegion> consume(std::uint8_t byte);

  enum class Expects { Anything, LetterK, Number } expects_ = Expects::Anything;
  std::array<std::uint8_t, 16> numbers_{};
  std::size_t number_bytes_ = 0;
};

// A complete reply: type, length, content. Type 0: raw; 1 to 5: JPEG of decreasing quality. The
// region must lie in the image.
std::vector<std::uint8_t> image_reply(const Image& picture, const ImageRegion& area, int type);

}  // namespace rubble::server
