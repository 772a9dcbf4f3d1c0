// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "rubble/base/result.h"

namespace rubble {

// Writes a whole text file, atomically as TextOutput does.
Result<void> write_text_file(const std::string& path, std::string_view text);

}  // namespace rubble
