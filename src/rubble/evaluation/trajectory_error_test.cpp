// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/trajectory_error.h"

#include <gtest/gtest.h>

#include "rubble/evaluation/test_paths.h"

namespace rubble::evaluation {
namespace {

using test::planar_trajectory;

TEST(Alignment, FindsAKnownMotionAndScale) {
  const Pose truth_from_estimate = make_pose(3.0, -2.0, 1.0, 0.3, -0.2, 2.5);
  std::vector<Vec3> estimate, truth;
  for (int i = 0; i < 20; ++i) {
    estimate.emplace_back(std::cos(0.7 * i), 0.3 * i, std::sin(1.3 * i));
    truth.push_back(truth_from_estimate * (1.7 * estimate.back()));
  }
  const auto found = align_points(estimate, truth, {.has_scale = true});
  ASSERT_TRUE(found.ok());
  EXPECT_NEAR(found->scale, 1.7, 1e-12);
  EXPECT_NEAR((found->truth_from_estimate.position - truth_from_estimate.position).norm(), 0,
              1e-12);
  EXPECT_NEAR(found->truth_from_estimate.rotation.angularDistance(truth_from_estimate.rotation), 0,
              1e-7);
}

TEST(Alignment, IsTheSameInThePlaneAndInSpaceForFlatPoints) {
  std::vector<Vec3> estimate, truth;
  Random random(3, "points");
  for (int i = 0; i < 30; ++i) {
    estimate.push_back({random.normal(), 4.0 * random.normal(), 0.0});
    truth.push_back(make_pose(1, 2, 0, 0, 0, -2.0) * estimate.back() +
                    Vec3{0.1 * random.normal(), 0.1 * random.normal(), 0.0});
  }
  const auto plan = align_points(estimate, truth, {.is_planar = true, .has_scale = true});
  const auto space = align_points(estimate, truth, {.is_planar = false, .has_scale = true});
  EXPECT_NEAR(plan->scale, space->scale, 1e-12);
  EXPECT_NEAR(yaw_of(plan->truth_from_estimate.rotation),
              yaw_of(space->truth_from_estimate.rotation), 1e-12);
}

TEST(Alignment, RefusesPointsThatSayNothingAboutTurning) {
  const std::vector<Vec3> same(5, Vec3(1, 2, 3));
  EXPECT_FALSE(align_points(same, same).ok());
  EXPECT_FALSE(align_points(same, same, {.is_planar = true}).ok());
  std::vector<Vec3> line;
  for (int i = 0; i < 5; ++i) line.emplace_back(i, 0, 0);
  EXPECT_FALSE(align_points(line, line).ok());
  EXPECT_TRUE(align_points(line, line, {.is_planar = true}).ok());
}

// Truth along x; the estimate is off by known amounts to the side.
struct KnownCase {
  trajectory::Trajectory truth =
      planar_trajectory({{0, {0, 0, 0}}, {1, {1, 0, 0}}, {2, {2, 0, 0}}, {3, {3, 0, 0}}});
  trajectory::Trajectory estimate = planar_trajectory(
      {{0, {0, 0, 0}}, {1, {1, 0.1, 0}}, {2, {2, 0.3, radians(1.0)}}, {3, {3, 0.3, 0}}});
};

// Turning cannot mirror. What is nearly flat is left as it is, and its small heights stay wrong.
TEST(Alignment, OfAMirrorImageIsTheBestTurnNotAMirror) {
  const std::vector<Vec3> estimate = {{3, 0, 0.2},  {-3, 0.5, -0.1}, {0.5, 2, -0.2},
                                      {0, -2, 0.3}, {1, 1, -0.3},    {-1.5, -1.5, 0.1}};
  for (const double yaw : {0.0, 0.6, -2.0}) {
    const Quat turn = quat_from({0.3, -0.2, yaw});
    std::vector<Vec3> truth;
    for (const Vec3& point : estimate)
      truth.push_back(turn * Vec3(point.x(), point.y(), -point.z()));
    const auto found = align_points(estimate, truth);
    ASSERT_TRUE(found.ok());
    const auto error_of = [&](const Pose& truth_from_estimate) {
      double sum = 0.0;
      for (std::size_t i = 0; i < truth.size(); ++i)
        sum += (truth_from_estimate * estimate[i] - truth[i]).squaredNorm();
      return sum;
    };
    const Pose& best = found->truth_from_estimate;
    EXPECT_LT(best.rotation.angularDistance(turn), 0.35);
    for (const Vec3& axis : {Vec3(Vec3::UnitX()), Vec3(Vec3::UnitY()), Vec3(Vec3::UnitZ())})
      for (const double angle : {-0.02, 0.02}) {
        const Quat other(best.rotation * Eigen::AngleAxisd(angle, axis));
        EXPECT_LT(error_of(best), error_of({best.position, other}));
      }
  }
}

TEST(TrajectoryError, MatchesHandComputedAbsoluteErrors) {
  const KnownCase known;
  const auto result = assess_trajectory(known.estimate, known.truth, {.align = AlignMode::None});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->pairs, 4u);
  EXPECT_NEAR(result->ate.mean, 0.175, 1e-12);
  EXPECT_NEAR(result->ate.median, 0.2, 1e-12);
  EXPECT_NEAR(result->ate.sse, 0.19, 1e-12);
  EXPECT_NEAR(result->ate.rmse, std::sqrt(0.0475), 1e-12);
  EXPECT_NEAR(result->ate.std, std::sqrt(0.0475 - 0.175 * 0.175), 1e-12);
  EXPECT_NEAR(result->ate.max, 0.3, 1e-12);
  EXPECT_NEAR(result->ate.min, 0.0, 1e-12);
  EXPECT_NEAR(result->ate_rotation_deg.max, 1.0, 1e-10);
  EXPECT_NEAR(result->ate_rotation_deg.mean, 0.25, 1e-10);
}

TEST(TrajectoryError, MatchesHandComputedRelativeErrors) {
  const KnownCase known;
  const auto result = assess_trajectory(known.estimate, known.truth, {.align = AlignMode::None});
  EXPECT_EQ(result->rpe.count, 3u);
  // The third step is seen from a robot that believes to be turned by a degree.
  const double c = std::cos(radians(1.0)), s = std::sin(radians(1.0));
  const double third = std::hypot(c - 1.0, s);
  EXPECT_NEAR(result->rpe.max, 0.2, 1e-12);
  EXPECT_NEAR(result->rpe.min, third, 1e-12);
  EXPECT_NEAR(result->rpe.mean, (0.1 + 0.2 + third) / 3.0, 1e-12);
  EXPECT_NEAR(result->rpe_rotation_deg.mean, 2.0 / 3.0, 1e-10);
}

TEST(TrajectoryError, AlignmentTakesAwayAnyFrame) {
  const auto truth = test::rounds(500);
  auto estimate = truth;
  const Pose moved = make_pose(-7, 4, 0, 0, 0, 2.0);
  for (auto& pose : estimate.poses) pose.pose = moved * pose.pose;
  for (const AlignMode mode : {AlignMode::Rigid, AlignMode::Origin, AlignMode::Similarity})
    EXPECT_LT(assess_trajectory(estimate, truth, {.align = mode})->ate.max, 1e-9);
  EXPECT_GT(assess_trajectory(estimate, truth, {.align = AlignMode::None})->ate.min, 1.0);
  EXPECT_LT(assess_trajectory(estimate, truth, {.align = AlignMode::None})->rpe.max, 1e-9);
  for (auto& pose : estimate.poses) pose.pose.position *= 0.5;
  EXPECT_LT(assess_trajectory(estimate, truth, {.align = AlignMode::Similarity})->ate.max, 1e-9);
  EXPECT_GT(assess_trajectory(estimate, truth, {.align = AlignMode::Rigid})->ate.max, 1.0);
}

TEST(TrajectoryError, KnowsTheSpreadOfIndependentNoise) {
  // RMSE of noise sigma in x and y is sigma sqrt(2); of a step between two such poses 2 sigma.
  const auto truth = test::rounds(20000);
  const auto result = assess_trajectory(test::with_noise(truth, 5, 0.03), truth);
  EXPECT_NEAR(result->ate.rmse, 0.03 * std::sqrt(2.0), 0.0005);
  EXPECT_NEAR(result->rpe.rmse, 0.06, 0.001);
}

TEST(Association, TakesTheNearestOfTheLongerList) {
  const auto estimate = planar_trajectory({{0.004, {}}, {1.2, {}}, {1.996, {}}});
  const auto truth = planar_trajectory({{0, {}}, {0.5, {}}, {1, {}}, {2, {}}, {2.001, {}}});
  const auto pairs = associate(estimate, truth, 0.01);
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0], IndexPair(0, 0));
  EXPECT_EQ(pairs[1], IndexPair(2, 3));
  const auto swapped = associate(truth, estimate, 0.01);
  ASSERT_EQ(swapped.size(), 2u);
  EXPECT_EQ(swapped[1], IndexPair(3, 2));
}

