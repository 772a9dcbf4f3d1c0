// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/rays/scene.h"

namespace rubble::rays {

// The visible surfaces of one link; part.instance is left invalid.
std::vector<SurfaceInfo> surfaces_of_link(const Model& model, int link);

// The visible surfaces of a victim.
std::vector<SurfaceInfo> surfaces_of_victim(const Victim& victim, int index);

}  // namespace rubble::rays
