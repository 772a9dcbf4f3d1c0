// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "rubble/generators/building.h"
#include "rubble/generators/material_preset.h"
#include "rubble/geometry/cell_grid.h"
#include "rubble/world/world.h"

namespace rubble::generators {

// The parts of furnished_room. Its inner corner in the south-west is the origin; the door is in the
// west wall, the window in the north wall.
constexpr double kReadingRoomLength = 7.0;                   // m, along x
constexpr double kReadingRoomWidth = 5.0;                    // m, along y
constexpr double kReadingRoomHeight = 2.8;                   // m
constexpr Opening kReadingRoomDoor{.from = 0.5, .to = 1.5};  // y, in the west wall
constexpr Opening kReadingRoomWindow{                        // x, in the north wall
                                     .from = 2.2,
                                     .to = 4.2,
                                     .bottom = 0.9,
                                     .top = 2.2,
                                     .is_glazed = true};

// A place on the inner face of a wall: x points into the room, z up. `along` is the room's x on the
// north and south walls and its y on the others.
Pose on_wall(CellSide wall, double along, double height);

// A material preset in another colour.
MaterialPreset colored(std::string_view preset_name, float red, float green, float blue);

// A picture file of models/room_pictures as a thin sheet: y and z of the pose span it, x points out
// of it, the pose lies in the middle of its back.
struct PictureSheet {
  std::string_view picture;
  double width = 0.0;   // m
  double height = 0.0;  // m
};
constexpr double kSheetThickness = 0.004;  // m
void add_picture(Link& link, const std::string& name, const Pose& link_from_back,
                 const PictureSheet& sheet);

// walls.cpp: floor, walls, ceiling, window, door, and a piece of corridor behind the door.
void add_room_shell(World& world);

// lining.cpp: what one sees of the walls: panels, wallpaper, skirting, frames, curtains.
void add_room_lining(World& world);

// wall_pictures.cpp: signs, printed paper, framed paintings, a clock. The seed hangs the paintings
// and sets the clock.
void add_wall_pictures(World& world, std::uint64_t seed);

// furniture.cpp and objects.cpp: furniture and small things, where the seed puts them.
Link room_table(const Pose& pose);
Link room_chair(const std::string& name, const Pose& pose);
Link room_sofa(const Pose& pose);
Link room_cupboard(const Pose& pose);
Link room_desk(const Pose& pose);
Link room_plant(const Pose& pose);
Link room_floor_lamp(const Pose& pose);
Link room_extinguisher(const Pose& wall);
Link room_rug(const Pose& pose);
void add_table_ware(Link& table, std::uint64_t seed);

// shelf.cpp: a shelf with books in it.
Link room_shelf(const Pose& pose, std::uint64_t seed);

}  // namespace rubble::generators
