// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/comparison.h"

#include <gtest/gtest.h>

#include <functional>

#include "rubble/evaluation/test_paths.h"

namespace rubble::evaluation {
namespace {

// A second apart. Each value is `memory` of the last one and some noise.
std::vector<statistics::PairwiseSample> remembering(std::uint64_t seed, std::size_t count,
                                                    double memory) {
  Random random(seed, "series");
  std::vector<statistics::PairwiseSample> values{{random.normal(), 0.0, 1.0}};
  while (values.size() < count) {
    const auto stamp = static_cast<double>(values.size());
    values.push_back(
        {memory * values.back().value + std::sqrt(1 - memory * memory) * random.normal(), stamp,
         stamp + 1.0});
  }
  return values;
}

// Between any two of some moments that have an error of their own each.
std::vector<statistics::PairwiseSample> sharing(std::uint64_t seed, std::size_t moments,
                                                std::size_t count) {
  Random random(seed, "moments");
  std::vector<double> errors;
  for (std::size_t k = 0; k < moments; ++k) errors.push_back(random.normal());
  std::vector<statistics::PairwiseSample> values;
  while (values.size() < count) {
    const int i = random.integer(0, static_cast<int>(moments) - 1);
    const int j = random.integer(0, static_cast<int>(moments) - 1);
    values.push_back({errors[static_cast<std::size_t>(i)] + errors[static_cast<std::size_t>(j)],
                      1.0 * i, 1.0 * j});
  }
  return values;
}

// Of 300 series whose true mean is zero: intervals that leave it out.
int alarms(const std::function<std::vector<statistics::PairwiseSample>(std::uint64_t)>& series) {
  int count = 0;
  for (std::uint64_t trial = 0; trial < 300; ++trial) {
    const statistics::Interval interval =
        statistics::estimate_mean(series(100 + trial), {.rounds = 500}).interval;
    if (interval.low > 0.0 || interval.high < 0.0) ++count;
  }
  return count;
}

TEST(Bootstrap, RaisesFalseAlarmsNoMoreOftenThanItSays) {
  for (const double memory : {0.0, 0.7, 0.9}) {
    const int count = alarms([&](std::uint64_t seed) { return remembering(seed, 800, memory); });
    EXPECT_LT(count, 0.075 * 300) << memory;
    EXPECT_GT(count, 0) << memory;
  }
}

TEST(Bootstrap, KnowsThatValuesShareTheirMoments) {
  EXPECT_LT(alarms([](std::uint64_t seed) { return sharing(seed, 60, 800); }), 0.11 * 300);
}

TEST(Bootstrap, IntervalsHoldTheTrueMean) {
  int held = 0;
  double width = 0.0;
  for (std::uint64_t trial = 0; trial < 200; ++trial) {
    auto values = remembering(trial, 4000, 0.0);
    for (statistics::PairwiseSample& value : values) value.value += 3.0;
    const statistics::Interval interval =
        statistics::estimate_mean(values, {.rounds = 500}).interval;
    if (interval.low < 3.0 && interval.high > 3.0) ++held;
    width += (interval.high - interval.low) / 200;
  }
  EXPECT_GE(held, 190);
  EXPECT_LT(width, 2.0 * 2 * 1.96 / std::sqrt(4000.0)) << "twice the textbook's with known spread";
}

TEST(Bootstrap, SaysNothingAboutAHandfulOfValues) {
  const statistics::MeanEstimate estimate = statistics::estimate_mean(remembering(1, 31, 0.0), {});
  EXPECT_FALSE(estimate.is_enough);
}

TEST(Bootstrap, SaysNothingIfAllValuesShareOneMoment) {
  auto values = remembering(1, 500, 0.0);
  for (statistics::PairwiseSample& value : values) value.stamp_i = 0.0;
  EXPECT_FALSE(statistics::estimate_mean(values, {}).is_enough);
}

struct Trials {
  trajectory::Trajectory truth = test::rounds(5000);
  trajectory::RelationFile relations = test::true_relations(truth);

  RelationAssessment noisy(std::uint64_t seed, double sigma, double memory = 0.0) const {
    return *assess_relations(test::with_noise(truth, seed, sigma, memory), relations);
  }
};

Comparison compared(const RelationAssessment& a, const RelationAssessment& b,
                    const ComparisonSettings& settings = {}) {
  return compare_by_relations({&a, &b}, settings).front();
}

const RatioTest& test_of(const Comparison& comparison, Measure measure,
                         Part part = Part::Translation) {
  const RatioTest* const test = comparison.find(measure, part);
  EXPECT_NE(test, nullptr);
  static const RatioTest none;
  return test != nullptr ? *test : none;
}

TEST(Comparison, SeldomCallsDifferentWhatDiffersByNoiseOnly) {
  const Trials trials;
  int called_different = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    called_different +=
        compared(trials.noisy(2 * seed, 0.03), trials.noisy(2 * seed + 1, 0.03)).is_different();
  EXPECT_LE(called_different, 1);
}

// Noise that remembers for ten seconds: loops share their ends' errors.
TEST(Comparison, IsNotFooledBySlowNoise) {
  const Trials trials;
  int called_different = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto a = trials.noisy(2 * seed, 0.05, 0.99), b = trials.noisy(2 * seed + 1, 0.05, 0.99);
    called_different += compared(a, b).is_different();
  }
  EXPECT_LE(called_different, 1);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto a = trials.noisy(2 * seed, 0.05, 0.99), b = trials.noisy(2 * seed + 1, 0.10, 0.99);
    EXPECT_TRUE(compared(a, b).is_different()) << seed;
  }
}

