// SPDX-License-Identifier: Apache-2.0
#include "rubble/mapping/graph_slam.h"

#include <gtest/gtest.h>

#include "rubble/mapping/information.h"
#include "rubble/mapping/occupancy_map.h"
#include "rubble/mapping/test_building.h"

namespace rubble::mapping {
namespace {

// Twice around the ring, 0.15 m a scan.
std::vector<Pose2> two_rounds() {
  const std::vector<Vec2> corners = {{1.5, 1.5}, {22.5, 1.5}, {22.5, 16.5}, {1.5, 16.5}};
  std::vector<Pose2> way;
  for (int side = 0; side < 8; ++side) {
    const Vec2 from = corners[static_cast<std::size_t>(side % 4)];
    const Vec2 to = corners[static_cast<std::size_t>((side + 1) % 4)];
    const Vec2 along = (to - from).normalized();
    const double heading = std::atan2(along.y(), along.x());
    for (double at = 0.0; at < (to - from).norm(); at += 0.15) {
      const Vec2 place = from + at * along;
      way.push_back({place.x(), place.y(), heading});
    }
    for (int k = 1; k < 6; ++k) way.push_back({to.x(), to.y(), wrap_angle(heading + k * kPi / 12)});
  }
  return way;
}

// Odometry of wheels of different size that slip.
std::vector<PlanarScan> drive(const std::vector<Pose2>& way) {
  const auto walls = ring_building();
  std::vector<PlanarScan> scans;
  Random random(7, "slip");
  Pose2 wheels = way.front();
  for (std::size_t i = 0; i < way.size(); ++i) {
    if (i > 0) {
      Pose2 step = way[i - 1].inverse() * way[i];
      step.x *= 1.03 + 0.05 * random.normal();
      step.theta += 0.004 + 0.05 * std::abs(step.theta) * random.normal();
      wheels = wheels * step;
    }
    PlanarScan scan = scan_in(walls, way[i], i);
    scan.stamp = 0.5 * static_cast<double>(i);
    scan.odometry = wheels;
    scans.push_back(std::move(scan));
  }
  return scans;
}

std::vector<Pose2> mapped(const std::vector<PlanarScan>& scans, SlamMethod method,
                          SlamReport* report = nullptr) {
  GraphSlam slam({.method = method});
  for (const PlanarScan& scan : scans) slam.take(scan);
  slam.finish();
  if (report != nullptr) *report = slam.report();
  return slam.poses();
}

double worst_error(const std::vector<Pose2>& poses, const std::vector<Pose2>& truth) {
  double worst = 0.0;
  const Pose2 fit = truth.front() * poses.front().inverse();
  for (std::size_t i = 0; i < truth.size(); ++i)
    worst = std::max(worst, ((fit * poses[i]).position() - truth[i].position()).norm());
  return worst;
}

TEST(GraphSlam, ClosesTheRingThatOdometryMisses) {
  const auto way = two_rounds();
  const auto scans = drive(way);
  SlamReport report;
  const auto graph = mapped(scans, SlamMethod::Graph, &report);
  EXPECT_GT(worst_error(mapped(scans, SlamMethod::Odometry), way), 5.0);
  EXPECT_LT(worst_error(mapped(scans, SlamMethod::Matching), way), 1.0);
  EXPECT_LT(worst_error(graph, way), 0.1);
  EXPECT_EQ(report.scans, static_cast<int>(scans.size()));
  EXPECT_EQ(report.lost_scans, 0);
  EXPECT_GT(report.loops_closed, 20);
  EXPECT_EQ(report.loops_doubted, 0);
}

TEST(GraphSlam, ItsConstraintsAreTrue) {
  const auto way = two_rounds();
  const auto scans = drive(way);
  GraphSlam slam;
  for (const PlanarScan& scan : scans) slam.take(scan);
  slam.finish();
  int loops = 0;
  for (const Constraint& constraint : slam.constraints()) {
    const auto at = [&](double stamp) {
      return way[static_cast<std::size_t>(std::lround(2 * stamp))];
    };
    const Pose2 truth = at(constraint.stamp_i).inverse() * at(constraint.stamp_j);
    EXPECT_LT((truth.position() - constraint.i_from_j.position()).norm(), 0.1);
    EXPECT_LT(constraint.stamp_i, constraint.stamp_j);
    EXPECT_EQ(constraint.source, ConstraintSource::Slam);
    EXPECT_EQ(constraint.state, ConstraintState::Proposed);
    EXPECT_GT(constraint.covariance(0, 0), 0.0);
    if (constraint.kind == ConstraintKind::Loop) ++loops;
  }
  EXPECT_GT(loops, 20);
}

TEST(Information, OfAPoseTurnedAroundIsThatOfItsInverse) {
  const Pose2 pose{1.2, -0.7, 0.9};
  const Mat3 covariance = Vec3(0.04, 0.01, 0.002).asDiagonal();
  const auto inverse_of = [](const Vec3& v) {
    const Pose2 p = Pose2{v.x(), v.y(), v.z()}.inverse();
    return Vec3(p.x, p.y, p.theta);
  };
  const Vec3 at(pose.x, pose.y, pose.theta);
  Mat3 jacobian;
  for (int k = 0; k < 3; ++k)
    jacobian.col(k) =
        (inverse_of(at + 1e-6 * Vec3::Unit(k)) - inverse_of(at - 1e-6 * Vec3::Unit(k))) / 2e-6;
  const Mat3 numeric = jacobian * covariance * jacobian.transpose();
  EXPECT_LT((inverse_covariance(covariance, pose) - numeric).norm(), 1e-8);
}

TEST(GraphSlam, TheSameScansGiveTheSameBits) {
  auto scans = drive(two_rounds());
  scans.resize(scans.size() * 5 / 8);
  EXPECT_EQ(mapped(scans, SlamMethod::Graph), mapped(scans, SlamMethod::Graph));
}

TEST(GraphSlam, WheelsThatJumpOrSayNothingAreNotBelieved) {
  auto scans = drive(two_rounds());
  scans.resize(200);
  const auto way = two_rounds();
  for (std::size_t i = 60; i < scans.size(); ++i)
    scans[i].odometry = Pose2{900.0, -20.0, 2.0} * scans[i].odometry;
  // The wheels say nothing while the robot turns in the first corner.
  for (std::size_t i = 140; i < 145; ++i) scans[i].odometry = scans[139].odometry;
  const auto poses = mapped(scans, SlamMethod::Graph);
  EXPECT_LT(worst_error(poses, {way.begin(), way.begin() + 200}), 0.3);
}

TEST(GraphSlam, ALogWithoutOdometryIsMappedByItsScansAlone) {
  const auto dense = two_rounds();
  const auto all = drive(dense);
  std::vector<Pose2> way;
  std::vector<PlanarScan> scans;
  for (std::size_t i = 0; i < all.size(); i += 4) {
    way.push_back(dense[i]);
    scans.push_back(all[i]);
    scans.back().odometry = Pose2{};
  }
  SlamReport report;
  const auto poses = mapped(scans, SlamMethod::Graph, &report);
  EXPECT_LT(worst_error(poses, way), 0.3);
  EXPECT_EQ(report.lost_scans, 0);
  EXPECT_GT(report.blind_scans, static_cast<int>(scans.size()) / 2);
}

// What a ridge hides for a moment can look like a place behind the robot.
TEST(GraphSlam, AScanThatFitsOnlyWhereTheRobotCannotBeYetDoesNotMoveIt) {
  std::vector<TestWall> walls;
  for (int i = 0; i < 40; ++i) {
    const Vec2 low(0.45 * i + 0.2 * std::sin(3.0 * i), i % 2 == 0 ? 0.0 : 2.2);
    add_box(walls, low, low + Vec2(0.15, 0.8));
  }
  std::vector<Pose2> way;
  std::vector<PlanarScan> scans;
  for (std::size_t i = 0; i < 160; ++i) {
    way.push_back({3.0 + 0.04 * static_cast<double>(i), 1.5, 0.0});
    Pose2 seen_from = way.back();
    if (i >= 120 && i < 124) seen_from.x -= 0.45;
    scans.push_back(scan_in(walls, seen_from, i));
    scans.back().stamp = 0.1 * static_cast<double>(i);
    scans.back().odometry = way.back();
  }
  const auto poses = mapped(scans, SlamMethod::Matching);
  EXPECT_LT(worst_error(poses, way), 0.1);
}

TEST(GraphSlam, EmptyScansAndNoScansAreFine) {
  GraphSlam slam;
  slam.finish();
  EXPECT_TRUE(slam.poses().empty());
  EXPECT_TRUE(slam.constraints().empty());
  std::vector<PlanarScan> scans(50);
  for (std::size_t i = 0; i < scans.size(); ++i) scans[i].odometry.x = 0.3 * static_cast<double>(i);
  const auto poses = mapped(scans, SlamMethod::Graph);
  EXPECT_NEAR(poses.back().x, 0.3 * 49, 1e-6);
}

TEST(DrawMap, WallsAreBlackAndTheWayIsFree) {
  const auto way = two_rounds();
  auto scans = drive(way);
  scans.resize(150);
  const std::vector<Pose2> poses(way.begin(), way.begin() + 150);
  const auto map = draw_map(scans, poses, {.resolution = 0.1});
  ASSERT_TRUE(map);
  const auto at = [&](double x, double y) {
    return map->at(static_cast<int>((x - map->origin.x) / map->resolution),
                   static_cast<int>((y - map->origin.y) / map->resolution));
  };
  EXPECT_EQ(at(10.0, 1.5), 0);
  int black = 0;
  for (double x = 8.0; x < 15.0; x += 0.1)
    if (at(x, -0.01) > 50 && at(x, -0.01) <= 100)
      ++black;
    else if (at(x, 0.05) > 50 && at(x, 0.05) <= 100)
      ++black;
  EXPECT_GT(black, 60);
  EXPECT_EQ(at(10.0, 9.0), kUnknownCell);
}

TEST(DrawMap, TooManyCellsAreRefusedWithARemedy) {
  std::vector<PlanarScan> scans(2);
  const std::vector<Pose2> poses = {{}, {1e6, 1e6, 0.0}};
  const auto map = draw_map(scans, poses);
  ASSERT_FALSE(map);
  EXPECT_NE(map.error().message.find("larger cells"), std::string::npos);
}

}  // namespace
}  // namespace rubble::mapping
