// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/base/result.h"
#include "rubble/geometry/mesh.h"

namespace rubble {

struct MeshFileSettings {
  std::string submesh;       // only the parts of this name; empty: all parts
  bool is_centered = false;  // move the submesh so that the centre of its bounds is the origin
  // Gazebo ignores <up_axis> of COLLADA and treats coordinates as z up; worlds rely on that. True
  // converts Y_UP files instead. glTF is always converted: its standard fixes y up.
  bool turns_collada_up_axis = false;
  std::size_t max_file_bytes = 256UL << 20;
  std::size_t max_vertices = 20'000'000;
};

// Reads DAE, OBJ, STL, glTF or GLB. The mesh is in metres and z up, with node transforms applied
// and normals computed where the file has none. A missing file, a mesh without triangles and a
// non-finite coordinate are errors.
Result<Mesh> read_mesh(const std::string& path, const MeshFileSettings& settings = {});

}  // namespace rubble
