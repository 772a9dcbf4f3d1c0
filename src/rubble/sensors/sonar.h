// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/rays/scene.h"
#include "rubble/sensors/scanner_settings.h"
#include "rubble/sensors/self_occlusion_mask.h"
#include "rubble/sensors/sensor.h"
#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

struct SonarSettings {
  double min_range = 0.1;           // m
  double max_range = 5.0;           // m
  double half_angle = 0.1745;       // rad, half opening angle of the cone
  double incidence_limit = 0.1745;  // rad; beyond this angle of incidence there is no echo
  RangeNoise noise{.near_sigma = 0.003};
};

// Ultrasonic range sensor along x: distance to the nearest surface in a cone that faces the sensor.
// Smoke has no effect. Multiple reflections are not simulated.
class Sonar final : public Sensor {
 public:
  Sonar(const SonarSettings& settings, const Mount& mount);
  ReadingData sample(const SampleContext& now, Random noise) override;
  void serialize(Archive& archive) override { archive(self_occlusion_); }

 private:
  double nearest_answer(const SampleContext& now);

  SonarSettings settings_;
  Mount mount_;
  std::vector<rays::Vec3f> directions_;  // sensor frame
  std::vector<rays::Ray> rays_;
  std::vector<rays::Hit> hits_;
  SelfOcclusionMask self_occlusion_;
};

// SDF: <sonar><min/><max/><radius/></sonar>, the radius of the cone at its far end.
Result<SonarSettings> sonar_settings(const SensorSpec& spec);
Result<std::unique_ptr<Sensor>> make_sonar(const SensorSpec& spec,
                                           const SensorBuildContext& context);

}  // namespace rubble::sensors
