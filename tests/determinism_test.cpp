// SPDX-License-Identifier: Apache-2.0
// The same run ends in the same state, to the bit.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "rubble/scenario/scenario.h"
#include "rubble/sdf/load.h"

namespace rubble {
namespace {

const std::string kMaze = RUBBLE_SOURCE_DIR "/worlds/maze.sdf";
const std::vector<std::string> kTeam{"P3AT", "Element", "Kenaf", "Turtlebot3Burger"};

scenario::RunResult result_of(const scenario::Scenario& scenario) {
  const auto result = scenario::run(scenario);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().to_string());
  return result ? *result : scenario::RunResult{};
}

scenario::Scenario team_in_maze(double seconds) {
  return {.world = kMaze,
          .robots = scenario::parse_robots(kTeam),
          .pilot = "wander",
          .seed = 7,
          .duration = seconds};
}

scenario::RunResult mission(int threads, double seconds) {
  scenario::Scenario scenario = team_in_maze(seconds);
  scenario.threads = threads;
  return result_of(scenario);
}

TEST(Determinism, SameHashForAnyNumberOfThreads) {
  const scenario::RunResult one = mission(1, 8.0);
  EXPECT_GT(one.robots[0].distance, 1.0);
  EXPECT_EQ(mission(1, 8.0).state_hash, one.state_hash);
  EXPECT_EQ(mission(2, 8.0).state_hash, one.state_hash);
  EXPECT_EQ(mission(7, 8.0).state_hash, one.state_hash);
}

// Lasers, cameras, sonars, inertial sensors: everything two robots carry, in smoke.
TEST(Determinism, SameReadingsForAnyNumberOfThreads) {
  const auto readings = [](int threads) {
    World world = *load_world(kMaze, scenario::load_settings({}));
    world.hazes.push_back({.density = 0.001});
    SmokeArea cloud;
    cloud.geometry = Sphere{3.0};
    cloud.density = 0.01;
    cloud.turbulence = 0.3;
    world.smokes.push_back(cloud);
    return result_of({.world = std::move(world),
                      .robots = scenario::parse_robots({"P3AT", "Element"}),
                      .sensors = {"all", "lms200", "ring16"},
                      .pilot = "wander",
                      .seed = 7,
                      .threads = threads,
                      .duration = 0.5});
  };
  const scenario::RunResult one = readings(1);
  EXPECT_GT(one.readings, 100);
  EXPECT_GT(one.rays, 1000000);
  for (const int threads : {1, 2, 7}) {
    const scenario::RunResult again = readings(threads);
    EXPECT_EQ(again.readings_hash, one.readings_hash) << threads;
    EXPECT_EQ(again.rays, one.rays) << threads;
  }
}

// A sensor that is switched on looks and does not touch.
TEST(Determinism, SensorsDoNotChangeTheRun) {
  const auto hash = [](const std::vector<std::string>& sensors) {
    return result_of({.world = kMaze,
                      .robots = scenario::parse_robots({"P3AT"}),
                      .sensors = sensors,
                      .pilot = "wander",
                      .seed = 3,
                      .duration = 3.0})
        .state_hash;
  };
  EXPECT_EQ(hash({}), hash({"urg04lx", "mti"}));
}

TEST(Determinism, ARecordingRepeatsTheRun) {
  const std::string path = testing::TempDir() + "/determinism.jsonl";
  scenario::Scenario scenario = team_in_maze(5.0);
  scenario.outputs.recording = path;
  const scenario::RunResult first = result_of(scenario);
  EXPECT_GT(first.commands, 100);
  scenario::Scenario again = team_in_maze(5.0);
  again.pilot = path;
  EXPECT_EQ(result_of(again).state_hash, first.state_hash);
  std::remove(path.c_str());
}

TEST(Determinism, AnotherSeedIsAnotherRun) {
  const auto hash = [](std::uint64_t seed) {
    scenario::Scenario scenario = team_in_maze(10.0);
    scenario.seed = seed;
    return result_of(scenario).state_hash;
  };
  EXPECT_NE(hash(1), hash(2));
}

// What a command prints, and its exit code.
struct Printed {
  std::string text;
  int code = -1;
};

Printed output_of(const std::string& command) {
  Printed printed;
  FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 4096> buffer;
  while (std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    printed.text.append(buffer.data(), count);
  printed.code = pclose(pipe) / 256;
  return printed;
}

std::string hash_in(const std::string& json) {
  const std::size_t at = json.find("\"state_hash\":\"");
  return at == std::string::npos ? "no hash in: " + json : json.substr(at + 14, 16);
}

// Other compilers and options: tests/same_bits_test.py.
TEST(Determinism, TheSameUnderLoadAndWithMoreThreads) {
  const std::string run =
      RUBBLE_BUILD_DIR "/apps/rubble run " + kMaze +
      " --robot P3AT --robot Element --robot Absolem --duration 6 --seed 3 --json";
  const Printed quiet = output_of(run);
  ASSERT_EQ(quiet.code, 0);
  const Printed loaded = output_of("timeout 20 sh -c 'while :; do :; done' & busy=$!; " + run +
                                   " --threads 7; kill $busy");
  EXPECT_EQ(hash_in(loaded.text), hash_in(quiet.text));
}

}  // namespace
}  // namespace rubble
