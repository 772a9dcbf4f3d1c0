// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/furnished_room/furnishing.h"

#include <algorithm>
#include <cstdlib>

#include "rubble/base/random.h"

namespace rubble::generators {
namespace {

bool contains(const std::vector<Cell>& cells, Cell cell) {
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

// The wall a victim leans on: opposite the way in if there is one, else any.
std::optional<CellSide> wall_behind(const CellGrid& grid, Cell cell) {
  for (const CellSide side : kCellSides)
    if (grid.is_open(cell, side) && !grid.is_open(cell, opposite(side))) return opposite(side);
  return std::nullopt;
}

// Dead ends first, the farther from the start the earlier; then other cells as they come.
std::vector<Cell> victim_candidates(const CellGrid& grid, const FurnishingSettings& settings) {
  const std::vector<int> steps = steps_from(grid, settings.starts.front());
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < grid.cell_count(); ++i) {
    const Cell cell = grid.cell_at(i);
    const bool is_free = !contains(settings.starts, cell) && !contains(settings.occupied, cell);
    if (is_free && steps[i] >= 0 && wall_behind(grid, cell)) cells.push_back(cell);
  }
  Random(settings.seed, "victim cells").shuffle(cells);
  const auto rank = [&](Cell cell) {
    return grid.opening_count(cell) > 1 ? 0 : -steps[grid.index_of(cell)];
  };
  std::stable_sort(cells.begin(), cells.end(), [&](Cell a, Cell b) { return rank(a) < rank(b); });
  return cells;
}

// Victims in the open keep a cell between them.
bool is_beside(Cell a, Cell b) {
  return std::abs(a.column - b.column) < 2 && std::abs(a.row - b.row) < 2;
}

std::vector<VictimPlace> place_victims(const CellGrid& grid, const FurnishingSettings& settings) {
  Random random(settings.seed, "victims");
  const auto count = static_cast<std::size_t>(random.integer(4, 8));
  std::vector<VictimPlace> victims;
  for (const Cell cell : victim_candidates(grid, settings)) {
    if (victims.size() == count) break;
    const auto style = static_cast<VictimStyle>(random.integer(0, 2));
    const bool is_dead_end = grid.opening_count(cell) == 1;
    const bool is_crowded =
        std::any_of(victims.begin(), victims.end(),
                    [&](const VictimPlace& other) { return is_beside(other.spot.cell, cell); });
    if (is_crowded && !is_dead_end) continue;
    // A box or a table would narrow a cell that leads on.
    victims.push_back({{cell, *wall_behind(grid, cell)}, is_dead_end ? style : VictimStyle::Open});
  }
  return victims;
}

// Keeps track of which walls and cells are taken.
class FreeWalls {
 public:
  FreeWalls(const CellGrid& grid, const FurnishingSettings& settings,
            const std::vector<VictimPlace>& victims)
      : grid_(grid), cell_is_taken_(grid.cell_count(), false) {
    for (const Cell cell : settings.starts) cell_is_taken_[grid.index_of(cell)] = true;
    for (const Cell cell : settings.occupied) cell_is_taken_[grid.index_of(cell)] = true;
    for (const VictimPlace& victim : victims)
      cell_is_taken_[grid.index_of(victim.spot.cell)] = true;
  }

  bool is_wall(const WallSpot& spot) const { return !grid_.is_open(spot.cell, spot.side); }
  bool has_room(Cell cell) const { return !cell_is_taken_[grid_.index_of(cell)]; }
  void take_cell(Cell cell) { cell_is_taken_[grid_.index_of(cell)] = true; }
  void take_wall(const WallSpot& spot) { walls_.push_back(spot); }
  bool is_bare(const WallSpot& spot) const {
    return is_wall(spot) && std::find(walls_.begin(), walls_.end(), spot) == walls_.end();
  }

