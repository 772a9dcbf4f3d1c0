// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/scan_match.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "rubble/slam/2d/correlative_matcher.h"
#include "rubble/slam/2d/point_to_line.h"
#include "rubble/slam/2d/test_building.h"

namespace rubble::slam {
namespace {

void expect_near(const Pose2& pose, const Pose2& truth, double distance, double turn) {
  EXPECT_LT((pose.position() - truth.position()).norm(), distance);
  EXPECT_LT(std::abs(wrap_angle(pose.theta - truth.theta)), turn);
}

TEST(OrientedScan, NormalsStandOnWallsAndFaceWhoSawThem) {
  const Pose2 pose{1.5, 1.5, 0.3};
  const PlanarScan scan = scan_in(ring_building(), pose, 1);
  int known = 0, right = 0;
  for (const OrientedPoint& point : oriented_points(scan)) {
    if (point.normal.isZero()) continue;
    ++known;
    EXPECT_GE(point.normal.dot(scan.origin - point.point), 0.0F);
    const double heading = pose.theta + std::atan2(point.normal.y(), point.normal.x());
    const double off = std::abs(std::remainder(heading, kPi / 2));
    if (off < 0.15) ++right;
  }
  EXPECT_GT(known, 300);
  EXPECT_GT(right, 9 * known / 10);
}

TEST(ScanMatch, FindsWhereAScanWasTakenFromFarOff) {
  const auto walls = ring_building();
  const Pose2 first{2.0, 1.5, 0.1}, second{2.6, 1.9, 0.35};
  const Pose2 truth = first.inverse() * second;
  const ScanMatch match = match_scans(scan_in(walls, first, 1), scan_in(walls, second, 2),
                                      {truth.x + 0.4, truth.y - 0.35, truth.theta - 0.3});
  expect_near(match.reference_from_scan, truth, 0.02, 0.004);
  EXPECT_GT(match.score, 0.8);
  EXPECT_LT(std::sqrt(match.covariance(0, 0)), 0.05);
}

TEST(ScanMatch, AWindowOfZeroOnlyRefines) {
  const auto walls = ring_building();
  const Pose2 first{2.0, 1.5, 0.1}, second{2.2, 1.6, 0.15};
  const Pose2 truth = first.inverse() * second;
  const ScanMatch match = match_scans(scan_in(walls, first, 1), scan_in(walls, second, 2),
                                      {truth.x + 0.06, truth.y - 0.05, truth.theta - 0.03},
                                      {.reach = 0.0, .turn = 0.0});
  expect_near(match.reference_from_scan, truth, 0.02, 0.004);
}

TEST(ScanMatch, ACorridorGivesNoInformationAlongItself) {
  PlanarScan corridor;
  for (int i = 0; i < 100; ++i)
    for (const float y : {-1.0F, 1.0F}) corridor.hits.emplace_back(0.1F * static_cast<float>(i), y);
  std::stable_sort(corridor.hits.begin(), corridor.hits.end(),
                   [](const Vec2f& a, const Vec2f& b) { return a.y() < b.y(); });
  const ScanMatch match = match_scans(corridor, corridor, {}, {.reach = 0.0, .turn = 0.0});
  EXPECT_GT(match.covariance(0, 0), 20.0 * match.covariance(1, 1));
}

// The direction in which a pose is known least, from -pi/2 to pi/2.
double loosest_direction(const Mat3& covariance) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> axes(covariance.topLeftCorner<2, 2>());
  const Vec2 loosest = axes.eigenvectors().col(1);
  return std::remainder(std::atan2(loosest.y(), loosest.x()), kPi);
}

TEST(ScanMatch, CovarianceIsLargestAlongTheCorridorInAnyOrientation) {
  for (const double angle : {0.0, 0.4, 1.2, -0.9, 2.6}) {
    const Pose2 turn{0.0, 0.0, angle};
    std::vector<TestWall> walls;
    for (const double y : {-1.0, 1.0}) walls.push_back({turn * Vec2(-60, y), turn * Vec2(60, y)});
    // Both look along the corridor's axes turned by something else.
    const Pose2 first = turn * Pose2{0.0, 0.2, 0.3}, second = turn * Pose2{0.3, -0.1, -0.2};
    const ScanMatch match = match_scans(scan_in(walls, first, 1), scan_in(walls, second, 2),
                                        first.inverse() * second, {.reach = 0.0, .turn = 0.0});
    const double along = angle - first.theta;  // seen from the first
    EXPECT_LT(std::abs(std::remainder(loosest_direction(match.covariance) - along, kPi)), 0.05)
        << "corridor at " << angle;
    const Vec2 way(std::cos(along), std::sin(along)), across(-way.y(), way.x());
    const Eigen::Matrix2d covariance = match.covariance.topLeftCorner<2, 2>();
    EXPECT_GT(way.dot(covariance * way), 20.0 * across.dot(covariance * across));
  }
}

TEST(ScanMatch, OfNothingIsTheGuess) {
  const ScanMatch match = match_scans({}, {}, {1.0, 2.0, 3.0});
  EXPECT_EQ(match.reference_from_scan, (Pose2{1.0, 2.0, 3.0}));
  EXPECT_EQ(match.score, 0.0);
}

// The best of all places of the window's grid, one by one.
double best_score(const SurfelMap& map, const std::vector<OrientedPoint>& points,
                  const Pose2& middle, const SearchWindow& window, const Pose2& found) {
  double best = 0.0;
  const int cells = static_cast<int>(std::ceil(window.reach / SurfelMap::kCell));
  for (int dy = -cells; dy <= cells; ++dy)
    for (int dx = -cells; dx <= cells; ++dx) {
      const Pose2 pose{middle.x + dx * SurfelMap::kCell, middle.y + dy * SurfelMap::kCell,
                       found.theta};
      double sum = 0.0;
      for (const OrientedPoint& point : points) {
        const Vec2f place = (pose * Vec2(point.point.cast<double>())).cast<float>();
        const int column = map.column_of(place.x()), row = map.row_of(place.y());
        if (map.contains(column, row))
          sum += map.likelihoods()[static_cast<std::size_t>(row * map.width() + column)];
      }
      best = std::max(best, sum / (255.0 * static_cast<double>(points.size())));
    }
  return best;
}

TEST(BranchAndBoundMatcher, MissesNothing) {
  const auto walls = ring_building();
  SurfelMap map;
  map.add(oriented_points(scan_in(walls, {2.0, 1.5, 0.1}, 1)), {});
  const auto points = thinned(oriented_points(scan_in(walls, {3.0, 1.2, 0.4}, 2)), 0.2);
  const SearchWindow window{2.0, 0.5};
  const auto found = BranchAndBoundMatcher(map).search(points, {}, window, 0.1);
  ASSERT_TRUE(found);
  expect_near(found->map_from_scan, Pose2{2.0, 1.5, 0.1}.inverse() * Pose2{3.0, 1.2, 0.4}, 0.3,
              0.03);
  EXPECT_NEAR(best_score(map, points, {}, window, found->map_from_scan), found->score, 0.01);
}

TEST(BranchAndBoundMatcher, OmitsTheExclusionRegion) {
  const auto walls = ring_building();
  SurfelMap map;
  map.add(oriented_points(scan_in(walls, {2.0, 1.5, 0.1}, 1)), {});
  const auto points = thinned(oriented_points(scan_in(walls, {2.0, 1.5, 0.1}, 2)), 0.2);
  const BranchAndBoundMatcher search(map);
  const auto best = search.search(points, {}, {1.5, 0.1}, 0.1);
  ASSERT_TRUE(best);
  const auto other =
      search.search(points, {}, {1.5, 0.1}, 0.1, ExclusionRegion{best->map_from_scan, 0.5});
  ASSERT_TRUE(other);
  EXPECT_LT(other->score, best->score);
  EXPECT_GT(
      (other->map_from_scan.position() - best->map_from_scan.position()).cwiseAbs().maxCoeff(),
      0.5);
  EXPECT_FALSE(search.search(points, {}, {1.5, 0.1}, 0.999));
}

TEST(Refine, WhatTheMapKnowsToBeFreeSpeaksAgainst) {
  const auto walls = ring_building();
  const Pose2 pose{2.0, 1.5, 0.1};
  const auto points = oriented_points(scan_in(walls, pose, 1));
  SurfelMap map;
  map.add(points, pose);
  map.mark_free(points, Vec2f::Zero(), pose);
  const ScanAlignment right = align_point_to_line(map, points, pose);
  EXPECT_GT(right.support, 0.97);
  // Two metres to the side, held there: half of what was seen would stand in the open.
  const PosePrior held{{4.0, 1.5, 0.9}, 1e12 * Mat3::Identity()};
  EXPECT_LT(align_point_to_line(map, points, held.map_from_scan, held).support, 0.5);
}

}  // namespace
}  // namespace rubble::slam
