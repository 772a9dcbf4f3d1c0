// SPDX-License-Identifier: Apache-2.0
#include "rubble/groundtruth/proposals.h"

#include <gtest/gtest.h>

#include <set>

#include "rubble/groundtruth/scan_overlap.h"
#include "rubble/slam/2d/test_hall.h"

namespace rubble::groundtruth {
namespace {

TravelledPath straight_path(int metres) {
  std::vector<double> stamps;
  std::vector<Pose2> poses;
  for (int k = 0; k <= 10 * metres; ++k) {
    stamps.push_back(k);
    poses.push_back({0.1 * k, 0.0, 0.0});
  }
  return travelled_path(stamps, poses);
}

// Stamps are tenths of metres.
trajectory::Constraint between(double i, double j, trajectory::ConstraintKind kind,
                               double score = 0.5) {
  trajectory::Constraint constraint;
  constraint.stamp_i = i;
  constraint.stamp_j = j;
  constraint.kind = kind;
  constraint.score = score;
  constraint.state = trajectory::ConstraintState::Accepted;
  return constraint;
}

TEST(PathCoverage, ANeighbourTouchesAllBetweenItsEndsAndALoopOnlyTheEnds) {
  const TravelledPath path = straight_path(100);
  EXPECT_NEAR(length_at(path, 55.5), 5.55, 1e-9);
  const trajectory::Constraint neighbour = between(100, 110, trajectory::ConstraintKind::Neighbour);
  const PathCoverage one = coverage_of(path, std::vector{neighbour});
  EXPECT_NEAR(one.length_share, 0.02, 0.0011);  // 1 m and half a metre at each end, of 100 m
  EXPECT_NEAR(one.time_share, 0.02, 0.0011);
  EXPECT_TRUE(one.is_touched[105]);
  EXPECT_FALSE(one.is_touched[90]);
  EXPECT_FALSE(one.is_touched[120]);
  const trajectory::Constraint loop = between(100, 800, trajectory::ConstraintKind::LoopClosure);
  const PathCoverage both = coverage_of(path, std::vector{neighbour, loop});
  EXPECT_NEAR(both.length_share, 0.03, 0.0011);
  EXPECT_TRUE(both.is_touched[800]);
  EXPECT_FALSE(both.is_touched[400]);
}

TEST(PathCoverage, OnlyVerifiedOnesCountAndAllOfThemReachTheWhole) {
  const TravelledPath path = straight_path(20);
  std::vector<trajectory::Constraint> all;
  for (int k = 0; k < 200; k += 10)
    all.push_back(between(k, k + 10, trajectory::ConstraintKind::Neighbour));
  EXPECT_DOUBLE_EQ(coverage_of(path, all).length_share, 1.0);
  for (trajectory::Constraint& each : all) each.state = trajectory::ConstraintState::Proposed;
  EXPECT_EQ(coverage_of(path, all).length_share, 0.0);
  for (trajectory::Constraint& each : all) each.state = trajectory::ConstraintState::Rejected;
  EXPECT_EQ(coverage_of(path, all).length_share, 0.0);
  EXPECT_EQ(coverage_of({}, all).length_share, 0.0);
}

TEST(TeachingOrder, LoopsComeFirstAndAreSpread) {
  const TravelledPath path = straight_path(100);
  std::vector<trajectory::Constraint> all;
  all.push_back(between(0, 10, trajectory::ConstraintKind::Neighbour));
  for (int k = 0; k < 5; ++k)
    all.push_back(between(100 + k, 500 + k, trajectory::ConstraintKind::LoopClosure, 0.9));
  all.push_back(between(300, 900, trajectory::ConstraintKind::LoopClosure, 0.2));
  const auto order = verification_order(path, all);
  ASSERT_EQ(order.size(), all.size());
  EXPECT_EQ(std::set<std::size_t>(order.begin(), order.end()).size(), all.size());
  EXPECT_EQ(order.back(), 0u);
  EXPECT_TRUE(order[0] == 6 || order[1] == 6);  // far from the others, so second at the latest
}

TEST(TeachingOrder, OfLoopsThatTeachAlikeThoseThatShareMuchViewComeFirst) {
  const TravelledPath path = straight_path(100);
  std::vector<trajectory::Constraint> all;
  std::vector<double> views;
  for (int k = 0; k < 6; ++k) {
    all.push_back(between(100 + 3 * k, 500 + 3 * k, trajectory::ConstraintKind::LoopClosure, 0.9));
    views.push_back(k == 3 ? 0.9 : 0.2);
  }
  all.push_back(between(300, 900, trajectory::ConstraintKind::LoopClosure, 0.9));
  views.push_back(0.5);
  const auto order = verification_order(path, all, views);
  EXPECT_EQ(order[0], 3u);
  EXPECT_EQ(order[1], 6u) << "elsewhere on the path";
}

TEST(ScanOverlap, IsAllForTheSamePlaceAndLessTheFurtherApart) {
  const slam::TestDrive drive = slam::drive_around(1);
  const slam::PlanarScan& first = drive.scans[0];
  EXPECT_DOUBLE_EQ(scan_overlap(first, first, {}), 1.0);
  EXPECT_DOUBLE_EQ(scan_overlap(first, first, {1000.0, 0.0, 0.0}), 0.0);
  const auto shared = [&](std::size_t k) {
    return scan_overlap(first, drive.scans[k], drive.truth[0].inverse() * drive.truth[k]);
  };
  EXPECT_GT(shared(1), 0.6);
  EXPECT_GT(shared(1), shared(drive.scans.size() / 3));
  EXPECT_DOUBLE_EQ(scan_overlap(first, slam::PlanarScan{}, {}), 0.0);
}

TEST(TeachingOrder, TheFirstNeighboursCoverMostOfThePath) {
  const TravelledPath path = straight_path(100);
  std::vector<trajectory::Constraint> all;
  for (int k = 0; k < 1000; k += 2)
    all.push_back(between(k, k + 10, trajectory::ConstraintKind::Neighbour));
  const auto order = verification_order(path, all);
  std::vector<trajectory::Constraint> first, in_time(all.begin(), all.begin() + 50);
  for (std::size_t k = 0; k < 50; ++k) first.push_back(all[order[k]]);
  EXPECT_GT(coverage_of(path, first).length_share, 0.9);
  EXPECT_LT(coverage_of(path, in_time).length_share, 0.2);
}

TEST(Proposals, AreRightWhereTheEstimateIsABitOff) {
  const slam::TestDrive drive = slam::drive_around(2);
  std::vector<Pose2> estimate = drive.truth;
  for (std::size_t k = 0; k < estimate.size(); ++k)
    estimate[k] = Pose2{0.0, 0.0, 2e-5 * static_cast<double>(k)} * estimate[k];
  const auto all = propose(drive.scans, estimate, {.maker = "test"});
  int loops = 0, neighbours = 0, wrong = 0;
  for (const trajectory::Constraint& each : all) {
    (each.kind == trajectory::ConstraintKind::LoopClosure ? loops : neighbours) += 1;
    const auto k = [](double stamp) {
      return static_cast<std::size_t>(std::lround((stamp - 100.0) / 0.2));
    };
    const Pose2 truth = drive.truth[k(each.stamp_i)].inverse() * drive.truth[k(each.stamp_j)];
    const Pose2 off = truth.inverse() * each.i_from_j;
    wrong += std::hypot(off.x, off.y) > 0.03 || std::abs(off.theta) > 0.01 ? 1 : 0;
    EXPECT_EQ(each.state, trajectory::ConstraintState::Proposed);
    EXPECT_EQ(each.maker, "test");
    EXPECT_EQ(each.kind == trajectory::ConstraintKind::LoopClosure,
              each.stamp_j - each.stamp_i > trajectory::kLoopSeconds);
  }
  EXPECT_GT(loops, 40);
  EXPECT_GT(neighbours, 100);
  EXPECT_LE(wrong, static_cast<int>(all.size()) / 50);
  EXPECT_EQ(all.front().kind, trajectory::ConstraintKind::LoopClosure);
  EXPECT_EQ(all.back().kind, trajectory::ConstraintKind::Neighbour);
}

TEST(Proposals, NoScansGiveNone) {
  EXPECT_TRUE(propose({}, {}, {}).empty());
  EXPECT_TRUE(exact_constraints({}, {}, {}).empty());
}

TEST(ExactConstraints, AreTheTruthToTheLastDigits) {
  const slam::TestDrive drive = slam::drive_around(2);
  const auto all = exact_constraints(drive.scans, drive.stamped, {.maker = "simulation"});
  ASSERT_GT(all.size(), 100u);
  for (const trajectory::Constraint& each : all) {
    const auto k = [](double stamp) {
      return static_cast<std::size_t>(std::lround((stamp - 100.0) / 0.2));
    };
    const Pose2 truth = drive.truth[k(each.stamp_i)].inverse() * drive.truth[k(each.stamp_j)];
    EXPECT_NEAR(each.i_from_j.x, truth.x, 1e-12);
    EXPECT_NEAR(each.i_from_j.y, truth.y, 1e-12);
    EXPECT_NEAR(wrap_angle(each.i_from_j.theta - truth.theta), 0.0, 1e-12);
    EXPECT_EQ(each.state, trajectory::ConstraintState::Accepted);
    EXPECT_EQ(each.source, trajectory::ConstraintSource::Truth);
  }
  EXPECT_EQ(all.front().kind, trajectory::ConstraintKind::LoopClosure);
  std::vector<double> stamps;
  for (const slam::PlanarScan& scan : drive.scans) stamps.push_back(scan.stamp);
  EXPECT_GT(coverage_of(travelled_path(stamps, drive.truth), all).length_share, 0.99);
}

TEST(ExactConstraints, EndAtMomentsThatWereKept) {
  slam::TestDrive drive = slam::drive_around(1);
  std::vector<StampedPose> every_third;
  for (std::size_t k = 0; k < drive.stamped.size(); k += 3) every_third.push_back(drive.stamped[k]);
  const auto all = exact_constraints(drive.scans, every_third, {});
  ASSERT_GT(all.size(), 30u);
  for (const trajectory::Constraint& each : all)
    for (const double stamp : {each.stamp_i, each.stamp_j})
      EXPECT_EQ(std::lround((stamp - 100.0) / 0.2) % 3, 0);
  for (StampedPose& moment : every_third) moment.stamp += 0.1;
  EXPECT_GT(exact_constraints(drive.scans, every_third, {}).size(), 30u);
}

}  // namespace
}  // namespace rubble::groundtruth
