// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "rubble/generators/arena/arena.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/building.h"
#include "rubble/generators/maze.h"
#include "rubble/generators/station/station.h"
#include "rubble/sdf/load.h"
#include "rubble/worldcheck/check.h"

namespace rubble::generators {
namespace {

bool is_full_sweep() {
  const char* const sweep = std::getenv("RUBBLE_SWEEP");
  return sweep != nullptr && std::string(sweep) == "full";
}

World loaded(const Result<std::string>& text) {
  EXPECT_TRUE(text.ok());
  const LoadSettings settings{.resource_folders = {RUBBLE_SOURCE_DIR "/models"}};
  Result<World> world = load_world_text(*text, "generated.sdf", settings);
  EXPECT_TRUE(world.ok()) << world.error().to_string();
  return std::move(world).value();
}

std::string failures(const World& world) {
  std::string text;
  for (const worldcheck::CheckRow& row : worldcheck::check_geometry(world))
    if (!row.passed) text += row.name + ": " + row.detail + "\n";
  return text;
}

// The row of that name; fails the test if there is none.
worldcheck::CheckRow row_of(const World& world, const std::string& name) {
  for (const worldcheck::CheckRow& row : worldcheck::check_geometry(world))
    if (row.name == name) return row;
  ADD_FAILURE() << "no row " << name;
  return {};
}

// Two lanes of four cells with a wall between the lanes that leaves the last cell open.
struct SmallArena {
  Model walls = static_model("walls");
  Model floor = static_model("floor");
  Model things = static_model("things");
  World world = new_world(
      "small",
      {.name = "maze", .options = "crossing=false", .columns = 4, .rows = 2, .pitch = 1.25});

  SmallArena() {
    add_wall({-0.025, -0.025}, {5.025, 0.025});
    add_wall({-0.025, 2.475}, {5.025, 2.525});
    add_wall({-0.025, 0.025}, {0.025, 2.475});
    add_wall({4.975, 0.025}, {5.025, 2.475});
    add_wall({0.025, 1.225}, {3.75, 1.275});
    floor.links.push_back(
        block_link("plate", {-1.0, -1.0, -0.1}, {6.0, 4.0, 0.0}, material_preset("osb"), "Floor"));
    world.starts.push_back({"RobotStart1", at(0.625, 0.625, 0.2)});
    world.victims.push_back({.name = "victim_1", .pose = at(0.3, 1.875, 0.0)});
    world.tags.push_back({.id = 1, .pose = at(2.0, 0.1, 0.3)});
  }