// Drift of which both have as much: one of them is worse at loops on this run, which says little.
TEST(Comparison, OneRunSaysLittleAboutDrift) {
  const Trials trials;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto a = *assess_relations(test::with_drift(trials.truth, 2 * seed), trials.relations);
    const auto b =
        *assess_relations(test::with_drift(trials.truth, 2 * seed + 1), trials.relations);
    const Comparison comparison = compared(a, b);
    const RatioTest& loops = test_of(comparison, Measure::Loop);
    EXPECT_EQ(loops.verdict, Verdict::NotDistinguishable) << seed;
    EXPECT_GT(loops.smallest_ratio, 1.5) << seed;
    EXPECT_LT(loops.estimate.degrees_of_freedom, 60.0) << "of " << loops.estimate.count;
  }
}

TEST(Comparison, SeesThatOnlyOneDrifts) {
  const Trials trials;
  const auto a = trials.noisy(1, 0.002);
  const auto b = *assess_relations(test::with_noise(test::with_drift(trials.truth, 2), 3, 0.002),
                                   trials.relations);
  const RatioTest loops = test_of(compared(a, b), Measure::Loop);
  EXPECT_TRUE(loops.is_different()) << loops.p;
  EXPECT_LT(loops.interval.high, 1.0) << "the first is better";
}

TEST(Comparison, CallsDifferentWhatTrulyDiffers) {
  const Trials trials;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const RatioTest neighbours =
        test_of(compared(trials.noisy(2 * seed, 0.03), trials.noisy(2 * seed + 1, 0.045)),
                Measure::Neighbour);
    EXPECT_TRUE(neighbours.is_different()) << neighbours.p;
    EXPECT_NEAR(neighbours.ratio, 1 / 1.5, 0.1);
  }
}

// A test, its interval and its p value are one: they cannot contradict each other.
TEST(Comparison, IntervalAndPAgreeAndTurnRound) {
  const Trials trials;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const double sigma = 0.03 * (1.0 + 0.02 * static_cast<double>(seed));
    const auto a = trials.noisy(2 * seed, 0.03), b = trials.noisy(2 * seed + 1, sigma);
    const Comparison there = compared(a, b), back = compared(b, a);
    for (const ComparisonTest& test : there.tests) {
      const RatioTest& one = test.result;
      const bool leaves_out_one = one.interval.low > 1.0 || one.interval.high < 1.0;
      EXPECT_EQ(leaves_out_one, one.p < 0.01);
      EXPECT_EQ(leaves_out_one, one.is_different());
      EXPECT_EQ(one.verdict == Verdict::Equivalent, !leaves_out_one &&
                                                        one.interval.low >= 1 / 1.25 - 1e-12 &&
                                                        one.interval.high <= 1.25 + 1e-12);
      const RatioTest& other = test_of(back, test.measure, test.part);
      EXPECT_NEAR(one.ratio * other.ratio, 1.0, 1e-12);
      EXPECT_NEAR(one.p, other.p, 1e-9);
      EXPECT_EQ(one.verdict, other.verdict);
    }
  }
}

// The smallest ratio is the one that a second run's interval leaves 1 out for in four of five.
TEST(RatioTest, SmallestRatioIsBeyondTheInterval) {
  const RatioTest test = test_ratio(
      {.count = 100, .standard_error = 0.1, .degrees_of_freedom = 100, .is_enough = true},
      {.test_count = 4});
  EXPECT_GT(test.smallest_ratio, test.interval.high);
  EXPECT_NEAR(std::log(test.smallest_ratio) - std::log(test.interval.high), 0.0866, 1e-3);
  const RatioTest alone = test_ratio(
      {.count = 100, .standard_error = 0.1, .degrees_of_freedom = 100, .is_enough = true},
      {.test_count = 1});
  EXPECT_NEAR(std::log(alone.interval.high), 0.1 * 2.9467, 1e-4) << "Student's t, 15, 0.995";
}

TEST(RatioTest, IsEquivalentOnlyWithinItsMargin) {
  const RatioEstimate close{.count = 100,
                            .log_ratio = 0.05,
                            .standard_error = 0.03,
                            .degrees_of_freedom = 100,
                            .is_enough = true};
  EXPECT_EQ(test_ratio(close, {.margin = 0.25}).verdict, Verdict::Equivalent);
  EXPECT_EQ(test_ratio(close, {.margin = 0.10}).verdict, Verdict::NotDistinguishable);
  RatioEstimate small = close;
  small.standard_error = 0.01;
  const RatioTest sure = test_ratio(small, {.margin = 0.25});
  EXPECT_EQ(sure.verdict, Verdict::Different) << "however small";
  EXPECT_TRUE(sure.is_within_margin);
  RatioEstimate few = close;
  few.is_enough = false;
  EXPECT_EQ(test_ratio(few, {}).verdict, Verdict::NotDistinguishable);
}

