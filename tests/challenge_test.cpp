// SPDX-License-Identifier: Apache-2.0
// The Interleague Challenge from the maze to the table.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "apps/support.h"
#include "rubble/challenge/seed.h"
#include "rubble/scenario/add_robots.h"
#include "rubble/scenario/scenario.h"

namespace rubble {
namespace {

bool is_full_sweep() {
  const char* const sweep = std::getenv("RUBBLE_SWEEP");
  return sweep != nullptr && std::string(sweep) == "full";
}

const challenge::TeamResult& team_of(const challenge::SeedResult& seed, const std::string& word) {
  for (const challenge::TeamResult& team : seed.teams)
    if (team.team.word == word) return team;
  ADD_FAILURE() << "no team " << word;
  return seed.teams.front();
}

double mean_error(const challenge::SeedResult& seed, const std::string& word) {
  return team_of(seed, word).assessment.all.translation.mean;
}

challenge::SeedResult challenge_of(std::uint64_t seed, const std::string& folder) {
  challenge::SeedSettings settings;
  settings.place.seed = seed;
  settings.folder = folder + "/seed" + std::to_string(seed);
  settings.teams = challenge::challenge_teams();
  settings.teams.push_back(challenge::teams_without_ramp_handling().back());
  auto result = challenge::run_challenge_seed(settings, [](double, const std::string&) {});
  EXPECT_TRUE(result.ok()) << result.error().to_string();
  return *std::move(result);
}

void expect_good_drive(const challenge::SeedResult& seed) {
  EXPECT_EQ(seed.drive.stuck_count, 0) << "seed " << seed.seed();
  EXPECT_EQ(seed.drive.stops_missed, 0) << "seed " << seed.seed();
  EXPECT_LT(seed.drive.max_tilt, radians(30.0)) << "it never tips over";
  EXPECT_GE(seed.drive.cells_driven, 91) << "of 96, seed " << seed.seed();
  EXPECT_GT(seed.drive.distance, 100.0);
  EXPECT_GT(seed.beams.right_share(), 0.99) << "seed " << seed.seed();
  EXPECT_GT(seed.beams.kept_share(), 0.8) << "seed " << seed.seed();
  EXPECT_LT(seed.reckoning.inertial_turn, radians(1.0));
  EXPECT_LT(seed.reckoning.inertial, 0.15);
}

void expect_good_maps(const challenge::SeedResult& seed) {
  for (const challenge::TeamResult& team : seed.teams) {
    EXPECT_EQ(team.assessment.unmatched, 0U) << team.team.name;
    EXPECT_GT(team.assessment.loop.translation.count, 100U) << team.team.name;
  }
  EXPECT_LT(mean_error(seed, "graph"), 0.5) << "seed " << seed.seed();
  EXPECT_LT(mean_error(seed, "graph"), mean_error(seed, "odometry"));
  EXPECT_LT(2.0 * mean_error(seed, "graph"), mean_error(seed, "graph_flat"))
      << "what ramp handling is for, seed " << seed.seed();
  ASSERT_TRUE(team_of(seed, "graph").map_score && team_of(seed, "odometry").map_score);
  EXPECT_GT(team_of(seed, "graph").map_score->wall_f1, 0.8) << "seed " << seed.seed();
  EXPECT_GT(team_of(seed, "graph").map_score->wall_f1,
            team_of(seed, "odometry").map_score->wall_f1 + 0.2);
  for (const char* file : {"graph.png", "graph.yaml", "errors.svg", "truth.relations", "truth.yaml",
                           "truth.png", "graph.txt"})
    EXPECT_TRUE(std::filesystem::exists(seed.folder + "/" + file)) << file;
}

TEST(Challenge, TheRobotComesHomeAndGraphSlamIsWithinTenCentimetres) {
  const apps::TemporaryFolder folder("challenge");
  double sum = 0.0;
  const std::uint64_t last = is_full_sweep() ? 10 : 1;
  for (std::uint64_t number = 1; number <= last; ++number) {
    const challenge::SeedResult seed = challenge_of(number, folder.path());
    expect_good_drive(seed);
    expect_good_maps(seed);
    sum += mean_error(seed, "graph");
    std::filesystem::remove_all(seed.folder);
  }
  EXPECT_LE(sum / static_cast<double>(last), 0.10);
}

std::vector<Vec2> tour_of(const challenge::ChallengePlace& place, const std::string& folder) {
  const std::string file = folder + "/maze.sdf";
  EXPECT_TRUE(apps::write_file(file, place.sdf).ok());
  auto world = apps::open_world(file, {});
  EXPECT_TRUE(world.ok());
  sim::Simulation simulation(*std::move(world), {.seed = 1, .load = apps::load_settings({})});
  EXPECT_TRUE(
      scenario::add_robots(simulation, scenario::parse_robots({"Element"}), {{"ScannerH"}}).ok());
  return challenge::plan_tour(simulation, place).stops;
}

// Ridges that run on from cell to cell once looked like walls across the corridor: where one lay
// near the start, the drive was over after ten metres.
TEST(Challenge, TheDriverGoesThroughMazesOfAnySeed) {
  const apps::TemporaryFolder folder("tours");
  for (const std::uint64_t seed : {13U, 24U, 53U, 101U}) {
    const auto place = challenge::make_place({.seed = seed});
    ASSERT_TRUE(place.ok());
    const std::vector<Vec2> stops = tour_of(*place, folder.path());
    int left_out = 0;
    for (std::size_t i = 0; i < place->cells.size(); ++i)
      if (place->maze->grid.opening_count(place->maze->grid.cell_at(i)) > 1)
        left_out += std::none_of(stops.begin(), stops.end(),
                                 [&](const Vec2& stop) { return place->cells[i].contains(stop); });
    EXPECT_LE(left_out, 6) << "cells that are no dead ends, seed " << seed;
  }
}

// The orders alone, given again, make the same run.
TEST(Challenge, AnOrderedPathRepeatsToTheBit) {
  const apps::TemporaryFolder folder("path");
  const auto drive = challenge::drive_challenge({.seed = 4, .width = 6.25, .height = 5.0},
                                                folder.path() + "/seed4", [](double) {});
  ASSERT_TRUE(drive.ok()) << drive.error().to_string();
  const auto outcome = scenario::run({.world = drive->files.world,
                                      .robots = scenario::parse_robots({"Element"}),
                                      .sensors = challenge::challenge_sensors(),
                                      .pilot = drive->files.path,
                                      .seed = 4,
                                      .duration = seconds_at(drive->ticks)});
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->ticks, drive->ticks);
  EXPECT_EQ(outcome->state_hash, drive->state_hash);
}

}  // namespace
}  // namespace rubble
