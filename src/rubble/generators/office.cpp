// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/office.h"

#include "rubble/base/hash.h"
#include "rubble/base/random.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/building.h"
#include "rubble/generators/door.h"
#include "rubble/generators/victim_places.h"
#include "rubble/sdf/sdf_writer.h"

namespace rubble::generators {
namespace {

constexpr double kOfficeLength = 16.0, kOfficeWidth = 10.0;  // m, between the outer walls' middles
constexpr double kOfficeStorey = 2.88;                       // m, floor to floor: 16 risers
constexpr double kOfficeSlab = 0.20;
constexpr double kOfficeWall = kOfficeStorey - kOfficeSlab;
constexpr double kOfficeOuter = 0.25, kOfficeInner = 0.10;
constexpr double kOfficeSouth = 4.0, kOfficeNorth = 6.0;  // y of the corridor's walls
constexpr double kHallWall = 7.9;  // x, west of it rooms, east of it the stair
constexpr double kStairFoot = 10.0, kStairTop = kStairFoot + 15 * 0.257;
constexpr double kStairSouth = 8.5;
constexpr double kOfficeDoor = 1.0;  // m, opening

const double kSouthRooms[] = {2.0, 6.0, 10.0, 14.0};  // x of their doors
const double kNorthRooms[] = {2.0, 6.0};

Opening door_at(double x) { return {.from = x - kOfficeDoor / 2, .to = x + kOfficeDoor / 2}; }
Opening window_at(double x) {
  return {.from = x - 0.7, .to = x + 0.7, .bottom = 0.9, .top = 2.1, .is_glazed = true};
}

MaterialPreset masonry() {
  MaterialPreset brick = material_preset("brick");
  brick.thickness = kOfficeOuter;
  return brick;
}

MaterialPreset board() {
  MaterialPreset plaster = material_preset("plasterboard");
  plaster.thickness = 0.026;
  return plaster;
}

// Walls along x own the corners.
void add_outer_walls(Model& model, double foot, const std::string& storey) {
  const auto add = [&](const std::string& name, const Vec2& from, const Vec2& to,
                       std::vector<Opening> openings) {
    model.links.push_back(wall_link({.name = storey + name,
                                     .from = from,
                                     .to = to,
                                     .foot = foot,
                                     .height = kOfficeWall,
                                     .thickness = kOfficeOuter,
                                     .preset = masonry(),
                                     .openings = std::move(openings)}));
  };
  const double h = kOfficeOuter / 2;
  const std::vector<Opening> windows{window_at(2.0), window_at(6.0), window_at(10.0),
                                     window_at(14.0)};
  add("wall_south", {-h, 0.0}, {kOfficeLength + h, 0.0}, windows);
  add("wall_north", {-h, kOfficeWidth}, {kOfficeLength + h, kOfficeWidth},
      {window_at(2.0), window_at(6.0)});
  add("wall_west", {0.0, h}, {0.0, kOfficeWidth - h}, {});
  add("wall_east", {kOfficeLength, h}, {kOfficeLength, kOfficeWidth - h},
      {{.from = 4.3, .to = 5.5, .bottom = 0.9, .top = 2.1, .is_glazed = true}});
}

void add_inner_walls(Model& model, double foot, const std::string& storey) {
  const double low = kOfficeOuter / 2, high = kOfficeLength - kOfficeOuter / 2;
  const auto add = [&](const std::string& name, const Vec2& from, const Vec2& to,
                       std::vector<Opening> openings) {
    for (Opening& opening : openings) opening.from -= from.x(), opening.to -= from.x();
    model.links.push_back(wall_link({.name = storey + name,
                                     .from = from,
                                     .to = to,
                                     .foot = foot,
                                     .height = kOfficeWall,
                                     .thickness = kOfficeInner,
                                     .preset = board(),
                                     .openings = std::move(openings)}));
  };
  std::vector<Opening> south, north;
  for (const double x : kSouthRooms) south.push_back(door_at(x));
  for (const double x : kNorthRooms) north.push_back(door_at(x));
  north.push_back({.from = 10.0, .to = 12.0, .top = 2.3});
  add("wall_corridor_south", {low, kOfficeSouth}, {high, kOfficeSouth}, south);
  add("wall_corridor_north", {low, kOfficeNorth}, {high, kOfficeNorth}, north);
  for (const double x : {4.0, 8.0, 12.0})
    add("wall_south_" + std::to_string(static_cast<int>(x)), {x, low},
        {x, kOfficeSouth - kOfficeInner / 2}, {});
  for (const double x : {4.0, kHallWall})
    add(x == 4.0 ? "wall_north_4" : "wall_hall", {x, kOfficeNorth + kOfficeInner / 2},
        {x, kOfficeWidth - kOfficeOuter / 2}, {});
}

// Slabs cover the walls below them; the upper one leaves out the stair.
void add_slabs(Model& model) {
  const double h = kOfficeOuter / 2, low = -h, right = kOfficeLength + h, back = kOfficeWidth + h;
  const double hole_from = kStairFoot - 0.2, hole_back = kOfficeWidth - h;
  const auto add = [&](const std::string& name, const Vec2& from, const Vec2& to, double top,
                       const std::string& what, const std::string& label) {
    model.links.push_back(block_link(name, {from.x(), from.y(), top - kOfficeSlab},
                                     {to.x(), to.y(), top}, material_preset(what), label));
  };
  add("ground_floor", {low - 3.0, low - 3.0}, {right + 3.0, back + 3.0}, 0.0, "concrete", "Floor");
  add("upper_floor_south", {low, low}, {right, kStairSouth}, kOfficeStorey, "carpet", "Floor");
  add("upper_floor_west", {low, kStairSouth}, {hole_from, back}, kOfficeStorey, "carpet", "Floor");
  add("upper_floor_landing", {kStairTop, kStairSouth}, {right, back}, kOfficeStorey, "carpet",
      "Floor");
  add("upper_floor_edge", {hole_from, hole_back}, {kStairTop, back}, kOfficeStorey, "carpet",
      "Floor");
  add("roof", {low, low}, {right, back}, 2 * kOfficeStorey, "concrete", "Ceiling");
  // From below a floor is the ceiling of the room.
  for (Link& link : model.links)
    if (link.name.starts_with("upper_floor"))
      add_sheet_below(link, kOfficeSlab, material_preset("plasterboard"));
}

// Two lamps over the corridor and one in each room, under the slab above.
void add_office_lamps(World& world, Model& model) {
  for (const double foot : {0.0, kOfficeStorey}) {
    const double top = foot + kOfficeWall;
    Link link = make_link(foot == 0.0 ? "lamps" : "upper_lamps", {}, "Lamp");
    const auto add = [&](double x, double y, double range) {
      const std::string name = numbered("lamp", world.lights.size());
      add_lamp_panel(link, name, at(x, y, top - 0.04), {1.2, 0.3, 0.04});
      world.lights.push_back(ceiling_lamp(name, {x, y, top - 0.12}, range));
    };
    for (const double x : {4.0, 12.0}) add(x, (kOfficeSouth + kOfficeNorth) / 2, 7.0);
    for (const double x : kSouthRooms) add(x, kOfficeSouth / 2, 4.5);
    for (const double x : kNorthRooms) add(x, (kOfficeNorth + kOfficeWidth) / 2, 4.5);
    add(9.2, 7.6, 6.0);
    model.links.push_back(std::move(link));
  }
}

void add_stair(Model& model) {
  const double middle = (kStairSouth + 0.1 + kOfficeWidth - kOfficeOuter / 2 - 0.075) / 2;
  model.links.push_back(flight_link(
      "stair", {.foot = at(kStairFoot, middle, 0.0), .body = material_preset("concrete")}));
  const double west = kStairFoot - 0.25;
  model.links.push_back(block_link("railing_south", {west, kStairSouth - 0.06, kOfficeStorey},
                                   {kStairTop, kStairSouth - 0.02, kOfficeStorey + 1.0},
                                   material_preset("steel"), "Railing"));
  model.links.push_back(
      block_link("railing_west", {west, kStairSouth - 0.02, kOfficeStorey},
                 {west + 0.04, kOfficeWidth - kOfficeOuter / 2, kOfficeStorey + 1.0},
                 material_preset("steel"), "Railing"));
}

// The leaf leaves 2 cm to each side; closed it fills the corridor's wall.
void add_door(World& world, const std::string& name, double x, double wall, double foot,
              const DoorSettings& settings) {
  add_model(world, hinged_door(name, at(x - kOfficeDoor / 2 + 0.02, wall, foot), settings));
}

void add_doors(World& world, double ram_torque) {
  const DoorSettings leaf{.width = kOfficeDoor - 0.04};
  for (int storey = 0; storey < 2; ++storey) {
    const double foot = storey * kOfficeStorey;
    const std::string prefix = storey == 0 ? "door_" : "upper_door_";
    for (std::size_t i = 0; i < std::size(kSouthRooms); ++i) {
      const bool is_ram = storey == 0 && i == 2;
      DoorSettings settings = leaf;
      if (is_ram) {
        settings.swing = 0.0;
        settings.break_torque = ram_torque;
        settings.preset = "dark_wood";
      }
      add_door(world, is_ram ? "ram_door" : prefix + std::to_string(i + 1), kSouthRooms[i],
               kOfficeSouth, foot, settings);
    }
    for (std::size_t i = 0; i < std::size(kNorthRooms); ++i)
      add_door(world, prefix + std::to_string(i + 5), kNorthRooms[i], kOfficeNorth, foot, leaf);
  }
}

// A desk and a cabinet in each room, where the seed puts them, away from the door.
void add_furniture(Model& model, std::uint64_t seed) {
  const auto furnish_room = [&](double x, double y, double foot, Random random) {
    const std::size_t number = model.links.size() / 2 + 1;
    const double shift = random.uniform(-0.45, 0.45);
    model.links.push_back(desk_link(numbered("desk", number), at(x + shift, y, foot)));
    const double side = random.chance(0.5) ? -1.55 : 1.55;
    model.links.push_back(block_link(numbered("cabinet", number), {x + side - 0.25, y - 0.4, foot},
                                     {x + side + 0.25, y + 0.4, foot + 1.8},
                                     material_preset("metal"), "Cabinet"));
  };
  std::uint64_t room = 0;
  for (const double foot : {0.0, kOfficeStorey}) {
    for (const double x : kSouthRooms)
      furnish_room(x, 0.8, foot, Random(seed, "furniture", ++room));
    for (const double x : kNorthRooms)
      furnish_room(x, 9.2, foot, Random(seed, "furniture", ++room));
  }
}

void add_people(World& world, std::uint64_t seed) {
  const auto add = [&](double x, double y, double z, double yaw) {
    world.victims.push_back(draw_victim(seed, world.victims.size() + 1, at(x, y, z, yaw)));
  };
  add(2.0, 2.2, 0.0, kPi / 2);
  add(10.0, 2.2, 0.0, kPi / 2);
  add(6.0, 7.6, 0.0, -kPi / 2);
  add(14.0, 2.2, kOfficeStorey, kPi / 2);
  add(2.0, 7.6, kOfficeStorey, -kPi / 2);
  for (std::size_t i = 0; i < 4; ++i)
    world.starts.push_back(
        {"RobotStart" + std::to_string(i + 1), at(1.2 + 1.5 * static_cast<double>(i), 5.0, 0.2)});
}

}  // namespace

World office_world(const OfficeSettings& settings) {
  const std::string options = "ram_torque=" + short_number(settings.ram_torque);
  World world =
      new_world("office", {.name = "office",
                           .seed = settings.seed,
                           .options = options,
                           .hash = hash_text(Hash().add(settings.seed).add(options).value())});
  Model building = static_model("building");
  add_slabs(building);
  for (const double foot : {0.0, kOfficeStorey}) {
    const std::string storey = foot == 0.0 ? "" : "upper_";
    add_outer_walls(building, foot, storey);
    add_inner_walls(building, foot, storey);
  }
  add_stair(building);
  add_office_lamps(world, building);
  add_model(world, std::move(building));
  Model furniture = static_model("furniture");
  add_furniture(furniture, settings.seed);
  add_model(world, std::move(furniture));
  add_doors(world, settings.ram_torque);
  add_people(world, settings.seed);
  return world;
}

Result<std::string> office_sdf(const OfficeSettings& settings) {
  if (!(settings.ram_torque > 0.0)) return Error{{}, "ram_torque is wanted above 0 N·m"};
  return sdf_text(office_world(settings));
}

}  // namespace rubble::generators
