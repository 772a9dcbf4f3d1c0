// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/rays/scene.h"

namespace rubble::rays {

// Everything visible of one link; part.instance is left invalid.
std::vector<SurfaceInfo> surfaces_of_link(const Model& model, int link);

// The body of a victim.
std::vector<SurfaceInfo> surfaces_of_victim(const Victim& victim, int index);

}  // namespace rubble::rays
