// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/material_preset.h"

#include <algorithm>

#include "rubble/base/assert.h"

namespace rubble::generators {
namespace {

// name, colour (sRGB), material, friction, reflectivity, gloss, transparency
constexpr MaterialPreset kMaterialPresets[] = {
    {"concrete", {0.60F, 0.60F, 0.58F, 1.0F}, "concrete", 0.7, 0.45},
    {"asphalt", {0.27F, 0.27F, 0.28F, 1.0F}, "concrete", 0.7, 0.15},
    {"osb", {0.76F, 0.60F, 0.38F, 1.0F}, "osb", 0.5, 0.52},
    {"plywood", {0.84F, 0.70F, 0.49F, 1.0F}, "plywood", 0.5, 0.60},
    {"painted", {0.87F, 0.88F, 0.84F, 1.0F}, "plywood", 0.5, 0.80},
    {"wood", {0.64F, 0.45F, 0.26F, 1.0F}, "wood", 0.7, 0.50},
    {"dark_wood", {0.40F, 0.26F, 0.16F, 1.0F}, "wood", 0.7, 0.35},
    {"carpet", {0.36F, 0.40F, 0.48F, 1.0F}, "carpet", 1.0, 0.30},
    {"paper", {0.95F, 0.95F, 0.92F, 1.0F}, "paper", 0.45, 0.90},
    {"paper_floor", {0.68F, 0.49F, 0.29F, 1.0F}, "paper", 0.6, 0.50},
    {"rock", {0.30F, 0.22F, 0.20F, 1.0F}, "rock", 0.5, 0.20},
    {"ballast", {0.47F, 0.44F, 0.41F, 1.0F}, "ballast", 0.55, 0.30},
    {"grass", {0.38F, 0.50F, 0.27F, 1.0F}, "ballast", 0.55, 0.40},
    {"steel", {0.52F, 0.54F, 0.56F, 1.0F}, "steel", 0.3, 0.40},
    {"rust", {0.48F, 0.29F, 0.19F, 1.0F}, "steel", 0.3, 0.15},
    {"glass", {0.70F, 0.85F, 0.90F, 0.2F}, "glass", 0.4, 0.10, 0.0, 0.9},
    {"brick", {0.62F, 0.32F, 0.25F, 1.0F}, "brick", 0.7, 0.35},
    {"plasterboard", {0.92F, 0.91F, 0.88F, 1.0F}, "plasterboard", 0.5, 0.85},
    {"metal", {0.66F, 0.68F, 0.71F, 1.0F}, "metal", 0.3, 0.55},
    {"nosing", {0.20F, 0.20F, 0.21F, 1.0F}, "nosing", 0.9, 0.20},
    {"foam", {0.95F, 0.92F, 0.70F, 1.0F}, "", 0.9, 0.75},
    {"black_cloth", {0.04F, 0.04F, 0.05F, 1.0F}, "", 0.6, 0.05},
    {"black_velvet", {0.02F, 0.02F, 0.02F, 1.0F}, "black_velvet", 0.6, 0.02},
    {"foil", {0.82F, 0.83F, 0.85F, 1.0F}, "metal", 0.3, 0.60, 0.05},
    {"gold_paper", {0.667F, 0.549F, 0.314F, 1.0F}, "paper", 0.45, 0.90, 0.10},
    {"blue_paper", {0.235F, 0.353F, 0.588F, 1.0F}, "paper", 0.45, 0.90},
    {"yellow_paper", {0.784F, 0.706F, 0.275F, 1.0F}, "paper", 0.45, 0.90},
    {"plastic", {0.85F, 0.86F, 0.88F, 1.0F}, "", 0.35, 0.70},
    {"blue_plastic", {0.20F, 0.36F, 0.62F, 1.0F}, "", 0.35, 0.30},
    {"orange_plastic", {0.95F, 0.42F, 0.08F, 1.0F}, "", 0.6, 0.60},
    {"white_paint", {0.96F, 0.96F, 0.96F, 1.0F}, "", 0.5, 0.85},
    {"black_paint", {0.06F, 0.06F, 0.06F, 1.0F}, "", 0.5, 0.10},
    {"red_paint", {0.80F, 0.13F, 0.12F, 1.0F}, "metal", 0.3, 0.45},
    {"green_paint", {0.13F, 0.52F, 0.25F, 1.0F}, "metal", 0.3, 0.35},
    {"blue_paint", {0.14F, 0.31F, 0.66F, 1.0F}, "metal", 0.3, 0.30},
    {"yellow_paint", {0.96F, 0.82F, 0.15F, 1.0F}, "metal", 0.3, 0.65},
    {"orange_paint", {0.95F, 0.52F, 0.10F, 1.0F}, "metal", 0.3, 0.55},
};

}  // namespace

MaterialPreset material_preset(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kMaterialPresets), std::end(kMaterialPresets),
                                         [&](const MaterialPreset& f) { return f.name == name; });
  RUBBLE_ASSERT(found != std::end(kMaterialPresets));
  return *found;
}

Surface surface_of(const MaterialPreset& preset) {
  return {.reflectivity = preset.reflectivity,
          .gloss = preset.gloss,
          .transparency = preset.transparency,
          .material = std::string(preset.material),
          .thickness = preset.thickness};
}

}  // namespace rubble::generators
