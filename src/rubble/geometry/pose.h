// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace rubble {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Quat = Eigen::Quaterniond;
using Mat3 = Eigen::Matrix3d;

constexpr double kPi = 3.14159265358979323846;

constexpr double radians(double degrees) { return degrees * (kPi / 180.0); }
constexpr double degrees(double radians) { return radians * (180.0 / kPi); }

// Rigid transform. The name a_from_b says that it maps points from frame b to frame a, so that
// adjacent names cancel in a product: world_from_base * base_from_lidar. The rotation must be a
// unit quaternion.
struct Pose {
  Vec3 position = Vec3::Zero();
  Quat rotation = Quat::Identity();

  Vec3 operator*(const Vec3& point) const { return position + rotation * point; }
  Pose operator*(const Pose& inner) const {
    return {position + rotation * inner.position, rotation * inner.rotation};
  }
  Pose inverse() const {
    const Quat back = rotation.conjugate();
    return {back * (-position), back};
  }
  bool operator==(const Pose& other) const {
    return position == other.position && rotation.coeffs() == other.rotation.coeffs();
  }
  void serialize(auto& archive) { archive(position, rotation); }
};

// Angles in rad in SDF's order: rotations about the fixed axes x, then y, then z.
struct RollPitchYaw {
  double roll = 0.0;
  double pitch = 0.0;
  double yaw = 0.0;

  void serialize(auto& archive) { archive(roll, pitch, yaw); }
};

Quat quat_from(const RollPitchYaw& angles);
RollPitchYaw roll_pitch_yaw_of(const Quat& rotation);
Pose make_pose(double x, double y, double z, double roll, double pitch, double yaw);
double yaw_of(const Quat& rotation);
bool is_finite(const Pose& pose);
// Wraps an angle to (-pi, pi], rad.
double wrap_angle(double angle);

// Axis-aligned bounding box; empty until a point is added.
struct Bounds {
  Vec3 low = Vec3::Constant(1e300);
  Vec3 high = Vec3::Constant(-1e300);

  bool is_empty() const { return low.x() > high.x(); }
  Bounds& add(const Vec3& point) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
    return *this;
  }
  Bounds& add(const Bounds& other) {
    if (!other.is_empty()) add(other.low).add(other.high);
    return *this;
  }
};

}  // namespace rubble
