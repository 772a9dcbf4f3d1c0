// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/textures/procedural_textures.h"

#include <algorithm>
#include <string_view>

namespace rubble::rendering {
namespace {

constexpr ProceduralTexture kOsb{"osb", 0.8F, PatternAlignment::AlongLength, paint_osb};
constexpr ProceduralTexture kPlywood{"plywood", 1.2F, PatternAlignment::AlongLength, paint_plywood};
constexpr ProceduralTexture kTimber{"timber", 0.6F, PatternAlignment::AlongLength, paint_timber};
constexpr ProceduralTexture kBoards{"boards", 1.2F, PatternAlignment::AlongLength, paint_boards};
constexpr ProceduralTexture kConcrete{"concrete", 2.5F, PatternAlignment::Upright, paint_concrete};
constexpr ProceduralTexture kAsphalt{"asphalt", 1.0F, PatternAlignment::Upright, paint_asphalt};
constexpr ProceduralTexture kBrick{"brick", 1.0F, PatternAlignment::Upright, paint_brick};
constexpr ProceduralTexture kPlaster{"plaster", 1.5F, PatternAlignment::Upright, paint_plaster};
constexpr ProceduralTexture kBallast{"ballast", 1.0F, PatternAlignment::Upright, paint_ballast};
constexpr ProceduralTexture kRock{"rock", 1.6F, PatternAlignment::Upright, paint_rock};
constexpr ProceduralTexture kGrass{"grass", 0.8F, PatternAlignment::Upright, paint_grass};
constexpr ProceduralTexture kCarpet{"carpet", 0.5F, PatternAlignment::Upright, paint_carpet};
constexpr ProceduralTexture kPaper{"paper", 0.6F, PatternAlignment::Upright, paint_paper};
constexpr ProceduralTexture kMetal{"metal", 0.8F, PatternAlignment::AlongLength, paint_metal};
constexpr ProceduralTexture kRust{"rust", 0.8F, PatternAlignment::Upright, paint_rust};
constexpr ProceduralTexture kRubber{"rubber", 0.3F, PatternAlignment::AlongLength, paint_rubber};

bool is_nearly_grey(const Appearance& look) {
  const auto [low, high] = std::minmax({look.color[0], look.color[1], look.color[2]});
  return high - low < 0.12F;
}

bool is_green(const Appearance& look) {
  return look.color[1] > look.color[0] + 0.05F && look.color[1] > look.color[2] + 0.05F;
}

bool is_brown(const Appearance& look) {
  const auto& c = look.color;
  return c[0] < 0.65F && c[0] > 1.5F * c[2] && c[1] > 0.4F * c[0] && c[1] < 0.8F * c[0];
}

// The second longest edge of the box around it, m.
double breadth_of(const rays::SurfaceMesh& mesh) {
  Bounds bounds;
  for (const rays::Vec3f& vertex : mesh.vertices) bounds.add(Vec3(vertex.cast<double>()));
  if (bounds.is_empty()) return 0.0;
  Vec3 edges = bounds.high - bounds.low;
  std::sort(edges.data(), edges.data() + 3);
  return edges[1];
}

const ProceduralTexture* wooden_tile(const rays::SurfaceInfo& surface) {
  return breadth_of(*surface.mesh) > 0.5 ? &kBoards : &kTimber;
}

}  // namespace

const ProceduralTexture* procedural_texture_for(const rays::SurfaceInfo& surface) {
  const std::string_view material = surface.optics.material;
  const Appearance& look = surface.appearance;
  if (material == "osb") return &kOsb;
  if (material == "plywood")
    return look.color_is_given && is_nearly_grey(look) ? &kPlaster : &kPlywood;
  if (material == "wood") return wooden_tile(surface);
  if (material == "concrete") return look.color[0] < 0.4F ? &kAsphalt : &kConcrete;
  if (material == "brick") return &kBrick;
  if (material == "plasterboard") return &kPlaster;
  if (material == "ballast" || material == "gravel") return is_green(look) ? &kGrass : &kBallast;
  if (material == "grass" || material == "soil") return &kGrass;
  if (material == "rock") return &kRock;
  if (material == "carpet") return &kCarpet;
  if (material == "paper" || material == "gold_paper") return &kPaper;
  if (material == "steel" || material == "metal") return is_brown(look) ? &kRust : &kMetal;
  if (material == "nosing" || material == "rubber") return &kRubber;
  return nullptr;
}

std::vector<const ProceduralTexture*> all_procedural_textures() {
  return {&kOsb,     &kPlywood, &kTimber, &kBoards, &kConcrete, &kAsphalt, &kBrick, &kPlaster,
          &kBallast, &kRock,    &kGrass,  &kCarpet, &kPaper,    &kMetal,   &kRust,  &kRubber};
}

}  // namespace rubble::rendering
