// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "rubble/base/result.h"

namespace rubble::recording {

// The whole content of a file, unpacked if it is .xz or .gz (told by its first bytes). A file that
// would be larger than the limit is an error, not an attempt.
Result<std::string> read_log_file(const std::string& path, std::size_t largest);

// Calls with each line without its end (LF, CR LF or CR); also with a last one that has none.
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

}  // namespace rubble::recording
