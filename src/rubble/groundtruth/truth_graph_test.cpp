// SPDX-License-Identifier: Apache-2.0
#include "rubble/groundtruth/truth_graph.h"

#include <gtest/gtest.h>

#include "rubble/slam/2d/test_hall.h"

namespace rubble::groundtruth {
namespace {

// How far nodes are from where they truly are, at most; the first is where it is.
double furthest_off(const TruthGraph& graph, const slam::TestDrive& drive) {
  double furthest = 0.0;
  for (std::size_t k = 0; k < graph.scans().size(); ++k) {
    const auto at = static_cast<std::size_t>(std::lround((graph.scans()[k].stamp - 100.0) / 0.2));
    const Pose2 off = drive.truth[at].inverse() * graph.poses()[k];
    furthest = std::max(furthest, std::hypot(off.x, off.y));
  }
  return furthest;
}

std::vector<trajectory::Constraint> true_loops(const slam::TestDrive& drive) {
  auto all = exact_constraints(drive.scans, drive.stamped, {});
  std::erase_if(all, [](const trajectory::Constraint& each) {
    return each.kind != trajectory::ConstraintKind::LoopClosure;
  });
  return all;
}

TEST(TruthGraph, VerifiedLoopsCorrectTheMapAndRejectedOnesDoNot) {
  const slam::TestDrive drive = slam::drive_around(2);
  std::vector<trajectory::Constraint> loops = true_loops(drive);
  const TruthGraph alone(drive.scans, {});
  const TruthGraph tied(drive.scans, loops);
  EXPECT_GT(furthest_off(alone, drive), 3.0);
  EXPECT_LT(furthest_off(tied, drive), 0.5 * furthest_off(alone, drive));
  for (trajectory::Constraint& each : loops) each.state = trajectory::ConstraintState::Rejected;
  EXPECT_NEAR(furthest_off(TruthGraph(drive.scans, loops), drive), furthest_off(alone, drive), 0.1);
}

TEST(TruthGraph, AllRelationsTogetherGiveTheTruth) {
  const slam::TestDrive drive = slam::drive_around(2);
  const TruthGraph graph(drive.scans, exact_constraints(drive.scans, drive.stamped, {}));
  EXPECT_LT(furthest_off(graph, drive), 0.15);
}

TEST(TruthGraph, SolveReturnsTheLargestDisplacement) {
  const slam::TestDrive drive = slam::drive_around(2);
  std::vector<trajectory::Constraint> all = exact_constraints(drive.scans, drive.stamped, {});
  TruthGraph graph(drive.scans, all);
  EXPECT_LT(graph.solve(all), 1e-3);
  all[0].i_from_j.x += 1.0;
  EXPECT_GT(graph.solve(all), 0.05);
}

TEST(TruthGraph, StampsWithLostDigitsMatchAndOthersDoNot) {
  const slam::TestDrive drive = slam::drive_around(1);
  trajectory::Constraint constraint;
  constraint.stamp_i = drive.scans[0].stamp + 4e-6;
  constraint.stamp_j = drive.scans[7].stamp - 4e-6;
  const std::vector<trajectory::Constraint> all{constraint};
  const TruthGraph graph(drive.scans, all);
  const auto ends = graph.ends_of(constraint);
  ASSERT_TRUE(ends);
  EXPECT_EQ(graph.scans()[static_cast<std::size_t>(ends->j)].stamp, drive.scans[7].stamp);
  constraint.stamp_j += 0.05;
  EXPECT_FALSE(graph.ends_of(constraint));
  constraint.stamp_j = constraint.stamp_i;
  EXPECT_FALSE(graph.ends_of(constraint));
}

TEST(TruthGraph, NothingToTieIsFine) {
  const TruthGraph none({}, {});
  EXPECT_TRUE(none.poses().empty());
  const slam::TestDrive drive = slam::drive_around(1);
  const TruthGraph one({drive.scans[0]}, {});
  EXPECT_EQ(one.poses().size(), 1u);
}

TEST(TruthGraph, ACovarianceThatMakesNoSenseDoesNoHarm) {
  const slam::TestDrive drive = slam::drive_around(2);
  std::vector<trajectory::Constraint> all = true_loops(drive);
  for (trajectory::Constraint& each : all) {
    each.state = trajectory::ConstraintState::Proposed;
    each.covariance = Mat3::Constant(-1e300);
  }
  const TruthGraph graph(drive.scans, all);
  for (const Pose2& pose : graph.poses()) EXPECT_TRUE(std::isfinite(pose.x + pose.y + pose.theta));
}

}  // namespace
}  // namespace rubble::groundtruth
