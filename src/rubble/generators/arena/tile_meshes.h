// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "rubble/geometry/mesh.h"

namespace rubble::generators {

constexpr double kTileDepth = 0.05;  // m, how far a tile reaches below the floor

// Floor tiles that are no prisms and so have no SDF shape. Both slope 15 degrees over 0.60 m; a
// uniform scale keeps the angle. Their files live in models/maze_tiles.
std::shared_ptr<const Mesh> hip_mesh();      // ridge's end at the origin, falls towards +x
std::shared_ptr<const Mesh> pyramid_mesh();  // its top above the origin

// A mesh as Wavefront OBJ, faces counter-clockwise.
std::string obj_text(const Mesh& mesh);

}  // namespace rubble::generators
