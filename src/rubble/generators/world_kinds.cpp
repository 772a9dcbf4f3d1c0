// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/world_kinds.h"

#include "rubble/generators/arena.h"
#include "rubble/generators/corridor.h"
#include "rubble/generators/maze.h"
#include "rubble/generators/office.h"
#include "rubble/generators/radio_floor.h"
#include "rubble/generators/smoke_room.h"
#include "rubble/generators/station.h"

namespace rubble::generators {
namespace {

template <ArenaKind kind>
Result<std::string> arena() {
  return arena_sdf({.kind = kind});
}

template <Course course, CorridorFloor floor>
Result<std::string> corridor() {
  return corridor_sdf({.course = course, .floor = floor});
}

constexpr WorldKind kWorldKinds[] = {
    {"maze", "random maze of 15 x 10 m with 15 degree ramps", [] { return maze_sdf({}); }},
    {"arena_yellow", "rescue arena: flat maze with push doors", arena<ArenaKind::Yellow>},
    {"arena_orange", "rescue arena: ramps, step fields, stairs", arena<ArenaKind::Orange>},
    {"arena_red", "rescue arena: full step fields, pallets, rubble", arena<ArenaKind::Red>},
    {"corridor_straight_wood", "operator corridor, empty, bare wood",
     corridor<Course::Straight, CorridorFloor::Wood>},
    {"corridor_straight_paper", "operator corridor, empty, scattered paper",
     corridor<Course::Straight, CorridorFloor::Paper>},
    {"corridor_straight_rock", "operator corridor, empty, lava rock",
     corridor<Course::Straight, CorridorFloor::Rock>},
    {"corridor_complex_wood", "operator corridor with obstacles, bare wood",
     corridor<Course::Complex, CorridorFloor::Wood>},
    {"corridor_complex_paper", "operator corridor with obstacles, scattered paper",
     corridor<Course::Complex, CorridorFloor::Paper>},
    {"corridor_complex_rock", "operator corridor with obstacles, lava rock",
     corridor<Course::Complex, CorridorFloor::Rock>},
    {"smoke_room", "a room full of smoke with targets at measured distances",
     [] { return smoke_room_sdf({}); }},
    {"office", "two floors with hinged doors and stairs", [] { return office_sdf({}); }},
    {"radio_floor", "a building floor with walls of many materials",
     [] { return radio_floor_sdf({}); }},
    {"station", "outdoor railway station with a derailed train, fires and debris",
     [] { return station_sdf({}); }},
};

}  // namespace

std::span<const WorldKind> world_kinds() { return kWorldKinds; }

}  // namespace rubble::generators
