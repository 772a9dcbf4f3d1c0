// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/base/result.h"

namespace rubble::apps {

// The file that a shell would run for that word: a path, or a name looked for in PATH. Empty if
// there is none that may be run.
std::string find_program(const std::string& word);

// Whether a library can be loaded into a program before its own ones (LD_PRELOAD) and its sockets
// then pass through it; says why not. For a script the interpreter counts.
Result<void> check_preloadable(const std::string& path);

}  // namespace rubble::apps
