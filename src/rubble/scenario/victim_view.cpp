// SPDX-License-Identifier: Apache-2.0
#include "rubble/scenario/victim_view.h"

#include <cmath>

namespace rubble::scenario {
namespace {

constexpr double kEyeHeight = 0.5;     // m
constexpr double kBestDistance = 1.8;  // m
constexpr double kMaxDistance = 4.0;   // m

bool is_in_sight(const sim::Probe& probe, const Vec3& eye, const Vec3& direction, int victim) {
  const rays::Ray ray{.origin = eye.cast<float>(), .direction = direction.cast<float>()};
  rays::Hit hit;
  probe.scene().cast({&ray, 1}, {&hit, 1});
  return hit.is_hit() &&
         probe.scene().surfaces()[static_cast<std::size_t>(hit.surface)].victim == victim;
}

// Pitched by half of the angle to the victim, so that its surroundings are in the image.
Pose pose_towards(const Vec3& eye, const Vec3& path) {
  return make_pose(eye.x(), eye.y(), eye.z(), 0, std::atan2(-path.z(), path.head<2>().norm()) / 2,
                   std::atan2(path.y(), path.x()));
}

}  // namespace

Pose best_victim_view(const sim::Probe& probe, const World& world, const report::Trail& trail,
                      const Pose& last_pose) {
  constexpr std::size_t kStride = 5;  // points of the trail
  Pose best = last_pose * Pose{Vec3(0.30, 0.0, kEyeHeight)};
  double best_miss = kMaxDistance - kBestDistance;
  for (std::size_t v = 0; v < world.victims.size(); ++v) {
    const Vec3 body = world.victims[v].pose.position + Vec3(0, 0, 0.15);
    for (std::size_t i = 0; i < trail.points.size(); i += kStride) {
      const Vec3 eye(trail.points[i].x(), trail.points[i].y(), kEyeHeight);
      const Vec3 path = body - eye;
      const double miss = std::abs(path.norm() - kBestDistance);
      if (miss >= best_miss || !is_in_sight(probe, eye, path.normalized(), static_cast<int>(v)))
        continue;
      best_miss = miss;
      best = pose_towards(eye, path);
    }
  }
  return best;
}

}  // namespace rubble::scenario
