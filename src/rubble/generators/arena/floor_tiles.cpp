// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/arena/floor_tiles.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/hash.h"
#include "rubble/base/random.h"
#include "rubble/generators/arena/tile_meshes.h"
#include "rubble/generators/builder.h"

namespace rubble::generators {
namespace {

constexpr double kFlatShare = 0.2;

enum class Kind { Flat, Pitch, Roll, Pyramid };
struct Choice {
  Kind kind = Kind::Flat;
  bool is_along_x = true;  // the corridor
};

// Straight corridors and dead ends have a direction; corners and branches have none.
bool has_direction(const CellGrid& grid, Cell cell) {
  const int count = grid.opening_count(cell);
  const bool is_straight =
      (grid.is_open(cell, CellSide::East) && grid.is_open(cell, CellSide::West)) ||
      (grid.is_open(cell, CellSide::North) && grid.is_open(cell, CellSide::South));
  return count == 1 || (count == 2 && is_straight);
}

bool runs_along_x(const CellGrid& grid, Cell cell) {
  return grid.is_open(cell, CellSide::East) || grid.is_open(cell, CellSide::West);
}

Choice draw_choice(const CellGrid& grid, Cell cell, Random random) {
  const double draw = random.uniform();
  const bool along_x = runs_along_x(grid, cell);
  if (draw < kFlatShare) return {Kind::Flat, along_x};
  if (!has_direction(grid, cell)) return {Kind::Pyramid, along_x};
  return {draw < (1.0 + kFlatShare) / 2 ? Kind::Pitch : Kind::Roll, along_x};
}

// A roll ridge goes on where the next cell rolls the same way.
RidgeEnd roll_end(const CellGrid& grid, const std::vector<Choice>& choices, Cell cell,
                  CellSide side) {
  if (!grid.is_open(cell, side)) return RidgeEnd::Hip;
  const Choice& here = choices[grid.index_of(cell)];
  const Choice& next = choices[grid.index_of(*grid.neighbor(cell, side))];
  const bool goes_on = next.kind == Kind::Roll && next.is_along_x == here.is_along_x;
  return goes_on ? RidgeEnd::Through : RidgeEnd::Hip;
}

FloorTile tile_of(const CellGrid& grid, const std::vector<Choice>& choices, Cell cell) {
  const Choice& choice = choices[grid.index_of(cell)];
  FloorTile tile{.kind = FloorTile::Kind::Ridge, .is_along_x = choice.is_along_x};
  switch (choice.kind) {
    case Kind::Flat:
      return {};
    case Kind::Pyramid:
      tile.low_end = tile.high_end = RidgeEnd::Hip;
      break;
    case Kind::Pitch:
      tile.is_along_x = !choice.is_along_x;
      break;
    case Kind::Roll:
      tile.low_end =
          roll_end(grid, choices, cell, tile.is_along_x ? CellSide::West : CellSide::South);
      tile.high_end =
          roll_end(grid, choices, cell, tile.is_along_x ? CellSide::East : CellSide::North);
      break;
  }
  return tile;
}

struct RidgeSize {
  double slope_length;  // m, from the foot to the ridge seen from above
  double rise;
  double clear;  // m, between walls along the ridge
  double pitch;  // m, between the cell's borders along the ridge
};

double reach_of(RidgeEnd end, const RidgeSize& size) {
  if (end == RidgeEnd::Hip) return 0.0;
  return (end == RidgeEnd::Through ? size.pitch : size.clear) / 2;
}

// What brings a tile mesh to the size of this ridge.
Vec3 mesh_scale(const RidgeSize& size) {
  const double scale = size.slope_length / kSlopeLength;
  return {scale, scale, size.rise / (kSlopeLength * std::tan(kRampAngle))};
}

void add_hip(Link& link, const std::string& name, double yaw, const RidgeSize& size) {
  add_solid(link, name, at(0.0, 0.0, 0.0, yaw), MeshShape{hip_mesh(), mesh_scale(size)},
            material_preset("osb"));
}

// In the tile's frame the ridge runs along x.
void add_ridge(Link& link, const FloorTile& tile, const RidgeSize& size) {
  const double s = size.slope_length;
  if (tile.low_end == RidgeEnd::Hip && tile.high_end == RidgeEnd::Hip) {
    add_solid(link, "pyramid", {}, MeshShape{pyramid_mesh(), mesh_scale(size)},
              material_preset("osb"));
    return;
  }
  const double low = reach_of(tile.low_end, size);
  const double high = reach_of(tile.high_end, size);
  const std::vector<Vec2> profile{
      {-s, -kTileDepth}, {s, -kTileDepth}, {s, 0}, {0, size.rise}, {-s, 0}};
  add_solid(link, "ridge", along_x({-low, 0.0, 0.0}), prism(profile, low + high),
            material_preset("osb"));
  if (tile.low_end == RidgeEnd::Hip) add_hip(link, "low_hip", kPi, size);
  if (tile.high_end == RidgeEnd::Hip) add_hip(link, "high_hip", 0.0, size);
}

}  // namespace

std::vector<FloorTile> smooth_floor(const CellGrid& grid, const std::vector<bool>& must_be_flat,
                                    std::uint64_t seed) {
  std::vector<Choice> choices(grid.cell_count());
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (!must_be_flat[i]) choices[i] = draw_choice(grid, grid.cell_at(i), Random(seed, "floor", i));
  std::vector<FloorTile> tiles;
  for (std::size_t i = 0; i < choices.size(); ++i)
    tiles.push_back(tile_of(grid, choices, grid.cell_at(i)));
  return tiles;
}

std::vector<FloorTile> crossing_floor(const CellGrid& grid, const std::vector<bool>& must_be_flat,
                                      double flat_share, std::uint64_t seed) {
  std::vector<FloorTile> tiles(grid.cell_count());
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    Random random(seed, "crossing floor", i);
    if (must_be_flat[i] || random.chance(flat_share)) continue;
    const Cell cell = grid.cell_at(i);
    const bool along_x = random.chance(0.5);
    const auto end = [&](CellSide side) {
      return grid.is_open(cell, side) ? RidgeEnd::Through : RidgeEnd::Wall;
    };
    tiles[i] = {.kind = FloorTile::Kind::Ridge,
                .is_along_x = along_x,
                .low_end = end(along_x ? CellSide::West : CellSide::South),
                .high_end = end(along_x ? CellSide::East : CellSide::North)};
  }
  return tiles;
}

