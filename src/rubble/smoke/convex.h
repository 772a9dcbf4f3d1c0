// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "rubble/smoke/convex_kernels.h"
#include "rubble/smoke/optics.h"
#include "rubble/smoke/ray_cone_bound.h"

namespace rubble::smoke {

// An interval of distances (m) along a line.
struct Span {
  double start = 0.0;
  double end = 0.0;
};

// An ellipsoid, as the map to the frame in which it is the unit ball.
struct EllipsoidBody {
  Mat3 unit_from_world = Mat3::Identity();
  Vec3 middle = Vec3::Zero();
};

// Boxes, balls, cylinders, capsules and ellipsoids of uniform density, world frame.
class ConvexBodies {
 public:
  void clear();
  // Box, Sphere, Cylinder, Capsule or Ellipsoid; returns false for any other shape.
  bool add(const Geometry& geometry, const Pose& pose, const Smoke& smoke);
  bool is_empty() const { return count() == 0; }
  std::size_t count() const;

  // Calls visit(const Span&, const Smoke&) for every body the line crosses.
  template <class Visit>
  void visit(const Line& line, Visit&& visit) const;
  // Density integral over the line, d·m.
  double total(const Line& line) const { return weighted_total(line, densities_); }
  // Optical depth of visible light: the same, each density times its extinction coefficient.
  double depth(const Line& line) const { return weighted_total(line, extinctions_); }
  double density_at(const Vec3& point) const;
  // Appends the bodies that a line inside the cone may hit to `result`, in order.
  void select(const RayConeBound& cone, ConvexBodies& result) const;
  void add_ball(const Vec3& middle, double radius, const Smoke& smoke);
  // A ball of the same mass whose density falls parabolically from its centre to 0 at its surface.
  void add_soft_ball(const Vec3& middle, double radius, const Smoke& smoke);
  // True if all bodies have this tint.
  bool has_only_tint(std::uint32_t tint) const;

 private:
  enum Kind {
    kAlignedBox,
    kOrientedBox,
    kBall,
    kSoftBall,
    kCylinder,
    kCapsule,
    kEllipsoid,
    kKinds
  };
  static constexpr std::size_t kChunk = 64;
  using Weights = std::array<std::vector<double>, kKinds>;  // one per body

  void add_box(const Box& box, const Pose& pose, const Smoke& smoke);
  void copy(Kind kind, std::size_t i, ConvexBodies& result) const;
  void cross_chunk(Kind kind, KernelRange range, const KernelLine& line, double* starts,
                   double* ends) const;
  void cross_capsules(KernelRange range, const KernelLine& line, double* starts,
                      double* ends) const;
  void cross_ellipsoids(KernelRange range, const KernelLine& line, double* starts,
                        double* ends) const;

  AlignedBoxes aligned_boxes_;
  OrientedBoxes oriented_boxes_;
  Balls balls_, soft_balls_;
  Cylinders cylinders_;
  // A capsule is its cylinder and the two balls at its ends.
  Cylinders capsule_cylinders_;
  Balls capsule_tops_, capsule_bottoms_;
  std::vector<EllipsoidBody> ellipsoids_;
  void add_smoke(Kind kind, const Smoke& smoke, const Bounds& bounds);
  double weighted_total(const Line& line, const Weights& weights) const;

  std::array<std::vector<Smoke>, kKinds> smokes_;
  Weights densities_, extinctions_;  // from smokes_
  std::array<std::vector<Bounds>, kKinds> bounds_;
};

template <class Visit>
void ConvexBodies::visit(const Line& line, Visit&& visit) const {
  const KernelLine kernel_line(line);
  std::array<double, kChunk> starts, ends;
  for (int kind = 0; kind < kKinds; ++kind) {
    const std::vector<Smoke>& smokes = smokes_[static_cast<std::size_t>(kind)];
    for (std::size_t first = 0; first < smokes.size(); first += kChunk) {
      const KernelRange range{first, std::min(kChunk, smokes.size() - first)};
      cross_chunk(static_cast<Kind>(kind), range, kernel_line, starts.data(), ends.data());
      for (std::size_t i = 0; i < range.count; ++i)
        if (starts[i] < ends[i]) visit(Span{starts[i], ends[i]}, smokes[first + i]);
    }
  }
}

}  // namespace rubble::smoke
