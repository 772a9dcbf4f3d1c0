// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/grid_frame.h"

#include "rubble/base/random.h"
#include "rubble/generators/builder.h"

namespace rubble::generators {
namespace {

constexpr double kHallMargin = 1.5;  // m around the outer walls

bool is_along_x(CellSide side) { return side == CellSide::East || side == CellSide::West; }

std::vector<WallRun> runs_along_x(const CellGrid& grid, const GridFrame& frame) {
  std::vector<WallRun> runs;
  for (int row = 0; row <= grid.rows(); ++row) {
    for (int from = 0; from < grid.columns(); ++from) {
      int to = from;
      while (grid.has_wall_below(to, row)) ++to;
      if (to == from) continue;
      runs.push_back({Vec2((from + to) / 2.0 * frame.pitch_x, row * frame.pitch_y),
                      Vec2((to - from) * frame.pitch_x + kWallThickness, kWallThickness)});
      from = to;
    }
  }
  return runs;
}

bool has_wall_across(const CellGrid& grid, int column, int row) {
  return grid.has_wall_below(column - 1, row) || grid.has_wall_below(column, row);
}

std::vector<WallRun> runs_along_y(const CellGrid& grid, const GridFrame& frame) {
  std::vector<WallRun> runs;
  for (int column = 0; column <= grid.columns(); ++column) {
    for (int from = 0; from < grid.rows(); ++from) {
      if (!grid.has_wall_left(column, from)) continue;
      int to = from + 1;
      while (grid.has_wall_left(column, to) && !has_wall_across(grid, column, to)) ++to;
      // A free end reaches over the grid point as a post would.
      const double low = from * frame.pitch_y +
                         (has_wall_across(grid, column, from) ? 1 : -1) * kWallThickness / 2;
      const double high =
          to * frame.pitch_y + (has_wall_across(grid, column, to) ? -1 : 1) * kWallThickness / 2;
      runs.push_back(
          {Vec2(column * frame.pitch_x, (low + high) / 2), Vec2(kWallThickness, high - low)});
      from = to - 1;
    }
  }
  return runs;
}

MaterialPreset wall_preset(Random& random) {
  const double kind = random.uniform();
  MaterialPreset chosen = material_preset(kind < 0.7 ? "osb" : kind < 0.9 ? "plywood" : "painted");
  if (kind < 0.7) chosen.reflectivity = random.uniform(0.45, 0.60);
  chosen.thickness = 0.018;  // the sheet; studs are air to the radio
  return chosen;
}

}  // namespace

Vec2 GridFrame::center_of(Cell cell) const {
  return {(cell.column + 0.5) * pitch_x, (cell.row + 0.5) * pitch_y};
}

Pose GridFrame::face_of(const WallSpot& spot) const {
  const double reach = (is_along_x(spot.side) ? clear_x() : clear_y()) / 2;
  const double outward = yaw_towards(spot.side);
  const Vec2 middle = center_of(spot.cell) + reach * Vec2(std::cos(outward), std::sin(outward));
  return at(middle.x(), middle.y(), 0.0, yaw_towards(opposite(spot.side)));
}

double GridFrame::face_length(CellSide side) const {
  return is_along_x(side) ? clear_y() : clear_x();
}

std::vector<WallRun> wall_runs(const CellGrid& grid, const GridFrame& frame) {
  std::vector<WallRun> runs = runs_along_x(grid, frame);
  const std::vector<WallRun> others = runs_along_y(grid, frame);
  runs.insert(runs.end(), others.begin(), others.end());
  return runs;
}

Model walls_model(const std::vector<WallRun>& runs, std::uint64_t seed) {
  Model model = static_model("walls");
  Random random(seed, "wall materials");
  for (const WallRun& run : runs)
    model.links.push_back(box_link(numbered("wall", model.links.size() + 1),
                                   at(run.middle.x(), run.middle.y(), kWallHeight / 2),
                                   {run.size.x(), run.size.y(), kWallHeight}, wall_preset(random),
                                   "Wall"));
  return model;
}

void add_hall(World& world, const CellGrid& grid, const GridFrame& frame, double ceiling_height) {
  world.scene.background = {0.66F, 0.66F, 0.64F};
  const double width = grid.columns() * frame.pitch_x;
  const double depth = grid.rows() * frame.pitch_y;
  const Vec3 plate(width + 2 * kHallMargin, depth + 2 * kHallMargin, 0.1);
  Model model = static_model("hall");
  model.links.push_back(
      box_link("floor", at(width / 2, depth / 2, -0.05), plate, material_preset("osb"), "Floor"));
  model.links.push_back(box_link("ceiling", at(width / 2, depth / 2, ceiling_height + 0.05), plate,
                                 material_preset("concrete"), "Ceiling"));
  Link& ceiling = model.links.back();
  // To be looked at it reaches as far as a hall's does; nobody touches it out there.
  constexpr double kFarther = 20.0;
  ceiling.visuals[0].geometry = Box{plate + Vec3(2 * kFarther, 2 * kFarther, 0.0)};
  ceiling.visuals[0].casts_shadow = false;  // the light of its lamps is the sun's
  ceiling.visuals[0].appearance.color = {0.80F, 0.81F, 0.82F, 1.0F};
  constexpr double kLampPitch = 2.5;
  const Vec3 panel(1.5, 0.16, 0.04);
  for (double x = kLampPitch / 2; x < width; x += kLampPitch)
    for (double y = kLampPitch / 2; y < depth; y += kLampPitch)
      add_lamp_panel(ceiling, numbered("lamp", ceiling.visuals.size()),
                     at(x - width / 2, y - depth / 2, -0.07), panel);
  add_model(world, std::move(model));
}

}  // namespace rubble::generators
