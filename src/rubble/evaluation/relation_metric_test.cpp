// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/relation_metric.h"

#include <gtest/gtest.h>

#include "rubble/evaluation/breakdown.h"
#include "rubble/evaluation/test_paths.h"

namespace rubble::evaluation {
namespace {

using test::planar_trajectory;
using trajectory::Relation;
using trajectory::RelationFile;

RelationFile one_relation(const Relation& relation) { return {{relation}, true, "r", {}}; }

// Along x with 1 m/s, a pose each second.
trajectory::Trajectory straight() {
  std::vector<std::pair<double, Pose2>> poses;
  for (double t = 0.0; t <= 100.0; t += 1.0) poses.push_back({t, {t, 0.0, 0.0}});
  return planar_trajectory(poses);
}

TEST(Summary, IsThatOfAPopulation) {
  const statistics::ErrorSummary summary = statistics::summary_of({4.0, 1.0, 3.0, 2.0});
  EXPECT_DOUBLE_EQ(summary.mean, 2.5);
  EXPECT_DOUBLE_EQ(summary.std, std::sqrt(1.25));
  EXPECT_DOUBLE_EQ(summary.squared_mean, 7.5);
  EXPECT_DOUBLE_EQ(summary.squared_std, std::sqrt((42.25 + 12.25 + 2.25 + 72.25) / 4));
  EXPECT_DOUBLE_EQ(summary.median, 2.5);
  EXPECT_DOUBLE_EQ(summary.max, 4.0);
  EXPECT_DOUBLE_EQ(summary.min, 1.0);
  EXPECT_DOUBLE_EQ(summary.sse, 30.0);
  EXPECT_DOUBLE_EQ(summary.rmse, std::sqrt(7.5));
  EXPECT_DOUBLE_EQ(summary.p90, 3.7);
  EXPECT_EQ(statistics::summary_of({}).count, 0u);
}

TEST(RelationMetric, MeasuresWhatTheEstimateIsOff) {
  const auto result = assess_relations(
      straight(), one_relation({10.0, 12.0, make_pose(2.3, -0.4, 0, 0, 0, radians(2.0)), 1}));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->matched, 1u);
  EXPECT_NEAR(result->all.translation.mean, 0.5, 1e-12);
  EXPECT_NEAR(result->all.rotation_deg.mean, 2.0, 1e-10);
  EXPECT_EQ(result->neighbour.translation.count, 1u);
  EXPECT_EQ(result->loop.translation.count, 0u);
}

TEST(RelationMetric, PutsTheEarlierStampFirst) {
  const Relation forward{10.0, 12.0, make_pose(2.3, -0.4, 0, 0, 0, 1.0), 1};
  const Relation backward{12.0, 10.0, forward.i_from_j.inverse(), 1};
  const auto a = assess_relations(straight(), one_relation(forward));
  const auto b = assess_relations(straight(), one_relation(backward));
  EXPECT_NEAR(a->all.translation.mean, 0.5, 1e-12);
  EXPECT_NEAR(a->all.translation.mean, b->all.translation.mean, 1e-14);
  EXPECT_NEAR(a->all.rotation_deg.mean, b->all.rotation_deg.mean, 1e-12);
}

TEST(RelationMetric, WrapsRotationsToTheShorterArc) {
  auto trajectory =
      planar_trajectory({{0.0, {0, 0, radians(179.0)}}, {1.0, {0, 0, radians(-178.0)}}});
  const auto result =
      assess_relations(trajectory, one_relation({0.0, 1.0, make_pose(0, 0, 0, 0, 0, 0), 1}));
  EXPECT_NEAR(result->all.rotation_deg.mean, 3.0, 1e-10);
}

TEST(RelationMetric, MatchesInterpolatesAndCountsTheRest) {
  RelationFile file;
  const auto add = [&](double i, double j) {
    file.relations.push_back({i, j, make_pose(j - i, 0, 0, 0, 0, 0), 0});
  };
  add(1.0005, 2.0);  // within a millisecond
  add(1.25, 2.75);   // between
  add(99.0, 101.0);  // after the end
  add(-1.0, 3.0);    // before the beginning
  add(10.0, 50.0);   // a loop
  const auto result = assess_relations(straight(), file);
  EXPECT_EQ(result->matched, 2u);
  EXPECT_EQ(result->interpolated, 1u);
  EXPECT_EQ(result->unmatched, 2u);
  EXPECT_EQ(result->loop.translation.count, 1u);
  EXPECT_NEAR(result->all.translation.max, 0.0005, 1e-12);
  MetricSettings strict;
  strict.lookup.max_gap = 0.5;
  const auto with_bound = assess_relations(straight(), file, strict);
  EXPECT_EQ(with_bound->interpolated, 0u);
  EXPECT_EQ(with_bound->unmatched, 3u);
}

// Either end may lie in it, and the longest may come first.
TEST(RelationMetric, ReportsTheLongestInterpolatedGap) {
  std::vector<std::pair<double, Pose2>> poses;
  for (const double t : {0.0, 1.0, 4.0, 5.0, 5.5, 7.5, 8.0}) poses.push_back({t, {t, 0.0, 0.0}});
  const auto gap = [&](std::vector<std::pair<double, double>> ends) {
    RelationFile truth{{}, true, "r", {}};
    for (const auto& [i, j] : ends)
      truth.relations.push_back({i, j, make_pose(j - i, 0, 0, 0, 0, 0), 1});
    MetricSettings settings;
    settings.lookup.max_gap = 10.0;
    const auto result = assess_relations(planar_trajectory(poses), truth, settings);
    EXPECT_TRUE(result.ok());
    return result ? result->longest_gap : -1.0;
  };
  EXPECT_DOUBLE_EQ(gap({{0.0, 1.0}}), 0.0);
  EXPECT_DOUBLE_EQ(gap({{2.0, 5.0}}), 3.0);
  EXPECT_DOUBLE_EQ(gap({{0.0, 3.0}}), 3.0);
  EXPECT_DOUBLE_EQ(gap({{5.2, 6.0}}), 2.0);
  EXPECT_DOUBLE_EQ(gap({{0.0, 3.0}, {5.2, 6.0}, {5.2, 5.5}}), 3.0);
}

TEST(RelationMetric, InterpolatesHeadingAlongTheShortArc) {
  auto trajectory = planar_trajectory(
      {{0.0, {0, 0, radians(170.0)}}, {1.0, {1, 0, radians(-170.0)}}, {2.0, {2, 0, kPi}}});
  const PoseLookup lookup(trajectory);
  const FoundPose found = lookup.at(0.25);
  EXPECT_EQ(found.match, Match::Between);
  EXPECT_NEAR(wrap_angle(planar(found.pose).theta - radians(175.0)), 0.0, 1e-12);
  EXPECT_NEAR(found.pose.position.x(), 0.25, 1e-12);
  EXPECT_NEAR(found.travelled, 0.25, 1e-12);
}

TEST(RelationMetric, TakesTheLastOfPosesWithOneStamp) {
  auto trajectory = planar_trajectory({{0.0, {0, 0, 0}}, {1.0, {7, 0, 0}}, {1.0, {1, 0, 0}}});
  EXPECT_NEAR(PoseLookup(trajectory).at(1.0).pose.position.x(), 1.0, 0.0);
  EXPECT_NEAR(PoseLookup(trajectory).at(1.0005).pose.position.x(), 1.0, 0.0);
  EXPECT_NEAR(PoseLookup(trajectory).at(0.9995).pose.position.x(), 1.0, 0.0);
}

TEST(RelationMetric, HasAnAngleOfRotationInSpace) {
  trajectory::Trajectory trajectory;
  trajectory.poses = {{0.0, Pose{}}, {1.0, make_pose(0, 0, 1.0, radians(3.0), 0, 0)}};
  RelationFile file = one_relation({0.0, 1.0, make_pose(0, 0, 0, 0, radians(4.0), 0), 1});
  file.is_planar = false;
  const auto result = assess_relations(trajectory, file);
  EXPECT_FALSE(result->is_planar);
  EXPECT_NEAR(result->all.translation.mean, 1.0, 1e-12);
  // cos(a/2) = cos(1.5) cos(2) of two turns about axes at right angles.
  const double angle = 2.0 * std::acos(std::cos(radians(1.5)) * std::cos(radians(2.0)));
  EXPECT_NEAR(result->all.rotation_deg.mean, degrees(angle), 1e-9);
  MetricSettings plan;
  plan.is_planar = true;
  EXPECT_NEAR(assess_relations(trajectory, file, plan)->all.translation.mean, 0.0, 1e-12);
}

TEST(RelationMetric, WeighsComponents) {
  MetricSettings settings;
  settings.weights = {1, 0, 1, 0, 0, 0};
  const auto result = assess_relations(
      straight(), one_relation({10.0, 12.0, make_pose(2.3, -0.4, 0, 0, 0, 0), 1}), settings);
  EXPECT_NEAR(result->all.translation.mean, 0.3, 1e-12);
  EXPECT_EQ(result->all.rotation_deg.mean, 0.0);
}

TEST(RelationMetric, WeighsEachAngleWithItsOwnWeight) {
  trajectory::Trajectory still = straight();
  still.is_planar = false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::array<double, 3> turned{};
    turned[axis] = 0.1;
    const RelationFile truth{
        {{10.0, 11.0, make_pose(1, 0, 0, turned[0], turned[1], turned[2]), 1}}, false, "r", {}};
    MetricSettings settings;
    settings.weights = {1, 1, 1, 4, 9, 25};
    const auto result = assess_relations(still, truth, settings);
    ASSERT_TRUE(result.ok());
    const double factor = std::array{2.0, 3.0, 5.0}[axis];
    EXPECT_NEAR(result->all.rotation_deg.mean, factor * degrees(0.1), 1e-6) << "axis " << axis;
  }
}

