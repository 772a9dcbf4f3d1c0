// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "rubble/world/shape.h"

namespace rubble::generators {

// What a thing is made of: its colour, its friction, and how laser and radio meet it.
struct MaterialPreset {
  std::string_view name;
  std::array<float, 4> color;
  std::string_view material;  // of the friction and radio tables, empty = none
  double friction = 0.5;
  double reflectivity = 0.5;
  double gloss = 0.0;
  double transparency = 0.0;
  double thickness = 0.0;  // m, for the radio; 0 = the length of the crossing
};

// The finish of that name; an unknown name is our own mistake.
MaterialPreset material_preset(std::string_view name);

Surface surface_of(const MaterialPreset& preset);

}  // namespace rubble::generators
