// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/rays/facet.h"
#include "rubble/rays/scene.h"

namespace rubble::rays {

// Embree's triangles are larger than they are by a rim as broad as it errs in worlds of up to 100
// m: the more the farther from the origin, floats being coarser there.
constexpr double kMinRim = 1e-4;         // m
constexpr double kRimOfMovers = 1.1e-3;  // m, wherever they are
double rim_of(const std::array<Vec3, 3>& triangle_in_world);
constexpr double kFlush = 1e-6;  // m: faces closer than this are in one plane; sizes are floats

// A face that lies over another one in its plane.
struct Rival {
  const Facet* facet = nullptr;  // nullptr: it moves against the other, and may be anywhere
  unsigned geometry = 0;         // its number among the surfaces
  unsigned triangle = 0;
  bool is_seen_from_front = false;
  bool is_seen_from_back = false;
  bool is_flush = false;  // in the very plane of the other; else they are a little apart
  // Its box in corner weights of the other, rims included.
  Vec2 low = Vec2::Constant(-kInfinity);
  Vec2 high = Vec2::Constant(kInfinity);

  bool is_seen(bool is_from_front) const {
    return is_from_front ? is_seen_from_front : is_seen_from_back;
  }
  // In one plane: what came later into the world before what it came upon.
  bool counts_before(const Rival& other) const {
    return geometry != other.geometry ? geometry > other.geometry : triangle < other.triangle;
  }
  // Whether it may lie over a place, or over several between two of them.
  bool touches(const Vec2& least, const Vec2& most) const {
    return (least.array() <= high.array()).all() && (most.array() >= low.array()).all();
  }
};

// What lies over the faces of a surface.
class Rivals {
 public:
  bool is_empty() const { return rivals_.empty(); }
  std::span<const Rival> of(unsigned triangle) const {
    if (is_empty()) return {};
    return std::span(rivals_).subspan(first_[triangle], first_[triangle + 1] - first_[triangle]);
  }
  // In the order of triangles.
  void add(std::size_t triangle, const Rival& rival) {
    first_.resize(triangle + 1, rivals_.size());
    rivals_.push_back(rival);
  }
  void finish(std::size_t triangles) {
    if (!is_empty()) first_.resize(triangles + 1, rivals_.size());
  }

 private:
  std::vector<std::size_t> first_;  // by triangle, and the end
  std::vector<Rival> rivals_;
};

using Triangles = std::vector<std::array<Vec3, 3>>;
Triangles triangles_in(const Pose& frame, const SurfaceMesh& mesh);

// A surface as exact arithmetic sees it, in a frame in which it does not move.
struct ExactSurface {
  std::shared_ptr<const SurfaceMesh> mesh;
  Pose frame_from_mesh;
  int solid = 0;                                         // see Face
  std::vector<Facet> facets;                             // by triangle
  std::vector<std::array<std::uint32_t, 3>> neighbours;  // see MeshTopology
  Rivals rivals;
};

// rims: how broad, by triangle.
ExactSurface exact_surface(const SurfaceInfo& info, const Pose& frame_from_mesh,
                           const Triangles& triangles, const std::vector<double>& rims);

// A surface among others.
struct PlacedSurface {
  ExactSurface* surface = nullptr;
  unsigned geometry = 0;  // its number
  int frame = 0;          // surfaces of one frame never move against each other
  Pose world_from_frame;
};

// Finds what lies over what, and keeps it with the surfaces.
void find_rivals(std::span<const PlacedSurface> surfaces);

}  // namespace rubble::rays
