// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/builder.h"
#include "rubble/generators/building.h"
#include "rubble/generators/door.h"
#include "rubble/generators/furnished_room/parts.h"

namespace rubble::generators {
namespace {

constexpr double kThickWall = 0.20;  // m, the three outer ones
constexpr double kThinWall = 0.12;   // m, around the corridor
constexpr double kCorridorWest = -2.0;
constexpr double kRoomSlab = 0.20;

MaterialPreset thick(MaterialPreset preset, double thickness) {
  preset.thickness = thickness;
  return preset;
}

Link room_wall(const std::string& name, const Vec2& from, const Vec2& to, double thickness,
               const MaterialPreset& preset, std::vector<Opening> openings = {}) {
  return wall_link({.name = name,
                    .from = from,
                    .to = to,
                    .height = kReadingRoomHeight,
                    .thickness = thickness,
                    .preset = preset,
                    .openings = std::move(openings)});
}

// Walls along x own the corners; those of the corridor lengthen them.
void add_room_walls(Model& model) {
  const MaterialPreset plaster = thick(material_preset("plasterboard"), 0.026);
  const MaterialPreset pale_blue = thick(colored("plasterboard", 0.74F, 0.83F, 0.86F), 0.026);
  const MaterialPreset brick = thick(colored("brick", 0.66F, 0.40F, 0.31F), kThickWall);
  const double length = kReadingRoomLength, width = kReadingRoomWidth;
  const double half = kThickWall / 2, thin = kThinWall / 2, east = length + kThickWall;
  const double west = kCorridorWest - kThinWall;
  Opening window = kReadingRoomWindow;
  window.from += kThinWall, window.to += kThinWall;  // from the wall's end on
  const auto add = [&](Link link) { model.links.push_back(std::move(link)); };
  add(room_wall("wall_south", {-kThinWall, -half}, {east, -half}, kThickWall, plaster));
  add(room_wall("wall_north", {-kThinWall, width + half}, {east, width + half}, kThickWall,
                pale_blue, {window}));
  add(room_wall("wall_east", {length + half, 0.0}, {length + half, width}, kThickWall, brick));
  add(room_wall("wall_west", {-thin, 0.0}, {-thin, width}, kThinWall, plaster, {kReadingRoomDoor}));
  add(room_wall("corridor_south", {west, -half}, {-kThinWall, -half}, kThickWall, plaster));
  add(room_wall("corridor_north", {west, width + half}, {-kThinWall, width + half}, kThickWall,
                plaster));
  add(room_wall("corridor_west", {west + thin, 0.0}, {west + thin, width}, kThinWall, plaster));
}

void add_room_slabs(Model& model) {
  const double south = -kThickWall, north = kReadingRoomWidth + kThickWall;
  const double west = kCorridorWest - kThinWall, east = kReadingRoomLength + kThickWall;
  const double sill = -kThinWall / 2, top = kReadingRoomHeight;
  model.links.push_back(block_link("floor", {sill, south, -kRoomSlab}, {east, north, 0.0},
                                   material_preset("wood"), "Floor"));
  model.links.push_back(block_link("corridor_floor", {west, south, -kRoomSlab}, {sill, north, 0.0},
                                   material_preset("carpet"), "Floor"));
  Link ceiling = block_link("ceiling", {west, south, top}, {east, north, top + kRoomSlab},
                            material_preset("plasterboard"), "Ceiling");
  // Stands for the light that floor and walls throw back, which the camera does not follow.
  ceiling.visuals[0].appearance.emissive = {0.45F, 0.45F, 0.43F};
  model.links.push_back(std::move(ceiling));
}

void add_room_lamps(World& world, Model& model) {
  Link link = make_link("lamps", {}, "Lamp");
  for (const double x : {-1.06, 1.9, 5.1}) {
    const std::string name = numbered("lamp", world.lights.size());
    const double y = kReadingRoomWidth / 2;
    add_lamp_panel(link, name, at(x, y, kReadingRoomHeight - 0.02, kPi / 2), {1.2, 0.3, 0.04});
    world.lights.push_back(ceiling_lamp(name, {x, y, kReadingRoomHeight - 0.12}, 9.0));
  }
  model.links.push_back(std::move(link));
}

// It shines into the window, which the sun of other worlds does not.
void turn_sun(World& world) {
  world.lights.front().direction = {0.35, -0.75, -0.80};
  world.lights.front().diffuse = {0.62F, 0.57F, 0.46F};
}

// Leaf in the middle of the wall, with a handle to each side.
void add_room_door(World& world) {
  const DoorSettings settings{.width = 0.96, .swing = 1.5, .preset = "plywood"};
  Model door =
      hinged_door("door", at(-kThinWall / 2, kReadingRoomDoor.from + 0.02, 0.0, kPi / 2), settings);
  for (const double side : {-1.0, 1.0}) {
    const std::string name = side < 0 ? "inner_" : "outer_";
    add_visual(door.links[0], name + "plate", at(0.88, side * 0.023, 1.05),
               Box{{0.05, 0.006, 0.20}}, material_preset("metal"));
    add_visual(door.links[0], name + "handle", at(0.83, side * 0.06, 1.08), Box{{0.13, 0.02, 0.02}},
               material_preset("metal"));
    add_visual(door.links[0], name + "neck", at(0.885, side * 0.04, 1.08), Box{{0.02, 0.03, 0.02}},
               material_preset("metal"));
  }
  add_model(world, std::move(door));
}

}  // namespace

void add_room_shell(World& world) {
  turn_sun(world);
  Model building = static_model("building");
  add_room_slabs(building);
  add_room_walls(building);
  add_room_lamps(world, building);
  add_model(world, std::move(building));
  add_room_door(world);
}

}  // namespace rubble::generators
