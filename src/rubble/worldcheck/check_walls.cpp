// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>

#include "rubble/geometry/cell_grid.h"
#include "rubble/sdf/sdf_writer.h"
#include "rubble/worldcheck/check_rows.h"

namespace rubble::worldcheck {
namespace {

constexpr double kEyeHeight = 0.6;     // m, where walls are looked at
constexpr double kMaxOverlap = 0.001;  // m
constexpr double kWidthTolerance = 0.005;

// Cells as the walls of a loaded world show them.
struct MeasuredCells {
  int columns;
  int rows;
  double wall_thickness;
  Vec2 origin;
  Vec2 pitch;

  explicit MeasuredCells(const CheckScene& scene)
      : columns(scene.world.generator->columns), rows(scene.world.generator->rows) {
    const Vec2 size = (scene.walls.high - scene.walls.low).head<2>();
    wall_thickness = size.x() - columns * scene.world.generator->pitch;
    origin = scene.walls.low.head<2>() + Vec2::Constant(wall_thickness / 2);
    pitch = {(size.x() - wall_thickness) / columns, (size.y() - wall_thickness) / rows};
  }

  Vec3 eye(Cell cell) const {
    return {origin.x() + (cell.column + 0.5) * pitch.x(), origin.y() + (cell.row + 0.5) * pitch.y(),
            kEyeHeight};
  }
  double pitch_along(CellSide side) const {
    return side == CellSide::East || side == CellSide::West ? pitch.x() : pitch.y();
  }
};

Vec3 direction_of(CellSide side) {
  constexpr double kX[] = {1, 0, -1, 0};
  constexpr double kY[] = {0, 1, 0, -1};
  return {kX[static_cast<std::size_t>(side)], kY[static_cast<std::size_t>(side)], 0.0};
}

// Where a ray enters a box, by slabs.
std::optional<double> distance_to(const Solid& box, const Vec3& from, const Vec3& direction) {
  const Pose back = box.world_from_shape.inverse();
  const Vec3 origin = back * from;
  const Vec3 along = back.rotation * direction;
  double enter = 0.0, leave = kInfinity;
  for (int i = 0; i < 3; ++i) {
    const double half = box.box_size()[i] / 2;
    if (std::abs(along[i]) < 1e-9) {
      if (std::abs(origin[i]) > half) return std::nullopt;
      continue;
    }
    const double a = (-half - origin[i]) / along[i];
    const double b = (half - origin[i]) / along[i];
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  return enter <= leave ? std::optional(enter) : std::nullopt;
}

double distance_to_wall(const CheckScene& scene, const Vec3& from, CellSide side) {
  double nearest = kInfinity;
  for (const Solid& solid : scene.solids) {
    if (solid.label != "Wall" || !solid.is_box()) continue;
    if (const auto distance = distance_to(solid, from, direction_of(side)))
      nearest = std::min(nearest, *distance);
  }
  return nearest;
}

// The grid of openings between cells that have no wall between their middles.
CellGrid measured_grid(const CheckScene& scene, const MeasuredCells& cells) {
  CellGrid grid(cells.columns, cells.rows);
  for (std::size_t i = 0; i < grid.cell_count(); ++i)
    for (const CellSide side : {CellSide::East, CellSide::North}) {
      const Cell cell = grid.cell_at(i);
      const bool is_free = distance_to_wall(scene, cells.eye(cell), side) > cells.pitch_along(side);
      if (grid.neighbor(cell, side) && is_free) grid.open(cell, side);
    }
  return grid;
}

// Places where robots cannot be: the middle of the cell is filled to the height of a body.
bool is_filled(const ColumnMap& map, const Vec3& eye) {
  return map.is_solid_within(map.column_of(eye.x()), map.row_of(eye.y()), 0.42, 0.50);
}

std::size_t cells_not_reached(const CheckScene& scene, const ColumnMap& map) {
  const MeasuredCells cells(scene);
  const CellGrid grid = measured_grid(scene, cells);
  const Vec3 start = scene.world.starts.front().pose.position;
  const Cell from{static_cast<int>((start.x() - cells.origin.x()) / cells.pitch.x()),
                  static_cast<int>((start.y() - cells.origin.y()) / cells.pitch.y())};
  const std::vector<int> steps = steps_from(grid, from);
  std::size_t missing = 0;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i] < 0 && !is_filled(map, cells.eye(grid.cell_at(i)))) ++missing;
  return missing;
}

}  // namespace

CheckRow check_reachable(const CheckScene& scene, const ColumnMap& map) {
  if (scene.world.starts.empty()) return {"reachable", false, "the world has no start"};
  const std::size_t missing = cells_not_reached(scene, map);
  constexpr double kSlopeRise = 0.02;  // m, what a ramp of 15 degrees adds in one grid step
  const Reachability reach(map, {.max_step = scene.rules.max_reach_step + kSlopeRise},
                           {scene.world.starts.front().pose.position.head<2>()});
  const double share = reach.reached_share(scene.walls);
  return {"reachable", missing == 0 && share >= 0.98,
          std::to_string(missing) + " cells cut off, a disc of 0.30 m reaches " +
              short_number(std::round(1000 * share) / 10) + " % of the free floor"};
}

CheckRow check_walls(const CheckScene& scene) {
  std::vector<const Solid*> boxes;
  for (const Solid& solid : scene.solids)
    if (solid.is_box()) boxes.push_back(&solid);
  double worst = 0.0;
  std::string where = "no two boxes overlap";
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = i + 1; j < boxes.size(); ++j) {
      if (!boxes[i]->bounds_meet(*boxes[j])) continue;
      const double overlap = penetration(*boxes[i], *boxes[j]);
      if (overlap <= std::max(worst, 1e-5)) continue;
      worst = overlap;
      where = boxes[i]->name + " and " + boxes[j]->name + " overlap by " + short_number(overlap);
    }
  return {"walls", worst <= kMaxOverlap, where};
}

CheckRow check_closed(const CheckScene& scene, const ColumnMap& map) {
  std::vector<Vec2> starts;
  for (const Start& start : scene.world.starts) starts.push_back(start.pose.position.head<2>());
  const Reachability reach(map, {.radius = 0.0, .max_step = scene.rules.max_reach_step + 0.02},
                           starts);
  for (const WalkableSpan& place : reach.walkable_spans()) {
    const bool is_at_border = place.column == 0 || place.row == 0 ||
                              place.column == map.columns() - 1 || place.row == map.rows() - 1;
    if (place.is_reached && is_at_border)
      return {"outer wall", false, "there is a way out of the outer wall"};
  }
  return {"outer wall", true, "closed"};
}

CheckRow check_corridors(const CheckScene& scene) {
  const MeasuredCells cells(scene);
  double worst = 0.0;
  for (int row = 0; row < cells.rows; ++row)
    for (int column = 0; column < cells.columns; ++column)
      for (const CellSide side : {CellSide::East, CellSide::North}) {
        const Vec3 eye = cells.eye({column, row});
        const double width =
            distance_to_wall(scene, eye, side) + distance_to_wall(scene, eye, opposite(side));
        const double pitch = cells.pitch_along(side);
        if (width > 1.5 * pitch) continue;  // not walls on both sides of this cell
        worst = std::max(worst, std::abs(width - (pitch - cells.wall_thickness)));
      }
  return {"corridors", worst <= kWidthTolerance,
          "widths are within " + short_number(worst) + " m of " +
              short_number(cells.pitch.x() - cells.wall_thickness)};
}

}  // namespace rubble::worldcheck
