// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "rubble/world/shape.h"

namespace rubble {

// Default optical properties of a named material. `basis` tells whether the numbers are measured or
// assumed.
struct MaterialOptics {
  std::string_view name;
  double reflectivity = 0.9;  // at the laser's wavelength, white paper = 0.9
  double gloss = 0.0;
  std::array<float, 3> color{};  // sRGB, where a file gives none
  std::string_view basis;
};
std::span<const MaterialOptics> material_optics();
const MaterialOptics* find_material_optics(std::string_view name);  // null: none is known

// The surface with the material's name and its optical properties; unknown names set only the name.
Surface with_material(Surface surface, std::string_view material);

}  // namespace rubble
