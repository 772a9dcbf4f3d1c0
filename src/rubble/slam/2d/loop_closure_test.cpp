// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/loop_closure.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "rubble/slam/2d/test_building.h"

namespace rubble::slam {
namespace {

// What a robot saw from some places, as the tracker would keep it.
class LoopClosureDetectorTest : public testing::Test {
 protected:
  // Looks around from so many places of a room whose corner is there.
  void look_around(const std::vector<TestWall>& walls, const Vec2& corner) {
    for (int k = 0; k < LoopClosureDetector::kWindowNodes; ++k) {
      const Vec2 place = corner + Vec2(1.6 + 0.1 * k, 1.4 - 0.05 * k);
      add_node(walls, {place.x(), place.y(),
                       wrap_angle(2.0 * kPi * k / LoopClosureDetector::kWindowNodes)});
    }
  }
  void add_node(const std::vector<TestWall>& walls, const Pose2& pose) {
    const PlanarScan scan = scan_in(walls, pose, nodes.size());
    const int number = static_cast<int>(nodes.size());
    nodes.push_back({number, pose, Mat3::Identity(), oriented_points(scan)});
  }
  // All nodes so far.
  void end_submap() {
    SurfelMap map;
    for (const Node& node : nodes) {
      map.add(node.points, node.local);
      map.mark_free(node.points, Vec2f::Zero(), node.local);
    }
    const int last = static_cast<int>(nodes.size()) - 1;
    submaps.push_back({0, last, map.surfels(), map.free_space()});
  }

  std::vector<Node> nodes;
  std::vector<Submap> submaps;
};

constexpr double kApart = 5.0;  // m, of two rooms

void add_room(const Vec2& corner, std::vector<TestWall>& walls) {
  add_box(walls, corner, corner + Vec2(4.0, 3.0));
  add_box(walls, corner + Vec2(0.0, 2.2), corner + Vec2(0.7, 3.0));
  add_box(walls, corner + Vec2(2.8, 0.0), corner + Vec2(3.2, 0.5));
}

TEST_F(LoopClosureDetectorTest, AmbiguousMatchInTwoIdenticalRoomsIsRejected) {
  std::vector<TestWall> walls;
  add_room({0, 0}, walls);
  add_room({kApart, 0}, walls);
  look_around(walls, {0, 0});
  look_around(walls, {kApart, 0});
  end_submap();
  const int window = static_cast<int>(nodes.size());
  look_around(walls, {0, 0});
  LoopClosureDetector detector(nodes, submaps);
  const Pose2 truth =
      nodes[0].local.inverse() * nodes[static_cast<std::size_t>(detector.middle_of(window))].local;
  const auto guess = [&](double off, double reach) {
    const Vec2 shift = Pose2{0, 0, -nodes[0].local.theta} * Vec2(off, 0.0);
    return LoopClosurePrior{{truth.x + shift.x(), truth.y + shift.y(), truth.theta}, {reach, 0.1}};
  };
  // Whoever knows it must be about here finds the place; whoever may be in either room does not.
  const auto near = detector.find(0, window, guess(0.1, 0.5));
  ASSERT_TRUE(near);
  const Pose2 told = nodes[static_cast<std::size_t>(near->i)].local * near->i_from_j;
  EXPECT_LT((told.position() - nodes[static_cast<std::size_t>(near->j)].local.position()).norm(),
            0.05);
  for (const double off : {0.0, 0.5 * kApart, kApart})
    EXPECT_FALSE(detector.find(0, window, guess(off, kApart + 0.5))) << off << " m off";
}

TEST_F(LoopClosureDetectorTest, OneRoomIsFoundHoweverWideTheWindowIs) {
  std::vector<TestWall> walls;
  add_room({0, 0}, walls);
  look_around(walls, {0, 0});
  end_submap();
  const int window = static_cast<int>(nodes.size());
  look_around(walls, {0, 0});
  LoopClosureDetector detector(nodes, submaps);
  const Pose2 truth =
      nodes[0].local.inverse() * nodes[static_cast<std::size_t>(detector.middle_of(window))].local;
  for (const double reach : {0.5, 1.5, kApart + 0.5})
    EXPECT_TRUE(detector.find(0, window, {{truth.x + 0.2, truth.y, truth.theta}, {reach, 0.1}}))
        << reach << " m";
}

// The second time the robot looks another way; a loop is told in the axes of its first end.
TEST_F(LoopClosureDetectorTest, ALoopClosureInACorridorIsUncertainAlongIt) {
  for (const double angle : {0.0, 0.8, -1.2}) {
    nodes.clear();
    submaps.clear();
    const Pose2 turn{0.0, 0.0, angle};
    std::vector<TestWall> walls;
    for (const double y : {-1.0, 1.0}) walls.push_back({turn * Vec2(-60, y), turn * Vec2(60, y)});
    const auto pass = [&](double heading) {
      for (int k = 0; k < LoopClosureDetector::kWindowNodes; ++k)
        add_node(walls, turn * Pose2{0.25 * k, 0.1, heading});
    };
    pass(0.5);
    end_submap();
    const int window = static_cast<int>(nodes.size());
    pass(0.2);
    LoopClosureDetector detector(nodes, submaps);
    const Pose2& middle = nodes[static_cast<std::size_t>(detector.middle_of(window))].local;
    const auto loop = detector.rematch(0, window, nodes[0].local.inverse() * middle);
    ASSERT_TRUE(loop);
    const Mat3 covariance = loop->information.inverse();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> axes(covariance.topLeftCorner<2, 2>());
    const Vec2 loosest = axes.eigenvectors().col(1);
    const double along = -0.5;  // of the corridor, seen from nodes of the first pass
    EXPECT_LT(std::abs(std::remainder(std::atan2(loosest.y(), loosest.x()) - along, kPi)), 0.08)
        << "corridor at " << angle;
    EXPECT_GT(axes.eigenvalues()[1], 1.5 * axes.eigenvalues()[0]);
  }
}

}  // namespace
}  // namespace rubble::slam
