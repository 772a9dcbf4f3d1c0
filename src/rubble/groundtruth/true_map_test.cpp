// SPDX-License-Identifier: Apache-2.0
#include "rubble/groundtruth/true_map.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rubble/evaluation/map_score.h"

namespace rubble::groundtruth {
namespace {

void add_box(World& world, const Vec3& low, const Vec3& high, const Pose& turn = {}) {
  auto model = std::make_shared<Model>();
  Link link{.name = "link"};
  link.visuals.push_back({.name = "box", .geometry = Box{high - low}});
  model->links.push_back(link);
  model->world_from_model = Pose{0.5 * (low + high)} * turn;
  world.models.push_back(model);
}

// A room of 4 x 3 m inside of walls 0.2 m thick, with a pillar, a low step that lasers look over,
// and a chamber that nobody gets into. The ground goes on outside.
World known_room() {
  World world;
  add_box(world, {-3, -3, -0.1}, {8, 7, 0});
  add_box(world, {-0.2, -0.2, 0}, {4.2, 0, 1});
  add_box(world, {-0.2, 3, 0}, {4.2, 3.2, 1});
  add_box(world, {-0.2, 0, 0}, {0, 3, 1});
  add_box(world, {4, 0, 0}, {4.2, 3, 1});
  add_box(world, {1.5, 1.5, 0}, {1.8, 1.8, 2});
  add_box(world, {2.5, 0.3, 0}, {3.0, 0.8, 0.165});
  add_box(world, {3.0, 2.2, 0}, {3.1, 3, 1});
  add_box(world, {3.0, 2.1, 0}, {4, 2.2, 1});
  world.starts = {{"RobotStart1", make_pose(0.5, 0.5, 0.2, 0, 0, 0)}};
  return world;
}

evaluation::CellState at(const TrueMap& truth, double x, double y) {
  const maps::OccupancyMap& map = truth.map;
  const int column = static_cast<int>(std::floor((x - map.origin.x) / map.resolution));
  const int row = static_cast<int>(std::floor((y - map.origin.y) / map.resolution));
  if (column < 0 || row < 0 || column >= map.width || row >= map.height)
    return evaluation::CellState::Unknown;
  return evaluation::state_of(map.at(column, row));
}

TrueMap map_of(const World& world, const TrueMapSettings& settings = {}) {
  auto truth = true_map_of(world, places_of_starts(world), settings);
  EXPECT_TRUE(truth.ok()) << truth.error().to_string();
  return truth ? *std::move(truth) : TrueMap{};
}

TEST(TrueMap, HasWallsWhereTheCutMeetsThemAndNothingBehindThem) {
  const TrueMap truth = map_of(known_room());
  EXPECT_NEAR(truth.level, 0.3, 1e-6);
  EXPECT_EQ(at(truth, 0.5, 0.5), evaluation::CellState::Free);
  EXPECT_EQ(at(truth, 2.75, 0.5), evaluation::CellState::Free) << "it looks over the step";
  for (double y = 0.0; y <= 3.0; y += 0.05)
    EXPECT_EQ(at(truth, 0.0, y), evaluation::CellState::Wall) << y;
  for (double x = 0.0; x <= 3.0; x += 0.05)
    EXPECT_EQ(at(truth, x, 3.0), evaluation::CellState::Wall) << x;
  EXPECT_EQ(at(truth, -0.1, 1.5), evaluation::CellState::Unknown) << "inside of a wall";
  EXPECT_EQ(at(truth, -0.2, 1.5), evaluation::CellState::Unknown) << "a wall's other side";
  EXPECT_EQ(at(truth, -0.4, 1.5), evaluation::CellState::Unknown) << "outside";
  EXPECT_EQ(at(truth, 1.5, 1.6), evaluation::CellState::Wall);
  EXPECT_EQ(at(truth, 1.65, 1.65), evaluation::CellState::Unknown) << "inside of the pillar";
  EXPECT_EQ(at(truth, 3.5, 2.6), evaluation::CellState::Unknown) << "the chamber";
}

TEST(TrueMap, ReportsTheAreaOfTheFreeFloor) {
  const double room = 4.0 * 3.0 - 0.3 * 0.3 - 1.0 * 0.9;
  for (const double resolution : {0.02, 0.05, 0.1}) {
    // Half a cell of each wall belongs to the wall.
    const double outline = 14.0 + 1.2;
    const TrueMap truth = map_of(known_room(), {.resolution = resolution});
    EXPECT_NEAR(truth.free_area, room - 0.5 * resolution * outline, resolution);
  }
}

TEST(TrueMap, IsCutWhereTheLaserIs) {
  const TrueMap low = map_of(known_room(), {.height = 0.1});
  EXPECT_EQ(at(low, 2.5, 0.5), evaluation::CellState::Wall) << "the step's side";
  const TrueMap high = map_of(known_room(), {.height = 1.5});
  EXPECT_EQ(at(high, 1.5, 1.6), evaluation::CellState::Wall) << "only the pillar is as high";
  EXPECT_EQ(at(high, 0.0, 1.5), evaluation::CellState::Free);
}

TEST(TrueMap, FreeSpaceEndsWhereTheFloorDoes) {
  World world;
  add_box(world, {0, 0, -0.1}, {2, 2, 0});
  add_box(world, {5, 0, 0}, {5.2, 2, 1});
  world.starts = {{"RobotStart1", make_pose(1, 1, 0.2, 0, 0, 0)}};
  const TrueMap truth = map_of(world);
  EXPECT_EQ(at(truth, 1.9, 1.0), evaluation::CellState::Free);
  EXPECT_EQ(at(truth, 2.1, 1.0), evaluation::CellState::Unknown);
  EXPECT_EQ(at(truth, 5.0, 1.0), evaluation::CellState::Unknown) << "across the gap";
}

TEST(TrueMap, HoldsForWallsThatStandAskew) {
  World world = known_room();
  const Pose turn{Vec3(3, -2, 0.7), Quat(Eigen::AngleAxisd(0.4, Vec3::UnitZ()))};
  World turned;
  for (const auto& model : world.models) {
    auto copy = std::make_shared<Model>(*model);
    copy->world_from_model = turn * model->world_from_model;
    turned.models.push_back(copy);
  }
  turned.starts = {{"RobotStart1", turn * world.starts[0].pose}};
  const TrueMap truth = map_of(world), askew = map_of(turned);
  EXPECT_NEAR(askew.level, 1.0, 1e-6) << "above the floor, wherever that is";
  EXPECT_NEAR(askew.free_area, truth.free_area, 0.5);
  const auto score = evaluation::score_map(askew.map, truth.map);
  ASSERT_TRUE(score.ok());
  EXPECT_GT(score->wall_f1, 0.99);
  EXPECT_LT(score->wall_distance, 0.03);
  const Pose2 left = score->truth_from_estimate * planar(turn);
  EXPECT_LT(left.position().norm(), 0.05);
  EXPECT_LT(std::abs(left.theta), radians(1.0));
}

TEST(TrueMap, SaysWhyThereIsNone) {
  const World world = known_room();
  EXPECT_NE(true_map_of(world, {}).error().message.find("no place"), std::string::npos);
  for (const Vec3& place : {Vec3(1.5, 1.6, 0.0), Vec3(20.0, 0.0, 0.0)}) {
    const auto none = true_map_of(world, std::vector<Vec3>{place});
    ASSERT_FALSE(none.ok()) << "in a wall, and where there is no floor";
    EXPECT_NE(none.error().message.find("is free and has floor below"), std::string::npos);
  }
  const std::vector<Vec3> starts = places_of_starts(world);
  const auto fine = true_map_of(world, starts, {.resolution = 0.001, .max_cells = 1000});
  EXPECT_NE(fine.error().message.find("take larger"), std::string::npos);
}

}  // namespace
}  // namespace rubble::groundtruth