Model floor_model(const CellGrid& grid, const GridFrame& frame, const std::vector<FloorTile>& tiles,
                  double angle) {
  Model model = static_model("ramps");
  const double slope = std::min({kSlopeLength, frame.clear_x() / 2, frame.clear_y() / 2});
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const FloorTile& tile = tiles[i];
    if (tile.kind == FloorTile::Kind::Flat) continue;
    const Cell cell = grid.cell_at(i);
    const Vec2 center = frame.center_of(cell);
    Link link = make_link("ramp_" + std::to_string(cell.column) + "_" + std::to_string(cell.row),
                          at(center.x(), center.y(), 0.0, tile.is_along_x ? 0.0 : kPi / 2), "Ramp");
    add_ridge(link, tile,
              {.slope_length = slope,
               .rise = slope * std::tan(angle),
               .clear = tile.is_along_x ? frame.clear_x() : frame.clear_y(),
               .pitch = tile.is_along_x ? frame.pitch_x : frame.pitch_y});
    model.links.push_back(std::move(link));
  }
  return model;
}

std::uint64_t hash_of(const std::vector<FloorTile>& tiles) {
  Hash hash;
  for (const FloorTile& tile : tiles) {
    hash.add(static_cast<std::uint64_t>(tile.kind))
        .add(static_cast<std::uint64_t>(tile.is_along_x));
    hash.add(static_cast<std::uint64_t>(tile.low_end))
        .add(static_cast<std::uint64_t>(tile.high_end));
  }
  return hash.value();
}

}  // namespace rubble::generators