 private:
  const CellGrid& grid_;
  std::vector<bool> cell_is_taken_;
  std::vector<WallSpot> walls_;
};

// Takes the walls and cells a feature needs, if all are free.
bool take_for(const Feature& feature, const CellGrid& grid, FreeWalls& free_walls) {
  const auto [cell, side] = feature.spot;
  if (!free_walls.has_room(cell) || !free_walls.is_bare(feature.spot)) return false;
  if (feature.kind == FeatureKind::Diagonal) {
    const WallSpot left{cell, clockwise(side)};
    if (!free_walls.is_bare(left)) return false;
    free_walls.take_wall(left);
  }
  if (feature.kind == FeatureKind::Barrel) {
    const auto beyond = grid.neighbor(cell, side);
    if (!beyond || !free_walls.has_room(*beyond)) return false;
    free_walls.take_cell(*beyond);
    free_walls.take_wall({*beyond, opposite(side)});
  }
  free_walls.take_cell(cell);
  free_walls.take_wall(feature.spot);
  return true;
}

WallSpot random_spot(const CellGrid& grid, Random& random) {
  const int cell = random.integer(0, static_cast<int>(grid.cell_count()) - 1);
  return {grid.cell_at(static_cast<std::size_t>(cell)),
          kCellSides[static_cast<std::size_t>(random.integer(0, 3))]};
}

// The first four are one of each special wall cover; the rest are shapes.
FeatureKind feature_kind(std::size_t number, Random& random) {
  constexpr FeatureKind kCovers[] = {FeatureKind::Glass, FeatureKind::Foam, FeatureKind::Cloth,
                                     FeatureKind::Foil};
  if (number < std::size(kCovers)) return kCovers[number];
  return static_cast<FeatureKind>(random.integer(0, 2));
}

std::vector<Feature> place_features(const CellGrid& grid, const FurnishingSettings& settings,
                                    FreeWalls& free_walls) {
  Random random(settings.seed, "features");
  const auto count =
      static_cast<std::size_t>(random.integer(settings.min_features, settings.max_features));
  constexpr int kMaxTries = 2000;
  std::vector<Feature> features;
  for (int tries = 0; features.size() < count && tries < kMaxTries; ++tries) {
    const Feature feature{feature_kind(features.size(), random), random_spot(grid, random)};
    if (take_for(feature, grid, free_walls)) features.push_back(feature);
  }
  return features;
}

std::vector<LabelPlace> place_labels(const CellGrid& grid, const FurnishingSettings& settings,
                                     FreeWalls& free_walls) {
  Random random(settings.seed, "labels");
  const auto count = static_cast<std::size_t>(random.integer(6, 10));
  constexpr int kMaxTries = 2000;
  std::vector<LabelPlace> labels;
  for (int tries = 0; labels.size() < count && tries < kMaxTries; ++tries) {
    const WallSpot spot = random_spot(grid, random);
    const LabelPlace label{spot, random.integer(1, 9), random.uniform(0.5, 0.95)};
    if (contains(settings.occupied, spot.cell) || !free_walls.is_bare(spot)) continue;
    free_walls.take_wall(spot);
    labels.push_back(label);
  }
  return labels;
}

std::vector<Cell> place_tags(const CellGrid& grid, const FurnishingSettings& settings) {
  std::vector<Cell> tags;
  for (std::size_t i = 0; i < grid.cell_count(); i += 3)
    if (!contains(settings.occupied, grid.cell_at(i))) tags.push_back(grid.cell_at(i));
  return tags;
}

}  // namespace

Furnishing furnish(const CellGrid& grid, const FurnishingSettings& settings) {
  Furnishing furnishing;
  furnishing.victims = place_victims(grid, settings);
  FreeWalls free_walls(grid, settings, furnishing.victims);
  for (const VictimPlace& victim : furnishing.victims) free_walls.take_wall(victim.spot);
  furnishing.features = place_features(grid, settings, free_walls);
  furnishing.labels = place_labels(grid, settings, free_walls);
  furnishing.tags = place_tags(grid, settings);
  return furnishing;
}

std::vector<bool> victim_cells(const CellGrid& grid, const Furnishing& furnishing) {
  std::vector<bool> cells(grid.cell_count(), false);
  for (const VictimPlace& victim : furnishing.victims)
    cells[grid.index_of(victim.spot.cell)] = true;
  return cells;
}

}  // namespace rubble::generators