TEST(RelationMetric, DoesNotDependOnTheOrderOfLines) {
  const auto truth = test::rounds(3000);
  RelationFile file = test::true_relations(truth);
  const auto estimate = test::with_noise(truth, 1, 0.05);
  const auto before = assess_relations(estimate, file);
  Random(1, "order").shuffle(file.relations);
  for (std::size_t i = 0; i < file.relations.size(); i += 3) {
    Relation& relation = file.relations[i];
    relation = {relation.stamp_j, relation.stamp_i, relation.i_from_j.inverse(), relation.line};
  }
  const auto after = assess_relations(estimate, file);
  EXPECT_NEAR(before->all.translation.mean, after->all.translation.mean, 1e-12);
  EXPECT_NEAR(before->loop.rotation_deg.squared_std, after->loop.rotation_deg.squared_std, 1e-10);
  EXPECT_EQ(before->matched, after->matched);
}

TEST(RelationMetric, RefusesInputThatSaysNothing) {
  EXPECT_FALSE(assess_relations(straight(), {}).ok());
  const auto nan = assess_relations(
      straight(), one_relation({1.0, 2.0, make_pose(std::nan(""), 0, 0, 0, 0, 0), 7}));
  ASSERT_FALSE(nan.ok());
  EXPECT_EQ(nan.error().at.line, 7);
  EXPECT_FALSE(assess_relations(planar_trajectory({}), one_relation({1, 2, Pose{}, 1})).ok());
  const auto one =
      assess_relations(planar_trajectory({{1.0, {}}}), one_relation({1, 2, Pose{}, 1}));
  ASSERT_FALSE(one.ok());
  EXPECT_NE(one.error().message.find("One pose"), std::string::npos) << one.error().message;
}

