// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "rubble/base/result.h"

namespace rubble {

// Content of a file, decompressed if it is xz or gzip (by magic bytes). An error if it would exceed
// the limit; memory stays bounded.
Result<std::string> read_log_file(const std::string& path, std::size_t largest);

// Calls with each line, without its line end (LF, CR LF or CR); the last one may have none.
template <class Function>
void for_each_line(std::string_view text, Function call) {
  while (!text.empty()) {
    const std::size_t end = text.find_first_of("\r\n");
    call(text.substr(0, end));
    if (end == std::string_view::npos) return;
    const bool is_pair = text[end] == '\r' && end + 1 < text.size() && text[end + 1] == '\n';
    text.remove_prefix(end + (is_pair ? 2 : 1));
  }
}

}  // namespace rubble
