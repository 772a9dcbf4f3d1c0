// SPDX-License-Identifier: Apache-2.0
// The explorer on its own in generated worlds, seen from outside: it counts by the robot's true
// place in which cells it has been.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include "rubble/generators/arena/arena.h"
#include "rubble/generators/maze.h"
#include "rubble/scenario/add_pilots.h"
#include "rubble/scenario/add_robots.h"
#include "rubble/scenario/checked_world.h"
#include "rubble/sdf/load.h"

namespace rubble {
namespace {

constexpr double kWantedShare = 0.7;     // of the cells
constexpr double kMissionTime = 1200.0;  // s

bool sweep_is(const std::string& word) {
  const char* const sweep = std::getenv("RUBBLE_SWEEP");
  return sweep != nullptr && sweep == word;
}

World world_of(const Result<std::string>& text) {
  EXPECT_TRUE(text.ok());
  auto world = load_world_text(*text, "generated.sdf", scenario::load_settings({}));
  EXPECT_TRUE(world.ok()) << world.error().to_string();
  return *std::move(world);
}

World maze(std::uint64_t seed) { return world_of(generators::maze_sdf({.seed = seed})); }
World yellow_arena(std::uint64_t seed) {
  return world_of(generators::arena_sdf({.kind = generators::ArenaKind::Yellow, .seed = seed}));
}

// Cells of a generated world in which the robot's middle has been.
class CellCount {
 public:
  explicit CellCount(const GeneratorNote& note) : note_(note) {}
  void note(const Vec3& place) {
    const int column = static_cast<int>(std::floor(place.x() / note_.pitch));
    const int row = static_cast<int>(std::floor(place.y() / note_.pitch));
    if (column >= 0 && column < note_.columns && row >= 0 && row < note_.rows)
      visited_.insert({column, row});
  }
  double share() const {
    return static_cast<double>(visited_.size()) / (note_.columns * note_.rows);
  }

 private:
  GeneratorNote note_;
  std::set<std::pair<int, int>> visited_;
};

struct Exploration {
  double share = 0.0;    // of the cells
  double seconds = 0.0;  // when it had seen enough, or gave up
};

// Ends early once enough is covered.
Exploration explore(World world, const std::string& robot_class, double duration) {
  CellCount cells(*world.generator);
  sim::Simulation simulation(std::move(world), {});
  EXPECT_TRUE(scenario::add_robots(simulation, scenario::parse_robots({robot_class})).ok());
  const auto pilots = scenario::add_pilots(simulation, "explore");
  EXPECT_TRUE(pilots.ok()) << pilots.error().to_string();
  const InstanceId robot = simulation.state().find("R1");
  while (simulation.state().tick < tick_at(duration) && cells.share() < kWantedShare) {
    simulation.step(simulation.pilot_commands());
    cells.note(simulation.state().world_from_model(robot).position);
  }
  return {cells.share(), seconds_at(simulation.state().tick)};
}

// How many of ten seeds went well.
int successes(World (*world_of_seed)(std::uint64_t), const std::string& robot_class) {
  int count = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Exploration result = explore(world_of_seed(seed), robot_class, kMissionTime);
    count += result.share >= kWantedShare;
    std::printf("%s, seed %d: %.0f %% of the cells after %.0f s\n", robot_class.c_str(),
                static_cast<int>(seed), 100.0 * result.share, result.seconds);
  }
  return count;
}

TEST(Explore, AnElementCoversTheMaze) {
  if (sweep_is("short")) {
    EXPECT_GT(explore(maze(1), "Element", 20.0).share, 0.03);
    return;
  }
  EXPECT_GE(explore(maze(1), "Element", kMissionTime).share, kWantedShare);
}

TEST(Explore, AnElementCoversNineMazesOfTen) {
  if (!sweep_is("full")) GTEST_SKIP() << "all seeds: ./check --full";
  EXPECT_GE(successes(maze, "Element"), 9);
}

TEST(Explore, AP3atCoversNineYellowArenasOfTen) {
  if (!sweep_is("full")) GTEST_SKIP() << "all seeds: ./check --full";
  EXPECT_GE(successes(yellow_arena, "P3AT"), 9);
}

// In this arena a push door shuts the start off from all but three cells.
TEST(Explore, AP3atPushesADoorOpen) {
  EXPECT_GT(explore(yellow_arena(4), "P3AT", 90.0).share, 6.0 / 48.0);
}

TEST(Explore, CarsAndAircraftAreRefused) {
  sim::Simulation simulation(maze(1), {});
  ASSERT_TRUE(scenario::add_robots(simulation, scenario::parse_robots({"AirRobot"})).ok());
  const auto pilots = scenario::add_pilots(simulation, "explore");
  ASSERT_FALSE(pilots.ok());
  EXPECT_NE(pilots.error().message.find("turns on the spot"), std::string::npos);
}

}  // namespace
}  // namespace rubble
