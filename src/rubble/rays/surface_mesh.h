// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/rays/scene.h"

namespace rubble::rays {

// A shape as triangles in its own frame. Round shapes are cut so finely that the triangles lie at
// most kRoundness inside the true surface; meshes have one entry a part.
constexpr double kRoundness = 2e-4;  // m

std::vector<SurfaceMesh> triangles_of(const Geometry& geometry);

}  // namespace rubble::rays
