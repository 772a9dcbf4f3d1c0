// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/sensors/beam_bundle.h"
#include "rubble/sensors/scanner_settings.h"
#include "rubble/sensors/self_occlusion_mask.h"
#include "rubble/sensors/sensor.h"
#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

struct RangeCameraSettings {
  int width = 320;
  int height = 240;
  double horizontal_field_of_view = 1.01226;  // rad; pixels are square
  double min_range = 0.1;                     // m along the optical axis, as SDF's <clip>
  double max_range = 20.0;
  RangeNoise noise;
  EchoModel echo{.white_range = kWhiteRangeOverMaxRange * 20.0};
};

// Time-of-flight range camera with active illumination: smoke and dark surfaces leave holes.
class RangeCamera final : public Sensor {
 public:
  RangeCamera(const RangeCameraSettings& settings, const Mount& mount);
  ReadingData sample(const SampleContext& now, Random noise) override;
  void serialize(Archive& archive) override { archive(self_occlusion_); }

 private:
  float depth_of(const Echo& echo, float cosine, double normal) const;

  RangeCameraSettings settings_;
  Mount mount_;
  std::vector<rays::Vec3f> directions_;  // sensor frame, row by row from the top; x is the cosine
  BeamBundle beams_;
  std::vector<rays::Ray> rays_;
  std::vector<Echo> echoes_;
  SelfOcclusionMask self_occlusion_;
};

// SDF:
// <camera><horizontal_fov/><image><width/><height/></image><clip><near/><far/></clip></camera>.
Result<RangeCameraSettings> range_camera_settings(const SensorSpec& spec);
Result<std::unique_ptr<Sensor>> make_range_camera(const SensorSpec& spec,
                                                  const SensorBuildContext& context);

}  // namespace rubble::sensors
