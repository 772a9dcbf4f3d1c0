// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/explore/explore.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace rubble::pilots {
namespace {

constexpr double kHalfCell = 0.0251;  // m: a wall is drawn in the middle of its cell

struct Wall {
  Vec2 from, to;
};

// A corridor of 1.2 m with an end, an alcove and a slanted board: nothing looks like its mirror
// image.
std::vector<Wall> alley() {
  return {{{-2.0, 0.6}, {1.0, 0.6}},  {{1.0, 0.6}, {1.0, 1.6}},    {{1.0, 1.6}, {1.8, 1.6}},
          {{1.8, 1.6}, {1.8, 0.6}},   {{1.8, 0.6}, {3.0, 0.6}},    {{3.0, 0.6}, {3.0, -0.2}},
          {{3.0, -0.2}, {2.6, -0.6}}, {{2.6, -0.6}, {-2.0, -0.6}}, {{-2.0, -0.6}, {-2.0, 0.6}}};
}

double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

double distance_along(const Vec2& from, const Vec2& direction, const std::vector<Wall>& walls) {
  double nearest = 1e9;
  for (const Wall& wall : walls) {
    const Vec2 along = wall.to - wall.from;
    const double slant = cross(direction, along);
    if (std::abs(slant) < 1e-12) continue;
    const double path = cross(wall.from - from, along) / slant;
    const double share = cross(wall.from - from, direction) / slant;
    if (path > 0.0 && share >= 0.0 && share <= 1.0) nearest = std::min(nearest, path);
  }
  return nearest;
}

// All walls around a robot, in its own frame.
std::vector<PlanarBeam> beams_at(const FlatPose& pose, const std::vector<Wall>& walls) {
  std::vector<PlanarBeam> beams;
  for (int i = 0; i < 720; ++i) {
    const double angle = 2.0 * kPi * i / 720;
    const Vec2 direction(std::cos(pose.yaw + angle), std::sin(pose.yaw + angle));
    const double path = distance_along(pose.position, direction, walls);
    beams.push_back({path * Vec2(std::cos(angle), std::sin(angle)), true});
  }
  return beams;
}

std::vector<Vec2> ends_of(const std::vector<PlanarBeam>& beams) {
  std::vector<Vec2> ends;
  for (const PlanarBeam& beam : beams) ends.push_back(beam.end);
  return ends;
}

void update_map(Grid& grid, const FlatPose& pose, const std::vector<Wall>& walls, int times = 5) {
  std::vector<PlanarBeam> beams = beams_at(pose, walls);
  for (PlanarBeam& beam : beams) beam.end = pose * beam.end;
  for (int i = 0; i < times; ++i) grid.add_scan(pose.position, beams);
}

Grid map_of_alley() {
  Grid grid(Vec2::Zero());
  update_map(grid, {{0.0, 0.0}, 0.0}, alley());
  update_map(grid, {{1.4, 0.3}, 0.0}, alley());
  update_map(grid, {{2.2, 0.0}, 0.0}, alley());
  return grid;
}

TEST(ExploreGrid, KnowsWallsFreeSpaceAndTheUnknown) {
  const Grid grid = map_of_alley();
  EXPECT_TRUE(grid.is_occupied(grid.cell_of({0.3, 0.62})) ||
              grid.is_occupied(grid.cell_of({0.3, 0.58})));
  EXPECT_TRUE(grid.is_free(grid.cell_of({0.3, 0.0})));
  EXPECT_EQ(grid.evidence(grid.cell_of({0.3, 1.2})), 0) << "behind a wall";
}

TEST(ExploreGrid, ForgetsAWallThatIsGone) {
  Grid grid(Vec2::Zero());
  const std::vector<PlanarBeam> wall{{{1.0, 0.0}, true}};
  const std::vector<PlanarBeam> gone{{{2.0, 0.0}, true}};
  for (int i = 0; i < 10; ++i) grid.add_scan({0.0, 0.0}, wall);
  EXPECT_TRUE(grid.is_occupied(grid.cell_of({1.0, 0.0})));
  EXPECT_GT(grid.likelihood(Vec2(1.0, 0.0)), 0.9);
  for (int i = 0; i < 30; ++i) grid.add_scan({0.0, 0.0}, gone);
  EXPECT_TRUE(grid.is_free(grid.cell_of({1.0, 0.0})));
  EXPECT_LT(grid.likelihood(Vec2(1.0, 0.0)), 0.0);
}

TEST(ExploreMatch, FindsTheOffsetOfAWrongGuess) {
  const Grid grid = map_of_alley();
  for (const FlatPose& truth : {FlatPose{{0.5, 0.1}, 0.3}, FlatPose{{1.6, -0.1}, -2.0}}) {
    const std::vector<Vec2> points = ends_of(beams_at(truth, alley()));
    for (const double sign : {-1.0, 1.0}) {
      const FlatPose guess{truth.position + sign * Vec2(0.09, -0.07), truth.yaw - sign * 0.015};
      const Match match =
          match_scan(grid, points, guess, {.distance_weight = 0.0, .yaw_weight = 0.0});
      EXPECT_NEAR(match.pose.position.x(), truth.position.x(), kHalfCell);
      EXPECT_NEAR(match.pose.position.y(), truth.position.y(), kHalfCell);
      EXPECT_NEAR(match.pose.yaw, truth.yaw, 0.02);
      EXPECT_GT(match.score, 0.8);
    }
  }
}

// From one scan to the next the guess counts; over a few scans the walls win.
TEST(ExploreMatch, SeveralScansInARowTakeAWrongGuessHome) {
  const Grid grid = map_of_alley();
  const FlatPose truth{{0.5, 0.1}, 0.3};
  const std::vector<Vec2> points = ends_of(beams_at(truth, alley()));
  FlatPose pose{truth.position + Vec2(0.1, -0.1), truth.yaw + 0.05};
  for (int i = 0; i < 10; ++i) pose = match_scan(grid, points, pose).pose;
  EXPECT_LT((pose.position - truth.position).norm(), 1.5 * kHalfCell);
  EXPECT_NEAR(pose.yaw, truth.yaw, 0.02);
}

TEST(ExploreMatch, StaysWithTheGuessWhereNothingIsKnown) {
  const Grid grid(Vec2::Zero());
  const FlatPose guess{{0.3, 0.2}, 0.1};
  const Match match = match_scan(grid, ends_of(beams_at(guess, alley())), guess);
  EXPECT_EQ(match.pose.position, guess.position);
  EXPECT_EQ(match.pose.yaw, guess.yaw);
}

RangeScan three_beams(double left, double ahead, double right) {
  RangeScan scan;
  scan.columns = 3;
  scan.angle_min = -kPi / 2;
  scan.angle_increment = kPi / 2;
  scan.min_range = 0.02;
  scan.max_range = 5.6;
  scan.ranges = {static_cast<float>(right), static_cast<float>(ahead), static_cast<float>(left)};
  scan.codes = {kNoCode, kNoCode, kNoCode};
  return scan;
}

const Pose kMast{{0.25, 0.0, 0.33}, Quat::Identity()};

TEST(ExploreScan, TakesWhatALevelLaserMeetsForWalls) {
  const PlanarScan scan = project_to_plane(three_beams(0.6, 2.0, 0.6), kMast, 0.0, 0.0, {});
  ASSERT_EQ(scan.beams.size(), 3U);
  for (const PlanarBeam& beam : scan.beams) EXPECT_TRUE(beam.is_wall);
  EXPECT_NEAR(scan.beams[1].end.x(), 2.25, 1e-6);
}

// Nose down by 15 degrees the beam ahead meets the floor at h / sin 15, here from 0.254 m up.
TEST(ExploreScan, DoesNotTakeTheFloorForAWall) {
  const double pitch = radians(15.0);
  const double height = 0.33 * std::cos(pitch) - 0.25 * std::sin(pitch);
  const PlanarScan scan =
      project_to_plane(three_beams(0.6, height / std::sin(pitch), 0.6), kMast, 0.0, pitch, {});
  ASSERT_EQ(scan.beams.size(), 3U);
  EXPECT_TRUE(scan.beams[0].is_wall);
  EXPECT_FALSE(scan.beams[1].is_wall);
  EXPECT_TRUE(scan.beams[2].is_wall);
  const double seen = (scan.beams[1].end - scan.sensor).norm();
  EXPECT_NEAR(seen, (height - 0.22) / std::tan(pitch), 1e-6) << "free as far as the beam is high";
}

TEST(ExploreScan, DoesNotTakeTheCeilingForAWall) {
  const double pitch = radians(-15.0);
  const PlanarScan scan = project_to_plane(three_beams(0.6, 5.0, 0.6), kMast, 0.0, pitch, {});
  ASSERT_EQ(scan.beams.size(), 3U);
  EXPECT_FALSE(scan.beams[1].is_wall);
  EXPECT_LT((scan.beams[1].end - scan.sensor).norm(), 3.0);
}

TEST(ExploreScan, LearnsNothingFromCodesAndNoWallFromTheMaximum) {
  RangeScan scan = three_beams(0.6, 5.6, 0.6);
  scan.ranges[0] = std::numeric_limits<float>::quiet_NaN();
  scan.codes[0] = 0;
  const PlanarScan leveled = project_to_plane(scan, kMast, 0.0, 0.0, {});
  ASSERT_EQ(leveled.beams.size(), 2U);
  EXPECT_FALSE(leveled.beams[0].is_wall);
  EXPECT_TRUE(leveled.beams[1].is_wall);
}

TEST(ExploreRoutes, KeepAwayFromWallsAndGoRoundThem) {
  const Grid grid = map_of_alley();
  const ShortestPaths paths(grid, {}, {-1.0, 0.0}, {.body = 0.30, .comfort = 0.55});
  const GridCell alcove = grid.cell_of({1.4, 1.0});
  ASSERT_TRUE(paths.cost_to(alcove));
  EXPECT_GE(*paths.cost_to(alcove), Vec2(2.4, 1.0).norm());
  for (const Vec2& point : paths.path_to(alcove))
    EXPECT_GE(paths.clearance(grid.cell_of(point)), 0.30);
  EXPECT_FALSE(paths.cost_to(grid.cell_of({0.0, 1.2}))) << "behind a wall";
  EXPECT_FALSE(paths.cost_to(grid.cell_of({0.0, 0.5}))) << "too near to a wall";
}

TEST(ExploreRoutes, WhatWasFeltBlocksTheWay) {
  const Grid grid = map_of_alley();
  const std::vector<Obstacle> detected{{{0.5, 0.0}, 0.08}};
  const ShortestPaths paths(grid, detected, {-1.0, 0.0}, {.body = 0.32, .comfort = 0.55});
  EXPECT_FALSE(paths.cost_to(grid.cell_of({2.0, 0.0})));
  EXPECT_TRUE(paths.cost_to(grid.cell_of({-0.2, 0.0})));
}

TEST(ExploreCoverage, DoesNotReachThroughWalls) {
  const Grid grid = map_of_alley();
  Coverage coverage(grid);
  coverage.visit(grid, {0.0, 0.3}, 0.6);
  EXPECT_TRUE(coverage.is_covered(grid, grid.cell_of({0.2, 0.4})));
  EXPECT_FALSE(coverage.is_covered(grid, grid.cell_of({0.0, 0.75})));
}

TEST(ExploreCoverage, TheNearestPlaceIsAheadRatherThanBehind) {
  const Grid grid = map_of_alley();
  Coverage coverage(grid);
  coverage.visit(grid, {0.0, 0.0}, 0.6);
  const ShortestPaths paths(grid, {}, {0.0, 0.0}, {.body = 0.30, .comfort = 0.55});
  const auto ahead = nearest_uncovered(grid, coverage, paths, {0.0, 0.0}, 0.0);
  const auto back = nearest_uncovered(grid, coverage, paths, {0.0, 0.0}, kPi);
  ASSERT_TRUE(ahead && back);
  EXPECT_NEAR(grid.center_of(*ahead).x(), 0.6, 0.1);
  EXPECT_NEAR(grid.center_of(*back).x(), -0.6, 0.1);
}

TEST(ExploreCoverage, WhatWasGivenUpCanBeTriedAgain) {
  const Grid grid = map_of_alley();
  Coverage coverage(grid);
  coverage.give_up(grid, {0.0, 0.0}, 0.2);
  EXPECT_TRUE(coverage.is_covered(grid, grid.cell_of({0.1, 0.0})));
  coverage.try_again();
  EXPECT_FALSE(coverage.is_covered(grid, grid.cell_of({0.1, 0.0})));
}

TEST(ExploreDoors, TheEndOfACorridorMayBeOne) {
  const Grid grid = map_of_alley();
  const ShortestPaths paths(grid, {}, {-0.5, 0.0}, {.body = 0.30, .comfort = 0.55});
  const auto guess = best_door_candidate(grid, paths, 0.25, {});
  ASSERT_TRUE(guess);
  EXPECT_NEAR(guess->leaf().x(), -2.0, 0.08);
  EXPECT_NEAR(std::abs(wrap_angle(guess->yaw)), kPi, 1e-6);
  const std::vector<Vec2> tried{guess->leaf()};
  const auto other = best_door_candidate(grid, paths, 0.25, tried);
  EXPECT_TRUE(!other || (other->leaf() - guess->leaf()).norm() > 0.4);
}

// A leaf that has swung away by 30 degrees before a robot that looks 5 degrees to the left.
TEST(ExploreDoors, ALeafThatSwingsIsToldFromAWall) {
  const double off = radians(5.0), swung = radians(30.0);
  PlanarScan wall, leaf;
  for (double y = -0.5; y < 0.5; y += 0.02) {
    wall.beams.push_back({{0.4 + std::tan(off) * y, y}, true});
    leaf.beams.push_back({{0.4 + std::tan(off + swung) * y, y}, true});
  }
  ASSERT_TRUE(slant_ahead(wall, 0.25) && slant_ahead(leaf, 0.25));
  EXPECT_NEAR(*slant_ahead(wall, 0.25), off, 1e-6);
  EXPECT_NEAR(*slant_ahead(leaf, 0.25), off + swung, 1e-6);
  EXPECT_FALSE(slant_ahead({}, 0.25));
}

TEST(ExploreProgress, NoticesThatTheRobotStands) {
  StuckDetector moving, standing;
  for (Tick tick = 0; tick <= tick_at(2.0); tick += 48) {
    moving.update(tick, {{0.4 * seconds_at(tick), 0.0}, 0.0}, {0.5, 0.0});
    standing.update(tick, {{0.02 * seconds_at(tick), 0.0}, 0.0}, {0.5, 0.0});
  }
  EXPECT_FALSE(moving.is_stuck());
  EXPECT_TRUE(standing.is_stuck());
}

TEST(ExploreSteering, TurnsOnTheSpotTowardsAWayBehind) {
  PathFollower steering({.speed = 0.5});
  const std::vector<Vec2> behind{{-0.2, 0.0}, {-0.5, 0.0}, {-0.8, 0.0}};
  const std::vector<Vec2> ahead{{0.2, 0.0}, {0.5, 0.0}, {0.8, 0.0}};
  const VelocityCommand turn = steering.follow(behind, {});
  EXPECT_EQ(turn.speed, 0.0);
  EXPECT_GT(std::abs(turn.turn_rate), 0.5);
  const VelocityCommand straight = steering.follow(ahead, {});
  EXPECT_NEAR(straight.speed, 0.5, 1e-9);
  EXPECT_NEAR(straight.turn_rate, 0.0, 1e-9);
}

Model model_with(DriveKind drive) {
  Model model;
  model.name = "test";
  model.robot.emplace();
  model.robot->drive = drive;
  model.robot->max_speed = 10.0;
  Link link;
  link.sensors.push_back({.name = "Laser", .type = "gpu_lidar"});
  link.sensors.push_back({.name = "INS", .type = "custom", .preset = "ins"});
  model.links.push_back(link);
  return model;
}

TEST(ExplorerConfig, NamesTheSensorsItNeeds) {
  const auto explorer = make_explorer(model_with(DriveKind::Skid), "R1", {}, 1);
  ASSERT_TRUE(explorer.ok());
  EXPECT_EQ((*explorer)->required_sensors(), (std::vector<std::string>{"Laser", "INS"}));
}

TEST(ExplorerConfig, RefusesRobotsThatCannotExplore) {
  for (const DriveKind drive : {DriveKind::Ackermann, DriveKind::Quadrotor, DriveKind::None}) {
    const auto explorer = make_explorer(model_with(drive), "R1", {}, 1);
    ASSERT_FALSE(explorer.ok());
    EXPECT_NE(explorer.error().message.find("turns on the spot"), std::string::npos);
  }
  Model blind = model_with(DriveKind::Tracks);
  blind.links[0].sensors.erase(blind.links[0].sensors.begin());
  EXPECT_NE(make_explorer(blind, "R1", {}, 1).error().message.find("laser"), std::string::npos);
  Model lost = model_with(DriveKind::Tracks);
  lost.links[0].sensors.pop_back();
  EXPECT_NE(make_explorer(lost, "R1", {}, 1).error().message.find("INS"), std::string::npos);
}

}  // namespace
}  // namespace rubble::pilots
