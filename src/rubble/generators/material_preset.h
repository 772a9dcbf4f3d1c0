// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "rubble/world/shape.h"

namespace rubble::generators {

// Material of an object: colour, friction, and optical and radio properties.
struct MaterialPreset {
  std::string_view name;
  std::array<float, 4> color;
  std::string_view material;  // key of the friction and radio tables, empty = none
  double friction = 0.5;
  double reflectivity = 0.5;
  double gloss = 0.0;
  double transparency = 0.0;
  double thickness = 0.0;  // m, for radio loss; 0 = geometric length of the crossing
};

// The preset of that name. An unknown name is a programming error (assertion).
MaterialPreset material_preset(std::string_view name);

Surface surface_of(const MaterialPreset& preset);

}  // namespace rubble::generators
