// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <limits>

#include "rubble/geometry/pose.h"

namespace rubble::rays {

// Intersection of a line with the plane of a triangle.
struct Meeting {
  double distance = 0.0;  // in units of the direction's length
  double u = 0.0;         // barycentric coordinates are 1 - u - v, u, v
  double v = 0.0;
  double slope = 0.0;  // dot product of direction and normal: 0 parallel to the plane

  // Smallest barycentric coordinate: positive inside the triangle, negative outside.
  double depth() const { return std::min({u, v, 1.0 - u - v}); }
};

// Ray-triangle intersection in double by a precomputed affine map from points to u, v and the
// height over the plane (Baldwin and Weber 2016, "Fast Ray-Triangle Intersections by Coordinate
// Transformation"). Embree proposes triangles in float, with results that differ between CPUs;
// whether and where a ray hits is decided here.
class Facet {
 public:
  Facet() = default;
  // rim: breadth of the rim by which Embree's triangle is enlarged, m.
  explicit Facet(const std::array<Vec3, 3>& corners, double rim = 0.0);

  // Sums are written out because packet_kernels.h evaluates them for several rays in the same
  // order, to give the same bits.
  Meeting meet(const Vec3& origin, const Vec3& direction) const {
    const double slope = dot(normal_, direction);
    const double distance = -(dot(normal_, origin) + height_) / slope;
    const Vec3 place{origin.x() + distance * direction.x(), origin.y() + distance * direction.y(),
                     origin.z() + distance * direction.z()};
    return {distance, dot(along_u_, place) + u_, dot(along_v_, place) + v_, slope};
  }
  Vec2 weights_at(const Vec3& place) const {  // u and v
    return {along_u_.dot(place) + u_, along_v_.dot(place) + v_};
  }
  double height(const Vec3& place) const { return normal_.dot(place) + height_; }
  const Vec3& normal() const { return normal_; }       // unit
  double rim() const { return rim_; }                  // corner weights below are at the rim
  double rim_breadth() const { return rim_breadth_; }  // m
  // A corner weight: its gradient, and what it is at the origin.
  std::array<double, 4> weight_u() const { return {along_u_.x(), along_u_.y(), along_u_.z(), u_}; }
  std::array<double, 4> weight_v() const { return {along_v_.x(), along_v_.y(), along_v_.z(), v_}; }
  double height_of_origin() const { return height_; }

 private:
  static double dot(const Vec3& a, const Vec3& b) {
    return a.x() * b.x() + a.y() * b.y() + a.z() * b.z();
  }

  Vec3 normal_ = Vec3::Zero();
  double height_ = std::numeric_limits<double>::quiet_NaN();
  Vec3 along_u_ = Vec3::Zero();
  double u_ = 0.0;
  Vec3 along_v_ = Vec3::Zero();
  double v_ = 0.0;
  double rim_ = 0.0;
  double rim_breadth_ = 0.0;
};

// The triangle with its edges moved outwards by a margin (m). At sharp corners the displacement is
// limited to a few margins.
std::array<Vec3, 3> grown(const std::array<Vec3, 3>& corners, double margin);

}  // namespace rubble::rays
