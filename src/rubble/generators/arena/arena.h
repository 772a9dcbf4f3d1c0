// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/generators/arena/floor_tiles.h"
#include "rubble/generators/furnished_room/furnishing.h"

namespace rubble::generators {

enum class ArenaKind {
  Yellow,  // flat maze with push doors, for robots on their own
  Orange,  // crossing ramps, half-cubic step fields, stairs, a platform, confined spaces
  Red,     // full-cubic step fields, pallets, pipes, heaps of rubble
};
std::optional<ArenaKind> arena_kind_of(std::string_view word);
std::string word_of(ArenaKind kind);

struct ArenaSettings {
  ArenaKind kind = ArenaKind::Yellow;
  std::uint64_t seed = 1;
  double width = 10.0;  // m
  double height = 7.5;
  bool ramps = false;  // yellow: ridges of 10 degrees
};

enum class CellContent {
  Empty,
  CrossingRamp,
  StepField,
  Confined,
  Pallet,
  Rubble,
  Platform,
  Stair,
  SteepRamp,
};

struct ArenaPlan {
  ArenaSettings settings;
  GridFrame frame;
  CellGrid grid;
  std::vector<Cell> starts;
  std::vector<WallSpot> doors;  // openings with a push door
  std::vector<CellContent> contents;
  bool is_flipped = false;  // orange: the platform stands in the south
  Furnishing furnishing;
  std::vector<FloorTile> floor;

  std::uint64_t hash() const;
};

Result<ArenaPlan> plan_arena(const ArenaSettings& settings);
World arena_world(const ArenaPlan& plan);
Result<std::string> arena_sdf(const ArenaSettings& settings);

}  // namespace rubble::generators
