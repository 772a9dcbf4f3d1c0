// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/mesh.h"

namespace rubble {

// Extrudes closed outlines in the x-y plane from z = 0 to height (m). The result is a closed mesh
// of sides and caps that face outwards. Outlines may run in either direction and follow the
// even-odd rule: an outline inside another is a hole, one inside a hole is solid again. An outline
// must not cross itself or another one; such input is an error.
Result<Mesh> extrude(const std::vector<std::vector<Vec2>>& outlines, double height);

}  // namespace rubble
