// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rubble/base/result.h"

namespace rubble {

// Writes a text file in place; a crash may leave a part of it. TextOutput replaces files
// atomically.
Result<void> write_file(const std::string& path, std::string_view text);

// Checks in advance whether these files can be written, so that long work does not fail at its end.
// Ignores empty names, "-" and pipes.
Result<void> check_writable(const std::vector<std::string>& outputs);

// An error if one of the outputs is one of the inputs, which would be lost, or if two outputs are
// the same file. Empty names do not count.
Result<void> check_inputs_are_kept(const std::vector<std::string>& outputs,
                                   const std::vector<std::string>& inputs);

}  // namespace rubble
