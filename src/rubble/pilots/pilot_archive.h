// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/pilots/pilot.h"

namespace rubble::pilots {

// Writes which pilots drive and what they remember, or makes them again for the robots of a state:
// Wander, Explore and CommandPilot. A run with another pilot cannot be saved, and says so.
void serialize_pilots(Archive& archive, const State& state, std::uint64_t seed,
                      std::vector<std::unique_ptr<Pilot>>& pilots);

}  // namespace rubble::pilots
