// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/world/model.h"
#include "rubble/world/world.h"

namespace rubble::scenario {

// A sensor of the world's models, as "name" or "model::name", else the preset of that name.
// world_name is for the error.
Result<SensorSpec> find_sensor(const World& world, const std::string& name,
                               const std::string& world_name);

// Changes settings of a sensor: each is "PATH=VALUE" as in SDF. An error for a path that a sensor
// of this kind does not read.
Result<void> apply_settings(const std::vector<std::string>& settings, SensorSpec& sensor);

}  // namespace rubble::scenario
