// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "rubble/sensors/body_motion.h"
#include "rubble/sensors/sensor.h"

namespace rubble::sensors {

// Surfaces of a sensor's own robot that its rays ignore: those whose bounding box, grown by a
// margin, contains the sensor. Computed at the first call.
class SelfOcclusionMask {
 public:
  explicit SelfOcclusionMask(double margin = kSelfOcclusionMargin) : margin_(margin) {}

  rays::RayFilter filter(const SampleContext& now, const Mount& mount) {
    if (!surfaces_)
      surfaces_ = now.scene.surfaces_around(now.state, mount.instance,
                                            mount.world_from_sensor(now.state).position, margin_);
    return {*surfaces_};
  }
  void serialize(Archive& archive) { archive(surfaces_); }

 private:
  double margin_;  // m
  std::optional<std::vector<int>> surfaces_;
};

}  // namespace rubble::sensors
