// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "apps/challenge_scores.h"

namespace rubble::apps {

// All conditions with their seeds; pictures are found from the folder the page is in.
std::string challenge_page(std::span<const ConditionResult> conditions, const std::string& folder);

}  // namespace rubble::apps
