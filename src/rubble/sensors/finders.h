// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/kinds.h"

namespace rubble::sensors {

// Tags near enough to be powered. Walls do not stop the waves, but each halves the reach.
Result<std::unique_ptr<Sensor>> make_rfid(const SensorSpec& spec,
                                          const SensorBuildContext& context);

// Body parts in a cone that are not hidden.
Result<std::unique_ptr<Sensor>> make_victim_sensor(const SensorSpec& spec,
                                                   const SensorBuildContext& context);

// Things with a semantic class in a cone that are not hidden, nearest first. Also SDF's
// logical_camera.
Result<std::unique_ptr<Sensor>> make_object_sensor(const SensorSpec& spec,
                                                   const SensorBuildContext& context);

}  // namespace rubble::sensors
