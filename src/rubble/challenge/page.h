// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "rubble/challenge/scores.h"

namespace rubble::challenge {

// All conditions with their seeds; pictures are found from the folder the page is in.
std::string challenge_page(std::span<const ConditionResult> conditions, const std::string& folder);

}  // namespace rubble::challenge
