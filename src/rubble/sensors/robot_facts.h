// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/kinds.h"

namespace rubble::sensors {

// Things a simulated robot simply knows.
Result<std::unique_ptr<Sensor>> make_ground_truth(const SensorSpec& spec,
                                                  const SensorBuildContext& context);
Result<std::unique_ptr<Sensor>> make_battery(const SensorSpec& spec,
                                             const SensorBuildContext& context);
Result<std::unique_ptr<Sensor>> make_mission_time(const SensorSpec& spec,
                                                  const SensorBuildContext& context);

}  // namespace rubble::sensors
