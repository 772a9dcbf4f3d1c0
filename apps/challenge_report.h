// SPDX-License-Identifier: Apache-2.0
// What the challenge says when it is over: in words, or as one JSON object.
#pragma once

#include <span>
#include <string>

#include "apps/challenge_scores.h"

namespace rubble::apps {

void print_seed(const SeedResult& seed);
void print_conditions(std::span<const ConditionResult> conditions);
void print_invitation(const SeedResult& seed);
std::string challenge_json(std::span<const ConditionResult> conditions);

}  // namespace rubble::apps
