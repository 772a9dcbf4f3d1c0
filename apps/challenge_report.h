// SPDX-License-Identifier: Apache-2.0
// The results of the challenge in words.
#pragma once

#include <span>
#include <string>

#include "rubble/challenge/challenge.h"

namespace rubble::apps {

void print_seed(const challenge::SeedResult& seed);
void print_conditions(std::span<const challenge::ConditionResult> conditions);
void print_invitation(const challenge::SeedResult& seed);

}  // namespace rubble::apps
