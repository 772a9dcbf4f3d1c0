// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "rubble/base/result.h"
#include "rubble/world/world.h"

namespace rubble::generators {

// The outdoor scene of 2009: a railway station with a derailed train, parts of it on fire. 120 x
// 60 m; the middle of the ground is the origin, tracks run along x.
struct StationSettings {
  std::uint64_t seed = 1;  // of the derailment, debris, fires and victims
};

World station_world(const StationSettings& settings);
Result<std::string> station_sdf(const StationSettings& settings);

}  // namespace rubble::generators
