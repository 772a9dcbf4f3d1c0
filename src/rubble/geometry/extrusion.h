// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/mesh.h"

namespace rubble {

// The solid over closed outlines in the x-y plane, from z = 0 to height: sides and both caps, all
// facing outwards. Outlines may come in either direction; one inside another is a hole in it, one
// inside a hole is solid again. They must not cross themselves or each other.
Result<Mesh> extrude(const std::vector<std::vector<Vec2>>& outlines, double height);

}  // namespace rubble