// One value, however often it was measured, says nothing about how large such values are.
TEST(RatioTest, FewerIndependentValuesSayLess) {
  double last = 1e300;
  for (const double degrees : {1.0, 2.0, 3.0, 5.0, 9.0, 15.0, 1000.0}) {
    const RatioTest test = test_ratio({.count = 100,
                                       .log_ratio = 0.3,
                                       .standard_error = 0.05,
                                       .degrees_of_freedom = degrees,
                                       .is_enough = true},
                                      {});
    EXPECT_LE(test.smallest_ratio, last);
    EXPECT_EQ(test.p < 0.01, test.is_different()) << degrees;
    EXPECT_EQ(test.is_different(), degrees >= 3.0) << degrees;
    last = test.smallest_ratio;
  }
}

TEST(EffectiveCount, IsThatOfIndependentValues) {
  Random random(5, "vectors");
  std::vector<Vec3> independent, repeated, walk;
  Vec3 place = Vec3::Zero();
  for (int k = 0; k < 1000; ++k) {
    Vec3 fresh = Vec3::Zero();
    for (int axis = 0; axis < 2; ++axis) fresh[axis] = random.normal();
    independent.push_back(fresh);
    repeated.push_back(k % 10 == 0 ? fresh : repeated.back());
    place += fresh;
    walk.push_back(place);
  }
  EXPECT_GT(effective_count(independent, 2), 500.0);
  // The textbook's 1 / sum of squared correlations is 149; their own noise counts against it.
  EXPECT_GT(effective_count(repeated, 2), 50.0);
  EXPECT_LT(effective_count(repeated, 2), 150.0);
  EXPECT_LT(effective_count(walk, 2), 10.0);
  EXPECT_NEAR(effective_count(std::vector<Vec3>(500, Vec3(1.0, 2.0, 0.0)), 2), 1.0, 0.1);
}

TEST(Comparison, OfOneWithItselfIsEquivalent) {
  const Trials trials;
  const auto a = trials.noisy(1, 0.05);
  const Comparison comparison = compared(a, a);
  EXPECT_EQ(comparison.verdict(), Verdict::Equivalent);
  ASSERT_EQ(comparison.tests.size(), 4u);
  for (const ComparisonTest& test : comparison.tests) EXPECT_EQ(test.result.p, 1.0);
  EXPECT_EQ(comparison.common, a.errors.size());
}

// Much drift that both share leaves a small difference visible.
TEST(Comparison, WhatBothShareIsNoDifference) {
  const Trials trials;
  const auto drifted = test::with_drift(trials.truth, 7);
  const auto a = *assess_relations(drifted, trials.relations);
  const auto b = *assess_relations(test::with_noise(drifted, 8, 0.0002), trials.relations);
  EXPECT_EQ(test_of(compared(a, b), Measure::Loop).verdict, Verdict::Equivalent);
}

TEST(Comparison, UsesOnlyRelationsThatJudgedBoth) {
  const Trials trials;
  const auto a = trials.noisy(1, 0.05);
  auto half = test::with_noise(trials.truth, 2, 0.05);
  half.poses.resize(half.poses.size() / 2);
  const auto b = *assess_relations(half, trials.relations);
  const Comparison comparison = compared(a, b);
  EXPECT_EQ(comparison.common, b.errors.size());
  EXPECT_LT(comparison.common, a.errors.size());
}

TEST(Comparison, ByATrueTrajectoryTestsAteAndRpe) {
  const Trials trials;
  const auto assessed = [&](std::uint64_t seed, double sigma) {
    return *assess_trajectory(test::with_noise(trials.truth, seed, sigma), trials.truth);
  };
  const auto a = assessed(1, 0.03), b = assessed(2, 0.06), like_a = assessed(3, 0.03);
  const auto all = compare({{.truth = &a}, {.truth = &b}, {.truth = &like_a}});
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].common_poses, trials.truth.poses.size());
  for (const Measure measure : {Measure::Ate, Measure::Rpe}) {
    EXPECT_TRUE(test_of(all[0], measure).is_different());
    EXPECT_NEAR(test_of(all[0], measure).ratio, 0.5, 0.05);
    EXPECT_FALSE(test_of(all[1], measure).is_different());
  }
  EXPECT_EQ(all[1].verdict(), Verdict::Equivalent);
  EXPECT_EQ(all[0].find(Measure::Loop, Part::Translation), nullptr);
}

TEST(Comparison, IsTheSameEachTime) {
  const Trials trials;
  const auto a = trials.noisy(1, 0.05), b = trials.noisy(2, 0.06);
  const RatioTest first = test_of(compared(a, b), Measure::Loop);
  const RatioTest again = test_of(compared(a, b), Measure::Loop);
  EXPECT_EQ(first.interval.low, again.interval.low);
  EXPECT_EQ(first.p, again.p);
}

}  // namespace
}  // namespace rubble::evaluation