  void add_wall(const Vec2& low, const Vec2& high) {
    walls.links.push_back(block_link(numbered("wall", walls.links.size() + 1),
                                     {low.x(), low.y(), 0.0}, {high.x(), high.y(), 1.2},
                                     material_preset("osb"), "Wall"));
  }
  void add_thing(const Vec3& low, const Vec3& high, const std::string& label) {
    things.links.push_back(block_link(numbered("thing", things.links.size() + 1), low, high,
                                      material_preset("osb"), label));
  }
  World built() const {
    World result = world;
    for (const Model* model : {&walls, &floor, &things}) add_model(result, *model);
    return result;
  }
};

TEST(Check, PassesASoundArena) { EXPECT_EQ(failures(SmallArena().built()), ""); }

TEST(Check, SeesCellsThatAreCutOff) {
  SmallArena arena;
  arena.add_wall({3.75, 1.225}, {4.975, 1.275});
  EXPECT_FALSE(row_of(arena.built(), "reachable").passed)
      << row_of(arena.built(), "reachable").detail;
}

TEST(Check, SeesAPassageTooNarrowForADisc) {
  SmallArena arena;  // cells still look open, but 0.55 m is left
  arena.add_thing({2.4, 0.35, 0.0}, {2.6, 0.65, 1.0}, "Pillar");
  arena.add_thing({2.4, 0.03, 0.0}, {2.6, 0.05, 1.0}, "Pillar");
  EXPECT_FALSE(row_of(arena.built(), "reachable").passed)
      << row_of(arena.built(), "reachable").detail;
}

TEST(Check, SeesARouteNarrowerThanSeventyCentimetres) {
  SmallArena arena;  // 0.65 m is left: the disc of 0.30 m passes, the one of 0.35 m does not
  arena.add_thing({2.4, 0.03, 0.0}, {2.6, 0.575, 1.0}, "Pillar");
  const World world = arena.built();
  EXPECT_TRUE(row_of(world, "reachable").passed) << row_of(world, "reachable").detail;
  EXPECT_FALSE(row_of(world, "routes").passed);
}

TEST(Check, SeesAVictimInTheCellOfAStart) {
  SmallArena arena;
  arena.world.victims[0].pose = at(0.9, 0.4, 0.0);
  EXPECT_FALSE(row_of(arena.built(), "routes").passed);
}

TEST(Check, SeesAGapInTheOuterWall) {
  SmallArena arena;
  arena.walls.links.erase(arena.walls.links.begin() + 3);
  arena.add_wall({4.975, 0.025}, {5.025, 2.0});
  EXPECT_FALSE(row_of(arena.built(), "outer wall").passed);
}

TEST(Check, SeesAWallThatWasMoved) {
  SmallArena arena;
  arena.walls.links[4].model_from_link.position.y() += 0.006;
  EXPECT_FALSE(row_of(arena.built(), "corridors").passed);
}

TEST(Check, SeesWallsThatOverlap) {
  SmallArena arena;
  arena.walls.links[4].model_from_link.position.x() -= 0.002;
  EXPECT_FALSE(row_of(arena.built(), "walls").passed);
}

TEST(Check, SeesAHoleInTheFloor) {
  SmallArena arena;
  arena.floor.links.clear();
  for (const auto& [from, to] : {std::pair(-1.0, 2.0), std::pair(2.1, 6.0)})
    arena.floor.links.push_back(block_link(numbered("plate", arena.floor.links.size() + 1),
                                           {from, -1.0, -0.1}, {to, 4.0, 0.0},
                                           material_preset("osb"), "Floor"));
  EXPECT_FALSE(row_of(arena.built(), "floor").passed);
}

TEST(Check, SeesAStepThatStopsWheelsButNotTracks) {
  SmallArena arena;
  arena.add_thing({1.5, 0.03, 0.0}, {2.5, 1.2, 0.06}, "Floor");
  EXPECT_FALSE(row_of(arena.built(), "floor").passed);
  arena.world.generator->options = "crossing=true";
  EXPECT_TRUE(row_of(arena.built(), "floor").passed);
}

TEST(Check, SeesARampOfTheWrongAngle) {
  for (const double angle : {15.1, 15.5}) {
    SmallArena arena;
    const double rise = 0.6 * std::tan(radians(angle));
    Link ramp = make_link("ramp", at(2.0, 0.625, 0.0), "Ramp");
    add_solid(ramp, "ridge", along_x({-0.5, 0.0, 0.0}),
              prism({{-0.6, 0.0}, {0.6, 0.0}, {0.0, rise}}, 1.0), material_preset("osb"));
    arena.things.links.push_back(ramp);
    EXPECT_EQ(row_of(arena.built(), "slopes").passed, angle < 15.2);
  }
}

// An arena with one field of posts, all two units high, and a chance to spoil it.
World field_world(double spoiled_height, double spoiled_bottom) {
  SmallArena arena;
  Link field = make_link("step_field", at(2.5, 0.625, 0.0), "StepField");
  field.semantic.name = "half_cubic";
  for (int i = 0; i < 10; ++i)
    for (int j = 0; j < 10; ++j) {
      const bool is_spoiled = i == 5 && j == 5;
      const double height = is_spoiled ? spoiled_height : 0.10;
      const double bottom = is_spoiled ? spoiled_bottom : 0.0;
      add_block(field, numbered("post", field.collisions.size() + 1),
                {0.1 * i - 0.5, 0.1 * j - 0.5, bottom}, {0.1 * i - 0.4, 0.1 * j - 0.4, height},
                material_preset("wood"));
    }
  arena.things.links.push_back(field);
  return arena.built();
}

TEST(Check, SeesStepFieldsThatBreakTheirRules) {
  EXPECT_TRUE(row_of(field_world(0.15, 0.0), "step fields").passed);
  EXPECT_FALSE(row_of(field_world(0.20, 0.0), "step fields").passed);   // two units above others
  EXPECT_FALSE(row_of(field_world(0.15, 0.05), "step fields").passed);  // hangs in the air
  EXPECT_FALSE(row_of(field_world(0.02, 0.0), "step fields").passed);   // less than a unit
}

TEST(Check, SeesThingsInsideWalls) {
  SmallArena tag;
  tag.world.tags[0].pose = at(2.0, 1.25, 0.3);
  EXPECT_FALSE(row_of(tag.built(), "objects").passed);
  SmallArena victim;
  victim.world.victims[0].pose = at(0.0, 1.875, 0.1);
  EXPECT_FALSE(row_of(victim.built(), "objects").passed);
  SmallArena feature;
  Link wedge = make_link("wedge", at(2.0, 1.24, 0.0, -kPi / 2), "Feature");
  add_solid(wedge, "prism", {}, prism({{0.0, -0.3}, {0.3, 0.0}, {0.0, 0.3}}, 1.0),
            material_preset("osb"));
  feature.things.links.push_back(wedge);
  EXPECT_FALSE(row_of(feature.built(), "objects").passed);
}

TEST(Check, SeesTooManyBodies) {
  SmallArena arena;
  World world = arena.built();
  for (std::size_t i = 0; i < 398; ++i) {
    Model post = static_model(numbered("post", i + 1));
    post.links.push_back(
        block_link("post", {7.0, 0.0, 0.0}, {7.1, 0.1, 0.1}, material_preset("wood"), ""));
    add_model(world, post);
  }
  EXPECT_TRUE(row_of(world, "size").passed);
  add_model(world, loose_model("rubble", at(8.0, 0.0, 0.05), Box{{0.1, 0.1, 0.1}}, 1.0,
                               material_preset("brick"), "Rubble"));
  EXPECT_TRUE(row_of(world, "size").passed);
  add_model(world, loose_model("crate", at(9.0, 0.0, 0.05), Box{{0.1, 0.1, 0.1}}, 1.0,
                               material_preset("wood"), "Crate"));
  EXPECT_FALSE(row_of(world, "size").passed);
}

TEST(CheckSweep, LoadedMazesPassEveryRow) {
  const std::uint64_t seeds = is_full_sweep() ? 200 : 20;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const bool crossing = seed % 2 == 0;
    EXPECT_EQ(failures(loaded(maze_sdf({.seed = seed, .crossing = crossing}))), "") << seed;
  }
}

TEST(CheckSweep, MazesOfOtherSizesPassToo) {
  EXPECT_EQ(failures(maze_world(*plan_maze({.seed = 2, .width = 9.4, .height = 5.2}))), "");
  EXPECT_EQ(failures(maze_world(*plan_maze({.seed = 3, .width = 20.0, .height = 6.6}))), "");
}

TEST(CheckSweep, LoadedArenasPassEveryRow) {
  const std::uint64_t seeds = is_full_sweep() ? 50 : 5;
  for (const ArenaKind kind : {ArenaKind::Yellow, ArenaKind::Orange, ArenaKind::Red})
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const bool ramps = kind == ArenaKind::Yellow && seed % 2 == 0;
      const World world = loaded(arena_sdf({.kind = kind, .seed = seed, .ramps = ramps}));
      EXPECT_EQ(failures(world), "") << word_of(kind) << " " << seed;
    }
}

TEST(CheckSweep, StationsPassEveryRow) {
  const std::uint64_t seeds = is_full_sweep() ? 20 : 2;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed)
    EXPECT_EQ(failures(station_world({.seed = seed})), "") << seed;
}

}  // namespace
}  // namespace rubble::generators
