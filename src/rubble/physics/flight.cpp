// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/flight.h"

#include <algorithm>

#include "rubble/base/tick.h"

namespace rubble::physics {
namespace {

constexpr double kAttitudeGain = 8.0;    // 1/s
constexpr double kMaxTiltRate = 3.0;     // rad/s
constexpr double kTiltPerSpeed = 0.218;  // rad per m/s: 25 degrees at 2 m/s

Vec3 shortened(const Vec3& v, double longest) {
  const double length = v.norm();
  return length > longest ? Vec3(v * (longest / length)) : v;
}

// Turning rate that brings a body from one attitude to another.
Vec3 turn_towards(const Quat& from, const Quat& to) {
  const Eigen::AngleAxisd turn(to * from.conjugate());
  return shortened(kAttitudeGain * wrap_angle(turn.angle()) * turn.axis(), kMaxTiltRate);
}

}  // namespace

void fly(btRigidBody& body, const Pose& body_from_mass, const FlightTarget& target) {
  const Pose world_from_body = from_bullet(body.getWorldTransform()) * body_from_mass.inverse();
  const Quat heading = quat_from({0.0, 0.0, yaw_of(world_from_body.rotation)});
  const Vec3 velocity = from_bullet(body.getLinearVelocity());
  const Vec3 change = heading * target.velocity_heading - velocity;
  const Vec3 next = velocity + shortened(change, target.max_acceleration * kTickSeconds);
  const auto tilt = [&](double speed) {
    return std::clamp(kTiltPerSpeed * speed, -target.max_tilt, target.max_tilt);
  };
  const Quat leaning = heading * quat_from({-tilt(target.velocity_heading.y()),
                                            tilt(target.velocity_heading.x()), 0.0});
  const Vec3 spin = turn_towards(world_from_body.rotation, leaning);
  body.setLinearVelocity(to_bullet(next));
  body.setAngularVelocity(to_bullet(Vec3(spin.x(), spin.y(), target.yaw_rate)));
  body.applyCentralForce(-body.getGravity() * body.getMass());
}

}  // namespace rubble::physics
