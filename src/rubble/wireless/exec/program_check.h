// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/base/result.h"

namespace rubble::wireless {

// The file that a shell would run for this word: a path, or a name searched in PATH. Empty if there
// is no executable file.
std::string find_program(const std::string& word);

// Checks whether a library can be preloaded into a program (LD_PRELOAD) so that its socket calls
// pass through it; the error gives the reason. For a script the interpreter is checked.
Result<void> check_preloadable(const std::string& path);

}  // namespace rubble::wireless
