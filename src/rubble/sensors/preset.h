// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rubble::sensors {

// A property with the source of its value: "data sheet", "paper", "assumed", ...
struct Fact {
  std::string what;
  std::string value;
  std::string basis;
};

// A sensor that can be named with rubble:preset or --sensor.
struct Preset {
  std::string name;
  std::string type;  // SDF sensor type: gpu_lidar, camera, sonar, imu, custom, ...
  std::string summary;
  std::vector<Fact> facts;
};

}  // namespace rubble::sensors
