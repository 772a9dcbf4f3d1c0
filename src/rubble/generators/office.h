// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "rubble/base/result.h"
#include "rubble/world/world.h"

namespace rubble::generators {

// An office of two floors, 16 x 10 m: a corridor, rooms behind doors that a robot can push open, a
// straight stair of 35 degrees with 2 m before and after it. `ram_door` is locked and tears out of
// its hinge.
struct OfficeSettings {
  std::uint64_t seed = 1;     // of furniture and victims
  double ram_torque = 200.0;  // N·m at which ram_door breaks
};

World office_world(const OfficeSettings& settings);
Result<std::string> office_sdf(const OfficeSettings& settings);

}  // namespace rubble::generators
