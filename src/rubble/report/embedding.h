// SPDX-License-Identifier: Apache-2.0
// Bytes as text, so that a page or drawing needs no other file.
#pragma once

#include <string>
#include <string_view>

#include "rubble/messages/reading.h"

namespace rubble::report {

// A whole PNG file; empty for an image without pixels.
std::string png_of(const Image& image);
// RFC 4648, with padding.
std::string base64_of(std::string_view bytes);
// "data:image/png;base64,..."
std::string data_url(std::string_view media_type, std::string_view bytes);

}  // namespace rubble::report
