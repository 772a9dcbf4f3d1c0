// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/radio_floor.h"

#include "rubble/base/hash.h"
#include "rubble/base/random.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/building.h"
#include "rubble/sdf/sdf_writer.h"

namespace rubble::generators {
namespace {

constexpr double kFloorLength = 40.0, kFloorWidth = 15.0, kFloorHeight = 2.8;
constexpr double kFloorOuter = 0.30, kCorridorWall = 0.20;
constexpr double kFloorSouth = 6.4, kFloorNorth = 8.6;  // y of the corridor's walls
constexpr int kFloorRooms = 8;                          // on each side
constexpr double kFloorRoom = kFloorLength / kFloorRooms;
constexpr double kFloorDoor = 1.0;

// What a wall between two rooms may be built of.
struct WallKind {
  std::string_view preset;
  double thickness;        // m, of the wall
  double radio_thickness;  // m of matter a beam crosses: plasterboard is two sheets on studs
};
constexpr WallKind kWallKinds[] = {{"concrete", 0.20, 0.20},      {"brick", 0.10, 0.10},
                                   {"plasterboard", 0.10, 0.026}, {"glass", 0.012, 0.012},
                                   {"wood", 0.04, 0.04},          {"metal", 0.05, 0.05}};

MaterialPreset preset_of(const WallKind& kind) {
  MaterialPreset wall = material_preset(kind.preset);
  wall.thickness = kind.radio_thickness;
  return wall;
}

void add_wall(Model& model, const std::string& name, const Vec2& from, const Vec2& to,
              const WallKind& kind, std::vector<Opening> openings = {}) {
  model.links.push_back(wall_link({.name = name,
                                   .from = from,
                                   .to = to,
                                   .height = kFloorHeight,
                                   .thickness = kind.thickness,
                                   .preset = preset_of(kind),
                                   .openings = std::move(openings)}));
}

void add_shell(Model& model) {
  const double h = kFloorOuter / 2;
  constexpr WallKind kShell{"concrete", kFloorOuter, kFloorOuter};
  model.links.push_back(block_link("floor", {-h, -h, -0.2},
                                   {kFloorLength + h, kFloorWidth + h, 0.0},
                                   material_preset("concrete"), "Floor"));
  model.links.push_back(block_link("ceiling", {-h, -h, kFloorHeight},
                                   {kFloorLength + h, kFloorWidth + h, kFloorHeight + 0.2},
                                   material_preset("concrete"), "Ceiling"));
  add_wall(model, "wall_south", {-h, 0.0}, {kFloorLength + h, 0.0}, kShell);
  add_wall(model, "wall_north", {-h, kFloorWidth}, {kFloorLength + h, kFloorWidth}, kShell);
  add_wall(model, "wall_west", {0.0, h}, {0.0, kFloorWidth - h}, kShell);
  add_wall(model, "wall_east", {kFloorLength, h}, {kFloorLength, kFloorWidth - h}, kShell);
}

// One over the corridor and one in the room to each side, every room's length.
void add_floor_lamps(World& world, Model& model) {
  Link link = make_link("lamps", {}, "Lamp");
  for (int room = 0; room < kFloorRooms; ++room)
    for (const double y : {kFloorWidth / 2, kFloorSouth / 2, (kFloorNorth + kFloorWidth) / 2}) {
      const double x = (room + 0.5) * kFloorRoom;
      const std::string name = numbered("lamp", world.lights.size());
      add_lamp_panel(link, name, at(x, y, kFloorHeight - 0.04), {1.2, 0.3, 0.04});
      world.lights.push_back(ceiling_lamp(name, {x, y, kFloorHeight - 0.12}, 5.5));
    }
  model.links.push_back(std::move(link));
}

// Brick on one side, plasterboard on the other, each with a door a room.
void add_corridor(Model& model) {
  std::vector<Opening> doors;
  const double west = kFloorOuter / 2, east = kFloorLength - kFloorOuter / 2;
  for (int room = 0; room < kFloorRooms; ++room) {
    const double middle = (room + 0.5) * kFloorRoom - west;
    doors.push_back({.from = middle - kFloorDoor / 2, .to = middle + kFloorDoor / 2});
  }
  add_wall(model, "wall_corridor_south", {west, kFloorSouth}, {east, kFloorSouth},
           {"brick", kCorridorWall, kCorridorWall}, doors);
  add_wall(model, "wall_corridor_north", {west, kFloorNorth}, {east, kFloorNorth},
           {"plasterboard", kCorridorWall, 0.026}, doors);
}

void add_partitions(Model& model, std::uint64_t seed) {
  Random random(seed, "partitions");
  std::vector<WallKind> kinds(std::begin(kWallKinds), std::end(kWallKinds));
  random.shuffle(kinds);
  const double h = kFloorOuter / 2, c = kCorridorWall / 2;
  for (int i = 1; i < kFloorRooms; ++i) {
    const double x = i * kFloorRoom;
    const auto number = static_cast<std::size_t>(i);
    add_wall(model, numbered("wall_south", number), {x, h}, {x, kFloorSouth - c},
             kinds[number % kinds.size()]);
    add_wall(model, numbered("wall_north", number), {x, kFloorNorth + c}, {x, kFloorWidth - h},
             kinds[(number + 3) % kinds.size()]);
  }
}

// A leaf in its frame, or standing open in the room at a right angle to the wall.
Link door_link(const std::string& name, double x, double wall, bool is_open, double into_room,
               const std::string& what) {
  constexpr double kLeaf = 0.04, kTop = 2.03;
  MaterialPreset leaf = material_preset(what);
  leaf.thickness = kLeaf;
  const double left = x - kFloorDoor / 2 + 0.01, right = x + kFloorDoor / 2 - 0.01;
  if (!is_open)
    return block_link(name, {left, wall - kLeaf / 2, 0.01}, {right, wall + kLeaf / 2, kTop}, leaf,
                      "Door");
  const double near = wall + into_room * (kCorridorWall / 2 + 0.01);
  const double far = near + into_room * (kFloorDoor - 0.02);
  return block_link(name, {left - kLeaf, std::min(near, far), 0.01},
                    {left, std::max(near, far), kTop}, leaf, "Door");
}

Model doors_model(std::uint64_t seed) {
  Random random(seed, "doors");
  Model model = static_model("doors");
  for (int room = 0; room < kFloorRooms; ++room)
    for (const bool is_north : {false, true}) {
      const bool is_open = random.chance(0.5);
      const std::string what = random.chance(0.7) ? "wood" : "metal";
      model.links.push_back(
          door_link(numbered(is_open ? "open_door" : "closed_door", model.links.size() + 1),
                    (room + 0.5) * kFloorRoom, is_north ? kFloorNorth : kFloorSouth, is_open,
                    is_north ? 1.0 : -1.0, what));
    }
  return model;
}

// A radio under the ceiling that passes on what others send, on mains.
Model base_station(const std::string& name, const Vec3& place) {
  constexpr double kYear = 365.0 * 86400.0;  // s
  const Vec3 size(0.2, 0.2, 0.04);
  const MaterialPreset paint = material_preset("plastic"), dark = material_preset("black_cloth");
  Model model = loose_model(name, {place}, Box{size}, 0.5, paint, "BaseStation");
  for (const double x : {-0.07, 0.07})
    add_visual(model.links[0], x < 0.0 ? "antenna_left" : "antenna_right", at(x, 0.09, -0.09),
               Cylinder{0.006, 0.14}, dark);
  model.joints.push_back({.name = "screws", .kind = JointKind::Fixed, .parent = -1, .child = 0});
  model.robot = RobotSpec{.robot_class = "BaseStation", .battery = kYear, .is_relay = true};
  return model;
}

}  // namespace

World radio_floor_world(const RadioFloorSettings& settings) {
  World world = new_world("radio_floor", {.name = "radio_floor",
                                          .seed = settings.seed,
                                          .hash = hash_text(Hash().add(settings.seed).value())});
  Model building = static_model("building");
  add_shell(building);
  add_corridor(building);
  add_floor_lamps(world, building);
  add_partitions(building, settings.seed);
  add_model(world, std::move(building));
  add_model(world, doors_model(settings.seed));
  // The paper's building has three. Where they were it does not say.
  for (std::size_t i = 0; i < 3; ++i)
    add_model(world, base_station("BaseStation" + std::to_string(i + 1),
                                  {kFloorRoom * (1.0 + 3.0 * static_cast<double>(i)),
                                   kFloorSouth + kCorridorWall / 2 + 0.15, kFloorHeight - 0.02}));
  for (std::size_t i = 0; i < 4; ++i)
    world.starts.push_back({"RobotStart" + std::to_string(i + 1),
                            at(1.5 + 1.5 * static_cast<double>(i), kFloorWidth / 2, 0.2)});
  return world;
}

Result<std::string> radio_floor_sdf(const RadioFloorSettings& settings) {
  return sdf_text(radio_floor_world(settings));
}

}  // namespace rubble::generators
