// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::rays {

using Vec3f = Eigen::Vector3f;
using Vec2f = Eigen::Vector2f;

// Triangles in the frame of their shape. Normals and texture coordinates are empty or one per
// vertex.
struct SurfaceMesh {
  std::vector<Vec3f> vertices;
  std::vector<Vec3f> normals;
  std::vector<Vec2f> texture_coordinates;  // v grows upwards; a box: 0..1 on each face
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

// A visible surface: a visual (or a collision, if the link has no visuals), one part of its mesh,
// or a part of a victim's body.
struct SurfaceInfo {
  Part part;  // owning link; invalid instance: a victim
  int victim = -1;
  std::string name;     // of the visual, or head, chest, ...
  Pose link_from_mesh;  // of a victim: world_from_mesh
  std::shared_ptr<const SurfaceMesh> mesh;
  Bounds bounds;  // of the mesh, in its own frame
  Surface optics;
  Appearance appearance;
  std::string label;  // semantic class of link or model; "Victim" for victims
  bool casts_shadow = true;
  bool is_from_collision = false;
  bool is_present = true;
};

}  // namespace rubble::rays
