// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/comparison.h"

#include <gtest/gtest.h>

#include <functional>

#include "rubble/evaluation/test_paths.h"

namespace rubble::evaluation {
namespace {

// A second apart. Each value is `memory` of the last one and some noise.
std::vector<ValueBetween> remembering(std::uint64_t seed, std::size_t count, double memory) {
  Random random(seed, "series");
  std::vector<ValueBetween> values{{random.normal(), 0.0, 1.0}};
  while (values.size() < count) {
    const auto stamp = static_cast<double>(values.size());
    values.push_back(
        {memory * values.back().value + std::sqrt(1 - memory * memory) * random.normal(), stamp,
         stamp + 1.0});
  }
  return values;
}

// Between any two of some moments that have an error of their own each.
std::vector<ValueBetween> sharing(std::uint64_t seed, std::size_t moments, std::size_t count) {
  Random random(seed, "moments");
  std::vector<double> errors;
  for (std::size_t k = 0; k < moments; ++k) errors.push_back(random.normal());
  std::vector<ValueBetween> values;
  while (values.size() < count) {
    const int i = random.integer(0, static_cast<int>(moments) - 1);
    const int j = random.integer(0, static_cast<int>(moments) - 1);
    values.push_back({errors[static_cast<std::size_t>(i)] + errors[static_cast<std::size_t>(j)],
                      1.0 * i, 1.0 * j});
  }
  return values;
}

TEST(Holm, AdjustsAsInTheTextbook) {
  const auto adjusted = holm_adjusted({0.01, 0.04, 0.03, 0.005});
  EXPECT_DOUBLE_EQ(adjusted[0], 0.03);
  EXPECT_DOUBLE_EQ(adjusted[1], 0.06);
  EXPECT_DOUBLE_EQ(adjusted[2], 0.06);
  EXPECT_DOUBLE_EQ(adjusted[3], 0.02);
}

// Of 300 series whose true mean is zero.
int alarms(const std::function<std::vector<ValueBetween>(std::uint64_t)>& series) {
  int count = 0;
  for (std::uint64_t trial = 0; trial < 300; ++trial)
    if (estimate_mean(series(100 + trial), {.rounds = 500}).p < 0.05) ++count;
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
    for (ValueBetween& value : values) value.value += 3.0;
    const Interval interval = estimate_mean(values, {.rounds = 500}).interval;
    if (interval.low < 3.0 && interval.high > 3.0) ++held;
    width += (interval.high - interval.low) / 200;
  }
  EXPECT_GE(held, 190);
  EXPECT_LT(width, 2.0 * 2 * 1.96 / std::sqrt(4000.0)) << "twice the textbook's with known spread";
}

TEST(Bootstrap, SaysNothingAboutAHandfulOfValues) {
  const MeanEstimate estimate = estimate_mean(remembering(1, 31, 0.0), {});
  EXPECT_FALSE(estimate.is_enough);
  EXPECT_EQ(estimate.p, 1.0);
}

TEST(Bootstrap, SaysNothingIfAllValuesShareOneMoment) {
  auto values = remembering(1, 500, 0.0);
  for (ValueBetween& value : values) value.stamp_i = 0.0;
  EXPECT_FALSE(estimate_mean(values, {}).is_enough);
}

struct Trials {
  mapping::Trajectory truth = test::rounds(5000);
  mapping::RelationFile relations = test::true_relations(truth);

  RelationAssessment noisy(std::uint64_t seed, double sigma, double memory = 0.0) const {
    return *assess_relations(test::with_noise(truth, seed, sigma, memory), relations);
  }
};

TEST(Comparison, CallsEqualWhatDiffersByNoiseOnly) {
  const Trials trials;
  int called_equal = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto a = trials.noisy(2 * seed, 0.03), b = trials.noisy(2 * seed + 1, 0.03);
    const Verdict verdict = compare({&a, &b}).front().verdict();
    EXPECT_NE(verdict, Verdict::Different) << seed;
    if (verdict == Verdict::Equal) ++called_equal;
  }
  EXPECT_GE(called_equal, 38);
}

