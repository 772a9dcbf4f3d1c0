// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/base/result.h"
#include "rubble/geometry/mesh.h"

namespace rubble {

struct MeshFileSettings {
  std::string submesh;       // only the parts of this name; empty = all
  bool is_centered = false;  // move the submesh so that the middle of its box is the origin
  // Gazebo takes COLLADA coordinates as z up whatever <up_axis> says, and worlds are drawn for
  // that. True turns a Y_UP file instead. glTF is always turned: its standard fixes y up.
  bool turns_collada_up_axis = false;
  std::size_t max_file_bytes = 256UL << 20;
  std::size_t max_vertices = 20'000'000;
};

// Reads DAE, OBJ, STL, glTF or GLB: metres, z up, node transforms applied, normals made where the
// file has none. No triangles, a coordinate that is not finite or a missing file is an error.
Result<Mesh> read_mesh(const std::string& path, const MeshFileSettings& settings = {});

}  // namespace rubble
