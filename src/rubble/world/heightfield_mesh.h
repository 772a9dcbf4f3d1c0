// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/geometry/mesh.h"
#include "rubble/world/shape.h"

namespace rubble {

// A heightfield as triangles in its own frame, two to a cell, without normals. Texture coordinates
// are 0..1 over its whole size.
MeshPart heightfield_mesh(const Heightfield& field);

}  // namespace rubble
