// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/sensors/self_occlusion_mask.h"
#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Camera settings from SDF's <camera> and our <rubble:camera>, with the preset as default.
Result<rendering::CameraSettings> read_camera_settings(const SensorSpec& spec);

class Camera : public Sensor {
 public:
  // name: of the sensor, as used by SetFieldOfView.
  Camera(const Mount& mount, const rendering::CameraSettings& settings, std::string name)
      : mount_(mount), settings_(settings), name_(std::move(name)) {}

  ReadingData sample(const SampleContext& now, Random noise) override;
  void serialize(Archive& archive) override { archive(self_occlusion_); }

 private:
  Mount mount_;
  rendering::CameraSettings settings_;
  std::string name_;
  SelfOcclusionMask self_occlusion_;
};

// camera, depth_camera and rgbd_camera (with depth), segmentation_camera (with labels).
Result<std::unique_ptr<Sensor>> make_camera(const SensorSpec& spec,
                                            const SensorBuildContext& context);

std::vector<Preset> camera_presets();

}  // namespace rubble::sensors