TEST(Association, SaysWhenNothingMeets) {
  auto estimate = test::rounds(50);
  const auto truth = test::rounds(50);
  for (auto& pose : estimate.poses) pose.stamp = (pose.stamp + 1.0) * 1e9;
  const auto result = assess_trajectory(estimate, truth);
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("nanoseconds"), std::string::npos);
}

std::vector<IndexPair> pairs_along(const std::vector<double>& x, TrajectoryErrorSettings settings) {
  std::vector<std::pair<double, Pose2>> poses;
  for (std::size_t i = 0; i < x.size(); ++i)
    poses.push_back({0.5 * static_cast<double>(i), {x[i], 0, 0}});
  return delta_pairs(planar_trajectory(poses).poses, settings);
}

TEST(DeltaPairs, GoByFramesMetresAndSeconds) {
  const std::vector<double> x{0, 0.4, 0.8, 1.2, 1.6, 2.0, 2.4, 2.8, 3.2};
  using Pairs = std::vector<IndexPair>;
  EXPECT_EQ(pairs_along(x, {.delta = 3}), (Pairs{{0, 3}, {3, 6}}));
  EXPECT_EQ(pairs_along(x, {.delta = 7, .all_pairs = true}), (Pairs{{0, 7}, {1, 8}}));
  EXPECT_EQ(pairs_along(x, {.delta = 1.0, .unit = DeltaUnit::Metres}), (Pairs{{3, 6}}));
  EXPECT_EQ(pairs_along(x, {.delta = 3.0, .unit = DeltaUnit::Metres, .all_pairs = true}),
            (Pairs{{0, 7}, {1, 8}}));
  EXPECT_EQ(pairs_along(x, {.delta = 1.5, .unit = DeltaUnit::Seconds}), (Pairs{{3, 6}}));
}

}  // namespace
}  // namespace rubble::evaluation
