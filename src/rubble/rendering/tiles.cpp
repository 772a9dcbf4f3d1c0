// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/tiles.h"

#include <algorithm>
#include <string_view>

namespace rubble::rendering {
namespace {

constexpr TileKind kOsb{"osb", 0.8F, Lay::AlongLength, paint_osb};
constexpr TileKind kPlywood{"plywood", 1.2F, Lay::AlongLength, paint_plywood};
constexpr TileKind kTimber{"timber", 0.6F, Lay::AlongLength, paint_timber};
constexpr TileKind kBoards{"boards", 1.2F, Lay::AlongLength, paint_boards};
constexpr TileKind kConcrete{"concrete", 2.5F, Lay::Upright, paint_concrete};
constexpr TileKind kAsphalt{"asphalt", 1.0F, Lay::Upright, paint_asphalt};
constexpr TileKind kBrick{"brick", 1.0F, Lay::Upright, paint_brick};
constexpr TileKind kPlaster{"plaster", 1.5F, Lay::Upright, paint_plaster};
constexpr TileKind kBallast{"ballast", 1.0F, Lay::Upright, paint_ballast};
constexpr TileKind kRock{"rock", 1.6F, Lay::Upright, paint_rock};
constexpr TileKind kGrass{"grass", 0.8F, Lay::Upright, paint_grass};
constexpr TileKind kCarpet{"carpet", 0.5F, Lay::Upright, paint_carpet};
constexpr TileKind kPaper{"paper", 0.6F, Lay::Upright, paint_paper};
constexpr TileKind kMetal{"metal", 0.8F, Lay::AlongLength, paint_metal};
constexpr TileKind kRust{"rust", 0.8F, Lay::Upright, paint_rust};
constexpr TileKind kRubber{"rubber", 0.3F, Lay::AlongLength, paint_rubber};

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

const TileKind* wooden_tile(const rays::SurfaceInfo& surface) {
  return breadth_of(*surface.mesh) > 0.5 ? &kBoards : &kTimber;
}

}  // namespace

const TileKind* tile_for(const rays::SurfaceInfo& surface) {
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

std::vector<const TileKind*> all_tiles() {
  return {&kOsb,     &kPlywood, &kTimber, &kBoards, &kConcrete, &kAsphalt, &kBrick, &kPlaster,
          &kBallast, &kRock,    &kGrass,  &kCarpet, &kPaper,    &kMetal,   &kRust,  &kRubber};
}

}  // namespace rubble::rendering