// Noise that remembers for ten seconds: loops share their ends' errors.
TEST(Comparison, IsNotFooledBySlowNoise) {
  const Trials trials;
  int called_different = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto a = trials.noisy(2 * seed, 0.05, 0.99), b = trials.noisy(2 * seed + 1, 0.05, 0.99);
    if (compare({&a, &b}).front().is_different()) ++called_different;
  }
  EXPECT_LE(called_different, 2);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto a = trials.noisy(2 * seed, 0.05, 0.99), b = trials.noisy(2 * seed + 1, 0.10, 0.99);
    EXPECT_TRUE(compare({&a, &b}).front().is_different()) << seed;
  }
}

// Drift of which both have as much: one of them is worse at loops on this run, which says little.
TEST(Comparison, CannotTellWhatOneRunDoesNotSay) {
  const Trials trials;
  int called_equal = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto a = *assess_relations(test::with_drift(trials.truth, 2 * seed), trials.relations);
    const auto b =
        *assess_relations(test::with_drift(trials.truth, 2 * seed + 1), trials.relations);
    const Comparison comparison = compare({&a, &b}).front();
    EXPECT_FALSE(comparison.is_different()) << seed;
    if (comparison.verdict() == Verdict::Equal) ++called_equal;
  }
  EXPECT_LE(called_equal, 10);
}

TEST(Comparison, SeesThatOnlyOneDrifts) {
  const Trials trials;
  const auto a = trials.noisy(1, 0.002);
  const auto b = *assess_relations(test::with_noise(test::with_drift(trials.truth, 2), 3, 0.002),
                                   trials.relations);
  const Comparison comparison = compare({&a, &b}).front();
  EXPECT_TRUE(comparison.loop_translation_log.is_different())
      << comparison.loop_translation_log.adjusted_p;
}

TEST(Comparison, CallsDifferentWhatTrulyDiffers) {
  const Trials trials;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto a = trials.noisy(2 * seed, 0.03), b = trials.noisy(2 * seed + 1, 0.035);
    const Comparison comparison = compare({&a, &b}).front();
    EXPECT_TRUE(comparison.translation.is_different()) << comparison.translation.adjusted_p;
    EXPECT_LT(comparison.translation.estimate.mean, 0.0) << "the first has less noise";
    EXPECT_LT(comparison.translation.estimate.interval.high, 0.0);
  }
}

TEST(Comparison, ATinyDifferenceDoesNotMatterHoweverSureItIs) {
  const Trials trials;
  const auto a = trials.noisy(1, 0.05);
  auto b = a;
  for (RelationError& error : b.errors) error.translation += 0.0005;
  const Comparison comparison = compare({&a, &b}).front();
  EXPECT_LT(comparison.translation.adjusted_p, 0.01);
  EXPECT_EQ(comparison.verdict(), Verdict::Equal);
}

TEST(Comparison, OfOneWithItselfIsEqual) {
  const Trials trials;
  const auto a = trials.noisy(1, 0.05);
  const Comparison comparison = compare({&a, &a}).front();
  EXPECT_EQ(comparison.verdict(), Verdict::Equal);
  EXPECT_EQ(comparison.translation.estimate.mean, 0.0);
  EXPECT_EQ(comparison.common, a.errors.size());
}

TEST(Comparison, UsesOnlyRelationsThatJudgedBoth) {
  const Trials trials;
  const auto a = trials.noisy(1, 0.05);
  auto half = test::with_noise(trials.truth, 2, 0.05);
  half.poses.resize(half.poses.size() / 2);
  const auto b = *assess_relations(half, trials.relations);
  const Comparison comparison = compare({&a, &b}).front();
  EXPECT_EQ(comparison.common, b.errors.size());
  EXPECT_LT(comparison.common, a.errors.size());
}

TEST(Comparison, IsTheSameEachTime) {
  const Trials trials;
  const auto a = trials.noisy(1, 0.05), b = trials.noisy(2, 0.06);
  const auto first = compare({&a, &b}).front(), again = compare({&a, &b}).front();
  EXPECT_EQ(first.translation.estimate.interval.low, again.translation.estimate.interval.low);
  EXPECT_EQ(first.rotation_deg.adjusted_p, again.rotation_deg.adjusted_p);
}

}  // namespace
}  // namespace rubble::evaluation
