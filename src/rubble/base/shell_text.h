// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rubble {

// The word as a POSIX shell reads it back: unchanged where every character is plain, otherwise in
// single quotes. For commands that are printed to be pasted.
std::string shell_quoted(const std::string& word);

}  // namespace rubble
