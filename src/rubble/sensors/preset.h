// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rubble::sensors {

// A line of a data sheet and where it comes from: "data sheet", "paper", "assumed", ...
struct Fact {
  std::string what;
  std::string value;
  std::string basis;
};

// A sensor one can name with rubble:preset or --sensor.
struct Preset {
  std::string name;
  std::string type;  // SDF's word for it: gpu_lidar, camera, sonar, imu, custom, ...
  std::string summary;
  std::vector<Fact> facts;
};

}  // namespace rubble::sensors
