// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rubble/base/result.h"

namespace rubble::maps {

// Upper limit of the pixels of a map image.
constexpr std::uint64_t kMaxMapCells = 100'000'000;

// Brightness of a picture, row 0 on top.
struct GreyPicture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> pixels;
  std::vector<bool> is_transparent;  // one a pixel, or empty: none is
};

// PGM (P5 or P2, up to 16 bit) or PNG, detected by magic bytes. Colours are averaged.
Result<GreyPicture> read_grey_picture(const std::string& path);
// Format by file name: .pgm (P5), else PNG.
Result<void> write_grey_picture(const std::string& path, const GreyPicture& picture);

}  // namespace rubble::maps
