// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/graph_slam.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "rubble/maps/occupancy_map.h"
#include "rubble/slam/2d/information.h"
#include "rubble/slam/2d/loop_closure.h"
#include "rubble/slam/2d/occupancy_mapping.h"
#include "rubble/slam/2d/scan_matching_odometry.h"
#include "rubble/slam/2d/test_building.h"

namespace rubble::slam {
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
  for (const PlanarScan& scan : scans) slam.add_scan(scan);
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
  EXPECT_EQ(report.unmatched_scans, 0);
  EXPECT_GT(report.loop_closures, 20);
  EXPECT_EQ(report.rejected_loop_closures, 0);
}

TEST(GraphSlam, ItsConstraintsAreTrue) {
  const auto way = two_rounds();
  const auto scans = drive(way);
  GraphSlam slam;
  for (const PlanarScan& scan : scans) slam.add_scan(scan);
  slam.finish();
  int loops = 0;
  for (const trajectory::Constraint& constraint : slam.constraints()) {
    const auto at = [&](double stamp) {
      return way[static_cast<std::size_t>(std::lround(2 * stamp))];
    };
    const Pose2 truth = at(constraint.stamp_i).inverse() * at(constraint.stamp_j);
    EXPECT_LT((truth.position() - constraint.i_from_j.position()).norm(), 0.1);
    EXPECT_LT(constraint.stamp_i, constraint.stamp_j);
    EXPECT_EQ(constraint.source, trajectory::ConstraintSource::Slam);
    EXPECT_EQ(constraint.state, trajectory::ConstraintState::Proposed);
    EXPECT_GT(constraint.covariance(0, 0), 0.0);
    if (constraint.kind == trajectory::ConstraintKind::LoopClosure) ++loops;
  }
  EXPECT_GT(loops, 20);
}

// Two walls without end tell nothing along themselves, whichever way the robot looks. It sways, so
// that every node has axes of its own.
struct Corridor {
  explicit Corridor(double angle) : turn{0.0, 0.0, angle} {
    for (const double y : {-1.0, 1.0}) walls.push_back({turn * Vec2(-90, y), turn * Vec2(90, y)});
  }
  void drive(std::size_t scans, GraphSlam& slam) {
    for (std::size_t i = 0; i < scans; ++i) {
      const auto at = static_cast<double>(i);
      way.push_back(turn * Pose2{0.22 * at, 0.0, 0.2 + 0.5 * std::sin(1.3 * at)});
      PlanarScan scan = scan_in(walls, way.back(), i);
      scan.stamp = at;
      scan.odometry = way.back();
      slam.add_scan(scan);
    }
  }
  // In the axes of its first end a constraint is loosest along the corridor.
  void expect_loose_along(const trajectory::Constraint& constraint, double ratio) const {
    const Pose2& first = way[static_cast<std::size_t>(constraint.stamp_i)];
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> axes(
        constraint.covariance.topLeftCorner<2, 2>());
    const Vec2 loosest = axes.eigenvectors().col(1);
    const double told = std::atan2(loosest.y(), loosest.x());
    EXPECT_LT(std::abs(std::remainder(told - (turn.theta - first.theta), kPi)), 0.1)
        << "corridor at " << turn.theta << ", from " << constraint.stamp_i << " to "
        << constraint.stamp_j << " s";
    EXPECT_GT(axes.eigenvalues()[1], ratio * axes.eigenvalues()[0]);
  }

  Pose2 turn;
  std::vector<TestWall> walls;
  std::vector<Pose2> way;
};

TEST(GraphSlam, OdometryEdgesInACorridorAreUncertainAlongIt) {
  for (const double angle : {0.0, 0.7, -1.1, 2.5}) {
    Corridor corridor(angle);
    GraphSlam slam({.method = SlamMethod::Matching});
    corridor.drive(24, slam);
    const auto constraints = slam.constraints();
    ASSERT_EQ(constraints.size(), 23U);
    for (const trajectory::Constraint& constraint : constraints)
      corridor.expect_loose_along(constraint, 5.0);
  }
}

// Submaps are laid on earlier and on later ones; told with the earlier end first, some are turned
// round, and their covariance with them.
TEST(GraphSlam, LoopClosuresInACorridorAreUncertainAlongIt) {
  Corridor corridor(0.7);
  GraphSlam slam;
  corridor.drive(70, slam);
  slam.finish();
  int loops = 0;
  for (const trajectory::Constraint& constraint : slam.constraints()) {
    if (constraint.stamp_j - constraint.stamp_i < 1.5) continue;
    ++loops;
    corridor.expect_loose_along(constraint, 1.2);
  }
  EXPECT_GE(loops, 4);
}

// Straight ahead there is nothing to see again. A piece of the way is never laid on a submap that
// it is itself a part of: it would only say again, and more surely each time, what is known.
TEST(GraphSlam, APieceIsLaidOnlyOnSubmapsThatEndedBeforeIt) {
  const auto way = two_rounds();
  const auto scans = drive(way);
  GraphSlam slam;
  ScanMatchingOdometry tracker;
  int detected_up_to = 0, max_tries = 0;
  for (std::size_t i = 0; i < 120; ++i) {
    slam.add_scan(scans[i]);
    tracker.add_scan(scans[i]);
    for (; detected_up_to + LoopClosureDetector::kWindowNodes <=
           static_cast<int>(tracker.nodes().size());
         detected_up_to += LoopClosureDetector::kWindowNodes / 2)
      for (const Submap& submap : tracker.submaps())
        if (submap.last_node < detected_up_to) ++max_tries;
    EXPECT_LE(slam.report().loop_candidates, max_tries) << "scan " << i;
  }
  EXPECT_GT(tracker.submaps().size(), 0U);
}

TEST(GraphSlam, ASingleSubmapHasNoLoopClosures) {
  const auto scans = drive(two_rounds());
  GraphSlam slam;
  for (std::size_t i = 0; i < 36; ++i) slam.add_scan(scans[i]);
  slam.finish();
  EXPECT_EQ(slam.report().submaps, 1);
  EXPECT_EQ(slam.report().loop_closures, 0);
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

TEST(GraphSlam, ImplausibleOrMissingOdometryIsIgnored) {
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
  EXPECT_EQ(report.unmatched_scans, 0);
  EXPECT_GT(report.scans_without_odometry, static_cast<int>(scans.size()) / 2);
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

TEST(DrawMap, WallsAreOccupiedAndThePathIsFree) {
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
  EXPECT_EQ(at(10.0, 9.0), maps::kUnknownCell);
}

TEST(DrawMap, TooManyCellsAreRefusedWithARemedy) {
  std::vector<PlanarScan> scans(2);
  const std::vector<Pose2> poses = {{}, {1e6, 1e6, 0.0}};
  const auto map = draw_map(scans, poses);
  ASSERT_FALSE(map);
  EXPECT_NE(map.error().message.find("larger cells"), std::string::npos);
}

}  // namespace
}  // namespace rubble::slam
