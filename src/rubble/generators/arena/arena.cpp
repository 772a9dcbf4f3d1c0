// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/arena/arena.h"

#include <algorithm>

#include "rubble/base/hash.h"
#include "rubble/base/random.h"
#include "rubble/generators/arena/drawing.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/carve.h"
#include "rubble/generators/maze.h"
#include "rubble/sdf/sdf_writer.h"

namespace rubble::generators {
namespace {

constexpr std::string_view kKindWords[] = {"yellow", "orange", "red"};
constexpr double kLoopShares[] = {0.25, 0.45, 0.60};
constexpr int kMinColumns = 6;
constexpr int kMinRows = 5;
constexpr std::size_t kMaxHeaps = 5;        // so that physics keeps its pace
constexpr std::size_t kMaxStepFields = 18;  // so that the file stays below 1 MB

// The raised part of an orange arena in its north-east corner: platform, stair, steep ramp.
struct Tower {
  std::vector<Cell> platform;
  Cell stair;
  Cell ramp;
  CellSide ramp_foot;

  Tower(int columns, int rows, bool is_flipped) {
    const auto row = [&](int from_top) { return is_flipped ? from_top : rows - 1 - from_top; };
    platform = {
        {columns - 2, row(0)}, {columns - 1, row(0)}, {columns - 2, row(1)}, {columns - 1, row(1)}};
    stair = {columns - 3, row(0)};
    ramp = {columns - 1, row(2)};
    ramp_foot = is_flipped ? CellSide::North : CellSide::South;
  }

  // Where one takes a run at stair and ramp: kept free.
  std::vector<Cell> feet(const CellGrid& grid) const {
    return {*grid.neighbor(stair, CellSide::West), *grid.neighbor(ramp, ramp_foot)};
  }

  std::vector<Cell> cells() const {
    std::vector<Cell> all = platform;
    all.push_back(stair);
    all.push_back(ramp);
    return all;
  }

