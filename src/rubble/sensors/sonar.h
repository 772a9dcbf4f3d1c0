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
  double half_angle = 0.1745;       // rad, of the cone
  double incidence_limit = 0.1745;  // rad; surfaces turned away further do not answer
  RangeNoise noise{.near_sigma = 0.003};
};

// Ultrasound along x: the nearest thing in a cone that faces the sensor. Smoke does not matter to
// it. Echoes that come back over a second wall are not heard.
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
