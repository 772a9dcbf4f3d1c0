// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rubble::tests {

// Whether a line is what a conversation expects. In the pattern
//   ...            stands for anything
//   *              stands for anything without a brace
//   2.0±0.1        stands for a number that near
//   <181 values>   stands for so many numbers with commas between, and
//   <181 values of 4 digits>   for such with so many digits behind the point
// and all else for itself.
bool matches(std::string_view line, std::string_view pattern);

}  // namespace rubble::tests