TEST(RelationMetric, SaysWhichUnitOrClockIsWrong) {
  const auto message = [](double factor, double offset) {
    auto trajectory = straight();
    for (auto& pose : trajectory.poses) pose.stamp = (pose.stamp + 1000.0) * factor + offset;
    const auto result = assess_relations(trajectory, one_relation({1010.0, 1012.0, Pose{}, 1}));
    return result.ok() ? std::string("ok") : result.error().message;
  };
  EXPECT_EQ(message(1.0, 0.0), "ok");
  EXPECT_NE(message(1e9, 0.0).find("nanoseconds"), std::string::npos) << message(1e9, 0.0);
  EXPECT_NE(message(1e3, 0.0).find("milliseconds"), std::string::npos);
  EXPECT_NE(message(1e-9, 0.0).find("truth's stamps seem to be in nanoseconds"), std::string::npos);
  EXPECT_NE(message(1.0, 1.1e9).find("since 1970"), std::string::npos);
  EXPECT_NE(message(1.0, 500.0).find("different runs"), std::string::npos);
  EXPECT_NE(message(1.0, 500.0).find("1010.000000 to 1012.000000"), std::string::npos);
}

TEST(Breakdown, SortsErrorsByHowFarTheEndsAreApart) {
  RelationFile file;
  for (const double length : {0.5, 1.0, 1.5, 30.0}) {
    const double i = 2.0, j = 2.0 + length;
    file.relations.push_back({i, j, make_pose(length + 0.1 * length, 0, 0, 0, 0, 0), 0});
  }
  const auto result = assess_relations(straight(), file);
  const auto ranges = by_distance_travelled(result->errors);
  ASSERT_EQ(ranges.size(), 3u);
  EXPECT_EQ(ranges[0].high, 1.0);
  EXPECT_EQ(ranges[1].summary.translation.count, 2u);
  EXPECT_NEAR(ranges[1].summary.translation.max, 0.15, 1e-12);
  EXPECT_EQ(ranges[2].low, 20.0);
  EXPECT_EQ(by_time_between(result->errors).size(), 3u);
  const auto worst = worst_of(result->errors, 2);
  ASSERT_EQ(worst.size(), 2u);
  EXPECT_NEAR(worst[0].translation, 3.0, 1e-12);
  EXPECT_NEAR(worst[1].translation, 0.15, 1e-12);
}

TEST(Breakdown, CoversWhatRelationsSpanOnce) {
  RelationFile file;
  const auto add = [&](double i, double j) {
    file.relations.push_back({i, j, make_pose(j - i, 0, 0, 0, 0, 0), 0});
  };
  add(0.0, 10.0);
  add(5.0, 15.0);
  add(30.0, 35.0);
  add(40.0, 90.0);
  const auto trajectory = straight();
  const RelationCoverage coverage =
      coverage_of(trajectory, assess_relations(trajectory, file)->errors);
  EXPECT_NEAR(coverage.time, 0.20, 1e-12);
  EXPECT_NEAR(coverage.distance, 0.20, 1e-12);
  EXPECT_NEAR(coverage.loops, 0.04, 1e-12);
}

TEST(RelationMetric, TakesAMillionRelations) {
  const auto truth = test::rounds(20000);
  RelationFile file;
  file.relations.reserve(1'000'000);
  for (std::size_t k = 0; k < 1'000'000; ++k)
    file.relations.push_back(test::true_relation(truth, k % 19000, k % 19000 + 1 + k % 999));
  const auto result = assess_relations(truth, file);
  EXPECT_EQ(result->matched, 1'000'000u);
  EXPECT_LT(result->all.translation.max, 1e-9);
}

}  // namespace
}  // namespace rubble::evaluation
