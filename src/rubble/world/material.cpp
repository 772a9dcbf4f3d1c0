// SPDX-License-Identifier: Apache-2.0
#include "rubble/world/material.h"

namespace rubble {
namespace {

constexpr MaterialOptics kMaterialOptics[] = {
    {"gold_paper",
     0.9,
     0.10,
     {0.667F, 0.549F, 0.314F},
     "gloss measured (the paper: at most 10 % long), reflectivity assumed"},
    {"black_velvet",
     0.02,
     0.0,
     {0.04F, 0.04F, 0.045F},
     "assumed; the paper only says that it differs"},
};

}  // namespace

std::span<const MaterialOptics> material_optics() { return kMaterialOptics; }

const MaterialOptics* find_material_optics(std::string_view name) {
  for (const MaterialOptics& known : kMaterialOptics)
    if (known.name == name) return &known;
  return nullptr;
}

Surface with_material(Surface surface, std::string_view material) {
  surface.material = std::string(material);
  if (const MaterialOptics* known = find_material_optics(material)) {
    surface.reflectivity = known->reflectivity;
    surface.gloss = known->gloss;
  }
  return surface;
}

}  // namespace rubble
