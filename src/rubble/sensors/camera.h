// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/sensors/self_occlusion_mask.h"
#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// What a camera's file says beside its preset: SDF's <camera> and our <rubble:camera>.
Result<rendering::CameraSettings> read_camera_settings(const SensorSpec& spec);

class Camera : public Sensor {
 public:
  // The name is what zooming orders call it.
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
