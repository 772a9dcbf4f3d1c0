// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/rays/scene.h"

namespace rubble::rays {

// A triangle, and where the solid is that it belongs to.
struct Face {
  std::array<Vec3, 3> corners;
  int solid = 0;  // 1: behind it, -1: before it, 0: it belongs to none
};

// Another face lies in the plane of a face, and over a part of it.
struct CoplanarOverlap {
  std::uint32_t face = 0;
  std::uint32_t other = 0;
  bool is_seen_from_front = false;  // no solid before the face hides where they overlap
  bool is_seen_from_back = false;

  friend bool operator==(const CoplanarOverlap&, const CoplanarOverlap&) = default;
};

// All pairs of faces closer than `apart` (m) over a common area, which is broader than `rim` (m):
// renderers know them by z-fighting. Each pair comes twice, once for either face; in the order of
// faces. What stands on a floor is hidden by itself from both sides, and left out.
std::vector<CoplanarOverlap> find_coplanar_overlaps(std::span<const Face> faces, double apart,
                                                    double rim);

// How the triangles of a mesh meet; corners at one place are one.
struct MeshTopology {
  // Where the solid is whose hull they are, for each of them: 1 if corners run counterclockwise as
  // seen from outside, -1 if clockwise, 0 if the mesh is not closed.
  int solid = 0;
  // By triangle: which one is next across the edge opposite to corner 0, 1 and 2, where the surface
  // goes on smoothly.
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  std::vector<std::array<std::uint32_t, 3>> neighbours;
};
MeshTopology topology_of(const SurfaceMesh& mesh);

}  // namespace rubble::rays
