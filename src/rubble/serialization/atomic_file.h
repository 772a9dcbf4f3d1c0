// SPDX-License-Identifier: Apache-2.0
// Durable files: atomic replacement (write, fsync, rename) and synchronous append. Only for the
// .cpp files of this module.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "rubble/base/result.h"

namespace rubble {

// The whole file; an error if it is larger than max_bytes.
Result<std::string> read_whole_file(const std::string& path, std::size_t max_bytes);

// Replaces the file atomically: after a crash it holds either the old or the new text. Durable on
// return.
Result<void> write_atomically(const std::string& path, std::string_view text);

// Appends and waits until the data is on disk.
Result<void> append_durably(const std::string& path, std::string_view text);

}  // namespace rubble
