// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/rays/scene.h"

namespace rubble::rays {

// Tessellates a shape in its own frame. The chordal deviation of round shapes is at most
// kRoundness. Meshes give one entry per part.
constexpr double kRoundness = 2e-4;  // m

std::vector<SurfaceMesh> triangles_of(const Geometry& geometry);

}  // namespace rubble::rays
