// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/rays/scene.h"

namespace rubble::rays {

// A triangle and the side on which its solid lies.
struct Face {
  std::array<Vec3, 3> corners;
  int solid = 0;  // 1: behind the face, -1: in front of it, 0: not part of a solid
};

// Two coplanar faces that overlap.
struct CoplanarOverlap {
  std::uint32_t face = 0;
  std::uint32_t other = 0;
  bool is_seen_from_front = false;  // no solid before the face hides where they overlap
  bool is_seen_from_back = false;

  friend bool operator==(const CoplanarOverlap&, const CoplanarOverlap&) = default;
};

// All pairs of faces that are closer than `apart` (m) over a common area broader than `rim` (m), as
// in z-fighting. Each pair is listed for both faces, sorted by face. Pairs hidden by their own
// solids from both sides, such as a box on a floor, are left out.
std::vector<CoplanarOverlap> find_coplanar_overlaps(std::span<const Face> faces, double apart,
                                                    double rim);

// Adjacency of the triangles of a mesh. Corners at equal positions are merged.
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
