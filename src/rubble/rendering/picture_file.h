// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/messages/reading.h"

namespace rubble::rendering {

// The colours of a picture; it must have some.
Result<void> write_png(const std::string& path, const Image& image);
// Depths as 16-bit millimetres; 0 = nothing or farther than 65.535 m.
Result<void> write_depth_png(const std::string& path, const Image& image);
// Labels as colours, the same one for the same name everywhere; black = nothing.
Result<void> write_label_png(const std::string& path, const Image& image);

// quality 1..100
std::vector<std::uint8_t> encode_jpeg(const Image& image, int quality);
Result<void> write_jpeg(const std::string& path, const Image& image, int quality);

// Writes an image; the extension selects the format: .jpg, .jpeg or .png.
Result<void> write_picture(const std::string& path, const Image& image);

}  // namespace rubble::rendering
