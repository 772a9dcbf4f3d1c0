// SPDX-License-Identifier: Apache-2.0
#include "rubble/messages/description.h"

namespace rubble {

const SensorDescription* RobotDescription::find_sensor(const std::string& sensor_name) const {
  for (const SensorDescription& sensor : sensors)
    if (sensor.name == sensor_name) return &sensor;
  return nullptr;
}

}  // namespace rubble
