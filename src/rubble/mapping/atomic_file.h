// SPDX-License-Identifier: Apache-2.0
// Files that may not be lost. Only for the .cpp files of this module.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "rubble/base/result.h"

namespace rubble::mapping {

// The whole file, or why not; also if it is longer than that.
Result<std::string> read_whole_file(const std::string& path, std::size_t max_bytes);

// After this the file holds the text, whatever happens to program and machine; until then it is as
// it was.
Result<void> write_atomically(const std::string& path, std::string_view text);

// Adds to the end of the file and waits until it is on the disk.
Result<void> append_durably(const std::string& path, std::string_view text);

}  // namespace rubble::mapping