  void open_ways(CellGrid& grid) const {
    grid.open(platform[0], CellSide::East);
    grid.open(platform[2], CellSide::East);
    const CellSide to_lower_row =
        platform[2].row < platform[0].row ? CellSide::South : CellSide::North;
    grid.open(platform[0], to_lower_row);
    grid.open(platform[1], to_lower_row);
    grid.open(stair, CellSide::West);
    grid.open(ramp, ramp_foot);
  }
};

Result<CellDivision> divide(const ArenaSettings& settings) {
  Result<CellDivision> division = divide_into_cells(settings.width, settings.height);
  if (division && (division->columns < kMinColumns || division->rows < kMinRows))
    return Error{{}, "an arena wants at least 6 by 5 cells: 7.5 by 6.25 m"};
  return division;
}

bool leads_straight_on(const CellGrid& grid, const WallSpot& spot) {
  return grid.opening_count(spot.cell) == 2 && grid.is_open(spot.cell, spot.side) &&
         grid.is_open(spot.cell, opposite(spot.side));
}

// Up to three openings at the ends of straight cells, far enough from each other to swing freely.
std::vector<WallSpot> draw_doors(const CellGrid& grid, const std::vector<Cell>& starts,
                                 std::uint64_t seed) {
  std::vector<WallSpot> candidates;
  for (std::size_t i = 0; i < grid.cell_count(); ++i)
    for (const CellSide side : {CellSide::East, CellSide::North})
      if (leads_straight_on(grid, {grid.cell_at(i), side}))
        candidates.push_back({grid.cell_at(i), side});
  Random(seed, "doors").shuffle(candidates);
  std::vector<WallSpot> doors;
  std::vector<Cell> taken = starts;
  for (const WallSpot& door : candidates) {
    const Cell ends[] = {door.cell, *grid.neighbor(door.cell, door.side)};
    const bool is_free = std::none_of(std::begin(ends), std::end(ends), [&](Cell cell) {
      return std::find(taken.begin(), taken.end(), cell) != taken.end();
    });
    if (!is_free || doors.size() == 3) continue;
    taken.insert(taken.end(), std::begin(ends), std::end(ends));
    doors.push_back(door);
  }
  return doors;
}

CellContent draw_content(ArenaKind kind, Random random) {
  const double draw = random.uniform();
  if (kind == ArenaKind::Orange) {
    if (draw < 0.5) return CellContent::CrossingRamp;
    if (draw < 0.7) return CellContent::StepField;
    return draw < 0.9 ? CellContent::Empty : CellContent::Confined;
  }
  if (draw < 0.5) return CellContent::StepField;
  return draw < 0.8 ? CellContent::Pallet : CellContent::Rubble;
}

// Contents for cells in which nothing stands yet and which need not stay free.
void draw_contents(ArenaPlan& plan, const std::vector<Cell>& kept_free) {
  std::vector<bool> is_taken = victim_cells(plan.grid, plan.furnishing);
  for (const Cell cell : plan.starts) is_taken[plan.grid.index_of(cell)] = true;
  for (const Cell cell : kept_free) is_taken[plan.grid.index_of(cell)] = true;
  for (const Feature& feature : plan.furnishing.features) {
    is_taken[plan.grid.index_of(feature.spot.cell)] = true;
    if (feature.kind == FeatureKind::Barrel)
      is_taken[plan.grid.index_of(*plan.grid.neighbor(feature.spot.cell, feature.spot.side))] =
          true;
  }
  std::size_t heaps = 0, fields = 0;
  for (std::size_t i = 0; i < plan.contents.size(); ++i) {
    if (is_taken[i] || plan.contents[i] != CellContent::Empty) continue;
    CellContent content =
        draw_content(plan.settings.kind, Random(plan.settings.seed, "content", i));
    if (content == CellContent::Rubble && ++heaps > kMaxHeaps) content = CellContent::Pallet;
    if (content == CellContent::StepField && ++fields > kMaxStepFields)
      content = CellContent::Empty;
    plan.contents[i] = content;
  }
}

std::vector<FloorTile> plan_floor(const ArenaPlan& plan) {
  std::vector<bool> must_be_flat(plan.grid.cell_count(), true);
  for (std::size_t i = 0; i < must_be_flat.size(); ++i)
    if (plan.contents[i] == CellContent::CrossingRamp) must_be_flat[i] = false;
  if (plan.settings.kind != ArenaKind::Yellow || !plan.settings.ramps)
    return crossing_floor(plan.grid, must_be_flat, 0.0, plan.settings.seed);

  must_be_flat = victim_cells(plan.grid, plan.furnishing);
  for (const Cell cell : plan.starts) must_be_flat[plan.grid.index_of(cell)] = true;
  for (const WallSpot& door : plan.doors) {
    must_be_flat[plan.grid.index_of(door.cell)] = true;
    must_be_flat[plan.grid.index_of(*plan.grid.neighbor(door.cell, door.side))] = true;
  }
  return smooth_floor(plan.grid, must_be_flat, plan.settings.seed);
}

FurnishingSettings furnishing_settings(const ArenaPlan& plan, std::vector<Cell> occupied) {
  for (const WallSpot& door : plan.doors) {
    occupied.push_back(door.cell);
    occupied.push_back(*plan.grid.neighbor(door.cell, door.side));
  }
  const bool is_yellow = plan.settings.kind == ArenaKind::Yellow;
  return {.seed = plan.settings.seed,
          .starts = plan.starts,
          .occupied = std::move(occupied),
          .min_features = is_yellow ? 5 : 2,
          .max_features = is_yellow ? 9 : 4};
}

void put_tower(ArenaPlan& plan, const Tower& tower) {
  for (const Cell cell : tower.platform)
    plan.contents[plan.grid.index_of(cell)] = CellContent::Platform;
  plan.contents[plan.grid.index_of(tower.stair)] = CellContent::Stair;
  plan.contents[plan.grid.index_of(tower.ramp)] = CellContent::SteepRamp;
}

std::string options_of(const ArenaSettings& settings) {
  return "kind=" + word_of(settings.kind) + " width=" + short_number(settings.width) +
         " height=" + short_number(settings.height) +
         " ramps=" + (settings.ramps ? "true" : "false");
}

}  // namespace

std::optional<ArenaKind> arena_kind_of(std::string_view word) {
  for (std::size_t i = 0; i < std::size(kKindWords); ++i)
    if (kKindWords[i] == word) return static_cast<ArenaKind>(i);
  return std::nullopt;
}

std::string word_of(ArenaKind kind) {
  return std::string(kKindWords[static_cast<std::size_t>(kind)]);
}

std::uint64_t ArenaPlan::hash() const {
  Hash hash;
  hash.add(grid.hash()).add(hash_of(floor));
  for (const CellContent content : contents) hash.add(static_cast<std::uint64_t>(content));
  return hash.value();
}

Result<ArenaPlan> plan_arena(const ArenaSettings& settings) {
  const Result<CellDivision> division = divide(settings);
  if (!division) return division.error();
  const int rows = division->rows;
  const bool is_orange = settings.kind == ArenaKind::Orange;
  const bool is_flipped = is_orange && Random(settings.seed, "flip").chance(0.5);
  const Tower tower(division->columns, rows, is_flipped);
  const std::vector<Cell> blocked = is_orange ? tower.cells() : std::vector<Cell>{};
  const Cell start{0, Random(settings.seed, "start").integer(0, rows - 1)};
  ArenaPlan plan{.settings = settings,
                 .frame = division->frame,
                 .grid = carve({.columns = division->columns,
                                .rows = rows,
                                .seed = settings.seed,
                                .start = start,
                                .loop_share = kLoopShares[static_cast<std::size_t>(settings.kind)],
                                .blocked = blocked}),
                 .is_flipped = is_flipped};
  plan.contents.resize(plan.grid.cell_count());
  plan.starts = start_cells(plan.grid, start);
  if (settings.kind == ArenaKind::Yellow)
    plan.doors = draw_doors(plan.grid, plan.starts, settings.seed);
  std::vector<Cell> occupied = blocked;
  if (is_orange) {
    tower.open_ways(plan.grid);
    put_tower(plan, tower);
    const std::vector<Cell> feet = tower.feet(plan.grid);
    occupied.insert(occupied.end(), feet.begin(), feet.end());
  }
  plan.furnishing = furnish(plan.grid, furnishing_settings(plan, occupied));
  if (settings.kind != ArenaKind::Yellow) draw_contents(plan, occupied);
  plan.floor = plan_floor(plan);
  return plan;
}

World arena_world(const ArenaPlan& plan) {
  World world =
      new_world("arena_" + word_of(plan.settings.kind), {.name = "arena",
                                                         .seed = plan.settings.seed,
                                                         .options = options_of(plan.settings),
                                                         .hash = hash_text(plan.hash()),
                                                         .columns = plan.grid.columns(),
                                                         .rows = plan.grid.rows(),
                                                         .pitch = plan.frame.pitch_x});
  add_starts(world, plan.frame, plan.grid, plan.starts);
  draw_arena(world, plan);
  return world;
}

Result<std::string> arena_sdf(const ArenaSettings& settings) {
  const Result<ArenaPlan> plan = plan_arena(settings);
  if (!plan) return plan.error();
  return sdf_text(arena_world(*plan));
}

}  // namespace rubble::generators
