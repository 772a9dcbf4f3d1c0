// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "rubble/base/random.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/furnished_room/furnishing.h"
#include "rubble/generators/hazard_label.h"
#include "rubble/generators/victim_places.h"

namespace rubble::generators {
namespace {

// Everything here is drawn in the frame of a wall's face: x into the cell, z up from the floor.

constexpr double kCoverGap = 0.001;  // m, between a cover and its wall

// The part of a round barrel that stands out of the wall whose middle plane cuts it in half.
std::vector<Vec2> half_barrel() {
  constexpr double kRadius = 0.30;
  constexpr int kPieces = 12;
  const double reach = std::acos(kWallThickness / 2 / kRadius);
  std::vector<Vec2> outline;
  for (int i = 0; i <= kPieces; ++i) {
    const double angle = reach * (2.0 * i / kPieces - 1.0);
    outline.emplace_back(kRadius * std::cos(angle) - kWallThickness / 2, kRadius * std::sin(angle));
  }
  return outline;
}

std::vector<Vec2> diagonal_board(double face_length) {
  constexpr double kLeg = 0.5;
  return {{0.0, face_length / 2 - kLeg}, {kLeg, face_length / 2}, {0.0, face_length / 2}};
}

void add_cover(Link& link, const std::string& preset_name, double thickness, double distance) {
  add_solid(link, "sheet", at(distance + thickness / 2, 0.0, 0.6), Box{{thickness, 1.0, 1.0}},
            material_preset(preset_name));
}

// A pane that stands before the wall in two posts.
void add_glass(Link& link) {
  add_cover(link, "glass", 0.006, 0.10);
  for (const double y : {-0.53, 0.53})
    add_solid(link, y < 0 ? "right_post" : "left_post", at(0.103, y, 0.6), Box{{0.04, 0.04, 1.2}},
              material_preset("wood"));
}

Link feature_link(const std::string& name, const GridFrame& frame, const Feature& feature) {
  Link link = make_link(name, frame.face_of(feature.spot), "Feature");
  switch (feature.kind) {
    case FeatureKind::Diagonal:
      add_solid(link, "board", {},
                prism(diagonal_board(frame.face_length(feature.spot.side)), kWallHeight),
                material_preset("plywood"));
      break;
    case FeatureKind::Wedge:
      add_solid(link, "wedge", {}, prism({{0.0, -0.3}, {0.3, 0.0}, {0.0, 0.3}}, kWallHeight),
                material_preset("osb"));
      break;
    case FeatureKind::Barrel:
      add_solid(link, "half_barrel", {}, prism(half_barrel(), 0.90),
                material_preset("blue_plastic"));
      break;
    case FeatureKind::Glass:
      add_glass(link);
      break;
    case FeatureKind::Foam:
      add_cover(link, "foam", 0.05, kCoverGap);
      break;
    case FeatureKind::Cloth:
      add_cover(link, "black_cloth", 0.005, kCoverGap);
      break;
    case FeatureKind::Foil:
      add_cover(link, "foil", 0.002, kCoverGap);
      break;
  }
  return link;
}

Model features_model(const GridFrame& frame, const CellGrid& grid,
                     const std::vector<Feature>& features) {
  Model model = static_model("features");
  for (const Feature& feature : features) {
    const std::string name = numbered("feature", model.links.size() + 1);
    model.links.push_back(feature_link(name, frame, feature));
    if (feature.kind != FeatureKind::Barrel) continue;
    const WallSpot beyond{*grid.neighbor(feature.spot.cell, feature.spot.side),
                          opposite(feature.spot.side)};
    model.links.push_back(
        feature_link(numbered("feature", model.links.size() + 1), frame, {feature.kind, beyond}));
  }
  return model;
}

Model labels_model(const GridFrame& frame, const std::vector<LabelPlace>& labels) {
  Model model = static_model("hazard_labels");
  for (const LabelPlace& label : labels)
    model.links.push_back(hazard_label(numbered("label", model.links.size() + 1),
                                       frame.face_of(label.spot) * at(kCoverGap, 0.0, label.height),
                                       label.hazard_class));
  return model;
}

bool is_covered(const Furnishing& furnishing, const WallSpot& wall) {
  for (const VictimPlace& victim : furnishing.victims)
    if (victim.spot == wall) return true;
  for (const Feature& feature : furnishing.features) {
    const WallSpot left{feature.spot.cell, clockwise(feature.spot.side)};
    if (feature.spot == wall || (feature.kind == FeatureKind::Diagonal && left == wall))
      return true;
  }
  return false;
}

bool has_diagonal_south_west(const Furnishing& furnishing, Cell cell) {
  for (const Feature& feature : furnishing.features)
    if (feature.kind == FeatureKind::Diagonal && feature.spot == WallSpot{cell, CellSide::South})
      return true;
  return false;
}

// On a bare wall beside its middle, where labels hang; else in a corner.
Pose tag_pose(const GridFrame& frame, const CellGrid& grid, const Furnishing& furnishing,
              Cell cell) {
  for (const CellSide side : kCellSides)
    if (!grid.is_open(cell, side) && !is_covered(furnishing, {cell, side}))
      return frame.face_of({cell, side}) * at(0.03, 0.48, 0.30);
  const Vec2 to_corner = Vec2(frame.clear_x(), frame.clear_y()) / 2 - Vec2::Constant(0.07);
  const Vec2 corner = frame.center_of(cell) +
                      (has_diagonal_south_west(furnishing, cell) ? to_corner : Vec2(-to_corner));
  return at(corner.x(), corner.y(), 0.30);
}

}  // namespace

void add_furnishing(World& world, const GridFrame& frame, const CellGrid& grid,
                    const Furnishing& furnishing, std::uint64_t seed) {
  add_model(world, features_model(frame, grid, furnishing.features));
  add_model(world, labels_model(frame, furnishing.labels));
  Model furniture = static_model("victim_places");
  for (const VictimPlace& place : furnishing.victims)
    add_victim(world, furniture, frame.face_of(place.spot), place.style, seed);
  add_model(world, std::move(furniture));
  for (const Cell cell : furnishing.tags)
    world.tags.push_back({.id = 100 + static_cast<int>(grid.index_of(cell)),
                          .pose = tag_pose(frame, grid, furnishing, cell)});
}

}  // namespace rubble::generators
