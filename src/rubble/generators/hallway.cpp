// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/hallway.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/hash.h"
#include "rubble/base/random.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/building.h"
#include "rubble/sdf/sdf_writer.h"

namespace rubble::generators {
namespace {

constexpr double kPartition = 0.2;        // m, thickness of the walls
constexpr double kPartitionHeight = 2.4;  // m
constexpr double kHallwayCeiling = 2.5;   // m
constexpr double kMinHallway = 4.6;       // m
constexpr double kMaxHallway = 60.0;      // m
constexpr double kMetresADoor = 12.0;     // of outer wall

std::string hallway_options(const HallwaySettings& settings) {
  return "width=" + short_number(settings.width) + " height=" + short_number(settings.height) +
         (settings.smoke > 0.0 ? " smoke=" + short_number(settings.smoke) : "");
}

// A stretch of wall with the hall on its left.
struct Partition {
  std::string name;
  Vec2 from;
  Vec2 to;
  bool has_doors = false;
};

std::vector<Partition> partitions_of(const HallwaySettings& settings) {
  const double w = settings.width, h = settings.height, t = kPartition, half = t / 2;
  const double low = kHallwayWidth, right = w - low, top = h - low;
  return {{"outer_south", {-t, -half}, {w + t, -half}, true},
          {"outer_east", {w + half, 0.0}, {w + half, h}, true},
          {"outer_north", {w + t, h + half}, {-t, h + half}, true},
          {"outer_west", {-half, h}, {-half, 0.0}, true},
          {"inner_south", {right, low + half}, {low, low + half}},
          {"inner_west", {low + half, low + t}, {low + half, top - t}},
          {"inner_north", {low, top - half}, {right, top - half}},
          {"inner_east", {right - half, top - t}, {right - half, low + t}}};
}

// One in each equal part of the wall, none in a corner.
std::vector<Opening> doors_of(double length, Random& random) {
  constexpr double kDoor = 0.9, kFromCorner = 0.3;
  const auto count = static_cast<int>(std::lround(length / kMetresADoor));
  std::vector<Opening> doors;
  for (int i = 0; i < count; ++i) {
    const double part = length / count;
    const double from =
        random.uniform(i * part + kFromCorner, (i + 1) * part - kFromCorner - kDoor);
    doors.push_back({.from = from, .to = from + kDoor});
  }
  return doors;
}

Link partition_link(const Partition& partition, const std::vector<Opening>& doors) {
  constexpr double kLeaf = 0.04;
  Link link = wall_link({.name = partition.name,
                         .from = partition.from,
                         .to = partition.to,
                         .height = kPartitionHeight,
                         .thickness = kPartition,
                         .preset = material_preset("plasterboard"),
                         .openings = doors});
  for (const Opening& door : doors)
    add_block(link, numbered("leaf", link.collisions.size() + 1),
              {door.from, -kPartition / 2, door.bottom},
              {door.to, -kPartition / 2 + kLeaf, door.top}, material_preset("wood"));
  return link;
}

Model partitions_model(const HallwaySettings& settings) {
  Model model = static_model("walls");
  Random random(settings.seed, "hallway doors");
  for (const Partition& partition : partitions_of(settings)) {
    const double length = (partition.to - partition.from).norm();
    const auto doors = partition.has_doors ? doors_of(length, random) : std::vector<Opening>();
    model.links.push_back(partition_link(partition, doors));
  }
  return model;
}

Model storey_model(const HallwaySettings& settings) {
  const double rim = kPartition, slab = 0.1;
  const Vec2 high(settings.width + rim, settings.height + rim);
  Model model = static_model("storey");
  model.links.push_back(block_link("floor", {-rim, -rim, -slab}, {high.x(), high.y(), 0.0},
                                   material_preset("concrete"), "Floor"));
  model.links.push_back(block_link("ceiling", {-rim, -rim, kHallwayCeiling},
                                   {high.x(), high.y(), kHallwayCeiling + slab},
                                   material_preset("plasterboard"), "Ceiling"));
  model.links.back().visuals.front().casts_shadow = false;
  return model;
}

void add_leg(std::vector<Vec2>& way, const Vec2& from, const Vec2& to) {
  const int steps = std::max(1, static_cast<int>(std::ceil((to - from).norm() / kHallwayWidth)));
  for (int i = 0; i < steps; ++i) way.emplace_back(from + (to - from) * i / steps);
}

Result<void> check_hallway(const char* name, double size) {
  if (size >= kMinHallway && size <= kMaxHallway) return {};
  return Error{{},
               std::string(name) + " " + short_number(size) +
                   " m is not between 4.6 and 60 m, which a hall round a block needs"};
}

}  // namespace

std::vector<Vec2> hallway_round(const HallwaySettings& settings) {
  const double low = kHallwayWidth / 2, right = settings.width - low, top = settings.height - low;
  const Vec2 start(settings.width / 2, low);
  std::vector<Vec2> way;
  add_leg(way, start, {right, low});
  add_leg(way, {right, low}, {right, top});
  add_leg(way, {right, top}, {low, top});
  add_leg(way, {low, top}, {low, low});
  add_leg(way, {low, low}, start);
  return way;
}

Result<World> hallway_world(const HallwaySettings& settings) {
  if (const auto fits = check_hallway("width", settings.width); !fits) return fits.error();
  if (const auto fits = check_hallway("height", settings.height); !fits) return fits.error();
  const std::string options = hallway_options(settings);
  World world =
      new_world("hallway", {.name = "hallway",
                            .seed = settings.seed,
                            .options = options,
                            .hash = hash_text(Hash().add(settings.seed).add(options).value())});
  const Vec2 start = hallway_round(settings).front();
  world.starts.push_back({"RobotStart1", at(start.x(), start.y(), 0.2)});
  add_model(world, storey_model(settings));
  add_model(world, partitions_model(settings));
  if (settings.smoke > 0.0) world.hazes.push_back({.density = settings.smoke});
  return world;
}

Result<std::string> hallway_sdf(const HallwaySettings& settings) {
  const auto world = hallway_world(settings);
  if (!world) return world.error();
  return sdf_text(*world);
}

}  // namespace rubble::generators
