// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/world_kinds.h"

#include "rubble/generators/arena/arena.h"
#include "rubble/generators/corridor.h"
#include "rubble/generators/furnished_room/furnished_room.h"
#include "rubble/generators/maze.h"
#include "rubble/generators/office.h"
#include "rubble/generators/radio_floor.h"
#include "rubble/generators/smoke_field.h"
#include "rubble/generators/smoke_room.h"
#include "rubble/generators/station/station.h"

namespace rubble::generators {
namespace {

using Text = Result<std::string>;

template <ArenaKind kind>
Text make_arena(std::uint64_t seed) {
  return arena_sdf({.kind = kind, .seed = seed});
}

template <Course course, CorridorFloor floor>
Text make_corridor(std::uint64_t seed) {
  return corridor_sdf({.course = course, .floor = floor, .seed = seed});
}

Text make_maze(std::uint64_t seed) { return maze_sdf({.seed = seed}); }
Text make_crossing_maze(std::uint64_t seed) { return maze_sdf({.seed = seed, .crossing = true}); }
Text make_smoke_room(std::uint64_t) { return smoke_room_sdf({}); }
Text make_smoke_puff(std::uint64_t) {
  return smoke_room_sdf(
      {.density = 0.0, .turbulence = 0.1, .correlation_length = 0.1, .is_puff = true});
}
Text make_smoke_field(std::uint64_t seed) { return smoke_field_sdf(seed); }
Text make_furnished_room(std::uint64_t seed) { return furnished_room_sdf({.seed = seed}); }
Text make_office(std::uint64_t seed) { return office_sdf({.seed = seed}); }
Text make_radio_floor(std::uint64_t seed) { return radio_floor_sdf({.seed = seed}); }
Text make_station(std::uint64_t seed) { return station_sdf({.seed = seed}); }

}  // namespace

const std::array<WorldKind, 18> kWorldKinds{{
    {"maze", "interleague maze, 15 x 10 m, ramps of 15 degrees", make_maze},
    {"maze_crossing", "the same with crossing ramps, for tracks", make_crossing_maze},
    {"arena_yellow", "flat maze with push doors and papers", make_arena<ArenaKind::Yellow>},
    {"arena_orange", "crossing ramps, step fields, stair, platform, confined spaces",
     make_arena<ArenaKind::Orange>},
    {"arena_red", "tall step fields, pallets, pipes, heaps of rubble", make_arena<ArenaKind::Red>},
    {"corridor_straight_wood", "operator corridor, straight, bare wood",
     make_corridor<Course::Straight, CorridorFloor::Wood>},
    {"corridor_straight_paper", "operator corridor, straight, scattered paper",
     make_corridor<Course::Straight, CorridorFloor::Paper>},
    {"corridor_straight_rock", "operator corridor, straight, lava rock",
     make_corridor<Course::Straight, CorridorFloor::Rock>},
    {"corridor_complex_wood", "operator corridor, three turns, bare wood",
     make_corridor<Course::Complex, CorridorFloor::Wood>},
    {"corridor_complex_paper", "operator corridor, three turns, scattered paper",
     make_corridor<Course::Complex, CorridorFloor::Paper>},
    {"corridor_complex_rock", "operator corridor, three turns, lava rock",
     make_corridor<Course::Complex, CorridorFloor::Rock>},
    {"smoke_room", "training room of 5 x 4 m full of smoke, targets at measured distances",
     make_smoke_room},
    {"smoke_puff", "the same room while a puff of smoke is blown in, from 10 s on, and dissolves",
     make_smoke_puff},
    {"smoke_field", "open ground with obstacles, clouds of smoke drift across from the left",
     make_smoke_field},
    {"office", "two floors, rooms with doors, stair of 35 degrees, a door to ram", make_office},
    {"furnished_room", "room of 7 x 5 m with furniture, signs, printed text and paintings",
     make_furnished_room},
    {"radio_floor", "building floor of 40 x 15 m with walls of many materials", make_radio_floor},
    {"station", "railway station with a derailed train on fire", make_station},
}};

}  // namespace rubble::generators
