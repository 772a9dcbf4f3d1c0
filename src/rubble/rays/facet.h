// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <limits>

#include "rubble/geometry/pose.h"

namespace rubble::rays {

// Places or directions: one, or as many as Number holds.
template <class Number>
struct Triple {
  Number x, y, z;
};

// Where a line meets the plane of a triangle; or where several lines do.
template <class Number>
struct MeetingOf {
  Number distance;  // in lengths of the direction
  Number u, v;      // corner weights are 1 - u - v, u, v
};

struct Meeting : MeetingOf<double> {
  // How far inside the triangle, as the least corner weight; negative: beside it.
  double depth() const { return std::min({u, v, 1.0 - u - v}); }
};

// One triangle as exact arithmetic sees it: the affine map from places to u, v and the height over
// its plane (Baldwin and Weber 2016). The ray tracer says which triangle a ray may meet, in float
// and with instructions that differ from CPU to CPU; whether and where it does is decided here.
class Facet {
 public:
  Facet() = default;
  // rim: how broad its rim is, m.
  explicit Facet(const std::array<Vec3, 3>& corners, double rim = 0.0);

  // The sums are written out: one line and several give the same bits.
  template <class Number>
  MeetingOf<Number> meet_all(const Triple<Number>& origin, const Triple<Number>& direction) const {
    const auto dot = [](const Vec3& a, const Triple<Number>& b) -> Number {
      return a.x() * b.x + a.y() * b.y + a.z() * b.z;
    };
    const Number distance = -(dot(normal_, origin) + height_) / dot(normal_, direction);
    const Triple<Number> place{origin.x + distance * direction.x, origin.y + distance * direction.y,
                               origin.z + distance * direction.z};
    return {distance, dot(along_u_, place) + u_, dot(along_v_, place) + v_};
  }
  Meeting meet(const Vec3& origin, const Vec3& direction) const {
    return {meet_all<double>({origin.x(), origin.y(), origin.z()},
                             {direction.x(), direction.y(), direction.z()})};
  }
  double height(const Vec3& place) const { return normal_.dot(place) + height_; }
  const Vec3& normal() const { return normal_; }  // unit
  double rim() const { return rim_; }             // corner weights below are at the rim

 private:
  Vec3 normal_ = Vec3::Zero();
  double height_ = std::numeric_limits<double>::quiet_NaN();
  Vec3 along_u_ = Vec3::Zero();
  double u_ = 0.0;
  Vec3 along_v_ = Vec3::Zero();
  double v_ = 0.0;
  double rim_ = 0.0;
};

// The triangle with its edges moved outwards by a margin; sharp corners a few times as far at most.
std::array<Vec3, 3> grown(const std::array<Vec3, 3>& corners, double margin);

}  // namespace rubble::rays
