// SPDX-License-Identifier: Apache-2.0
#include "rubble/world/material.h"

namespace rubble {
namespace {

constexpr MaterialOptics kMaterialOptics[] = {
    {"gold_paper", 0.9, 0.10,
     "gloss measured (the paper: at most 10 % long), reflectivity assumed"},
    {"black_velvet", 0.02, 0.0, "assumed; the paper only says that it differs"},
};

}  // namespace

std::span<const MaterialOptics> material_optics() { return kMaterialOptics; }

Surface with_material(Surface surface, std::string_view material) {
  surface.material = std::string(material);
  for (const MaterialOptics& known : kMaterialOptics) {
    if (known.name != material) continue;
    surface.reflectivity = known.reflectivity;
    surface.gloss = known.gloss;
  }
  return surface;
}

}  // namespace rubble
