// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/maze.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/hash.h"
#include "rubble/base/random.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/carve.h"
#include "rubble/generators/maze_surfaces.h"
#include "rubble/sdf/sdf_writer.h"

namespace rubble::generators {
namespace {

constexpr double kPitch = 1.25;  // m: sheets of 1.20 m and a wall of 0.05 m
constexpr double kMinPitch = 1.15;
constexpr double kMaxPitch = 1.35;
constexpr int kMinCells = 4;  // along each side, so that four robots find a start
constexpr int kMaxCells = 24;
constexpr double kMazeCeiling = 4.0;

Result<int> cells_along(const char* name, double size) {
  const auto refused = [&](const std::string& reason) {
    return Error{{}, std::string(name) + " " + short_number(size) + " m " + reason};
  };
  if (!std::isfinite(size) || size < kMinCells * kMinPitch || size > kMaxCells * kMaxPitch)
    return refused("is not between 4.6 and 32.4 m");
  const double cells = std::round(size / kPitch);
  const double pitch = size / cells;
  if (cells < kMinCells || cells > kMaxCells || pitch < kMinPitch || pitch > kMaxPitch)
    return refused("gives cells of " + short_number(pitch) + " m, wanted 1.15 to 1.35 m");
  return static_cast<int>(cells);
}

std::string options_of(const MazeSettings& settings) {
  return "width=" + short_number(settings.width) + " height=" + short_number(settings.height) +
         " crossing=" + (settings.crossing ? "true" : "false") +
         (settings.smoke > 0.0 ? " smoke=" + short_number(settings.smoke) : "") +
         (settings.glass > 0.0 ? " glass=" + short_number(settings.glass) : "") +
         (settings.friction > 0.0 ? " friction=" + short_number(settings.friction) : "");
}

Model walls_of(const MazePlan& plan) {
  const MazeSettings& settings = plan.settings;
  Model walls = walls_model(wall_runs(plan.grid, plan.frame), settings.seed);
  return settings.glass > 0.0 ? glazed(walls, plan.frame, settings.glass, settings.seed) : walls;
}

std::vector<FloorTile> plan_floor(const MazePlan& plan) {
  std::vector<bool> must_be_flat = victim_cells(plan.grid, plan.furnishing);
  for (const Cell cell : plan.starts) must_be_flat[plan.grid.index_of(cell)] = true;
  constexpr double kCrossingFlatShare = 0.2;
  const std::uint64_t seed = plan.settings.seed;
  return plan.settings.crossing ? crossing_floor(plan.grid, must_be_flat, kCrossingFlatShare, seed)
                                : smooth_floor(plan.grid, must_be_flat, seed);
}

}  // namespace

Result<CellDivision> divide_into_cells(double width, double height) {
  const Result<int> columns = cells_along("width", width);
  if (!columns) return columns.error();
  const Result<int> rows = cells_along("height", height);
  if (!rows) return rows.error();
  return CellDivision{*columns, *rows, {width / *columns, height / *rows}};
}

std::vector<Cell> start_cells(const CellGrid& grid, Cell first) {
  std::vector<Cell> cells;
  for (int row = 0; row < grid.rows(); ++row) cells.push_back({0, row});
  std::stable_sort(cells.begin(), cells.end(), [&](Cell a, Cell b) {
    return std::abs(a.row - first.row) < std::abs(b.row - first.row);
  });
  cells.resize(4);
  return cells;
}

void add_starts(World& world, const GridFrame& frame, const CellGrid& grid,
                const std::vector<Cell>& starts) {
  for (const Cell cell : starts) {
    const auto* const side = std::find_if(kCellSides.begin(), kCellSides.end(),
                                          [&](CellSide s) { return grid.is_open(cell, s); });
    const Vec2 center = frame.center_of(cell);
    world.starts.push_back({"RobotStart" + std::to_string(world.starts.size() + 1),
                            at(center.x(), center.y(), 0.2, yaw_towards(*side))});
  }
}

std::uint64_t MazePlan::hash() const { return Hash().add(grid.hash()).add(hash_of(floor)).value(); }

Result<MazePlan> plan_maze(const MazeSettings& settings) {
  const Result<CellDivision> division = divide_into_cells(settings.width, settings.height);
  if (!division) return division.error();
  const Cell start{0, Random(settings.seed, "start").integer(0, division->rows - 1)};
  MazePlan plan{.settings = settings,
                .frame = division->frame,
                .grid = carve({.columns = division->columns,
                               .rows = division->rows,
                               .seed = settings.seed,
                               .start = start})};
  plan.starts = start_cells(plan.grid, start);
  plan.furnishing = furnish(plan.grid, {.seed = settings.seed, .starts = plan.starts});
  plan.floor = plan_floor(plan);
  return plan;
}

World maze_world(const MazePlan& plan) {
  World world = new_world("maze", {.name = "maze",
                                   .seed = plan.settings.seed,
                                   .options = options_of(plan.settings),
                                   .hash = hash_text(plan.hash()),
                                   .columns = plan.grid.columns(),
                                   .rows = plan.grid.rows(),
                                   .pitch = plan.frame.pitch_x});
  add_starts(world, plan.frame, plan.grid, plan.starts);
  add_hall(world, plan.grid, plan.frame, kMazeCeiling);
  add_model(world, walls_of(plan));
  add_model(world, floor_model(plan.grid, plan.frame, plan.floor));
  add_furnishing(world, plan.frame, plan.grid, plan.furnishing, plan.settings.seed);
  if (plan.settings.friction > 0.0) make_slippery(world, plan.settings.friction);
  if (plan.settings.smoke > 0.0) world.hazes.push_back({.density = plan.settings.smoke});
  return world;
}

Result<std::string> maze_sdf(const MazeSettings& settings) {
  const Result<MazePlan> plan = plan_maze(settings);
  if (!plan) return plan.error();
  return sdf_text(maze_world(*plan));
}

}  // namespace rubble::generators
