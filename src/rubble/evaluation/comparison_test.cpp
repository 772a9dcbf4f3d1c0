// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/comparison.h"

#include <gtest/gtest.h>

#include "rubble/evaluation/test_paths.h"

namespace rubble::evaluation {
namespace {

std::vector<double> numbered(std::size_t count, double step) {
  std::vector<double> stamps;
  for (std::size_t i = 0; i < count; ++i) stamps.push_back(step * static_cast<double>(i));
  return stamps;
}

// Each value is `memory` of the last one and some noise.
std::vector<double> remembering(std::uint64_t seed, std::size_t count, double memory) {
  Random random(seed, "series");
  std::vector<double> values{random.normal()};
  while (values.size() < count)
    values.push_back(memory * values.back() + std::sqrt(1 - memory * memory) * random.normal());
  return values;
}

TEST(Holm, AdjustsAsInTheTextbook) {
  const auto adjusted = holm_adjusted({0.01, 0.04, 0.03, 0.005});
  EXPECT_DOUBLE_EQ(adjusted[0], 0.03);
  EXPECT_DOUBLE_EQ(adjusted[1], 0.06);
  EXPECT_DOUBLE_EQ(adjusted[2], 0.06);
  EXPECT_DOUBLE_EQ(adjusted[3], 0.02);
}

TEST(Bootstrap, IntervalOfIndependentValuesIsTheTextbookOne) {
  const auto values = remembering(1, 4000, 0.0);
  const auto stamps = numbered(values.size(), 100.0);
  const MeanEstimate estimate = estimate_mean(values, stamps, {});
  EXPECT_NEAR(estimate.interval.high - estimate.interval.low, 2 * 1.96 / std::sqrt(4000.0), 0.005);
}

TEST(Bootstrap, BlocksGrowWithTheMemoryOfTheSeries) {
  EXPECT_LT(correlated_block(remembering(1, 2000, 0.0)), 5u);
  EXPECT_GT(correlated_block(remembering(1, 2000, 0.9)), 20u);
  const auto estimate = estimate_mean(remembering(2, 1000, 0.0), numbered(1000, 0.5), {});
  EXPECT_GE(estimate.block, 40u) << "twenty seconds in one piece";
}

TEST(Bootstrap, RaisesFalseAlarmsAboutAsOftenAsItSays) {
  int alarms = 0;
  constexpr int kTrials = 300;
  for (int trial = 0; trial < kTrials; ++trial) {
    const auto values = remembering(static_cast<std::uint64_t>(100 + trial), 800, 0.7);
    const auto estimate = estimate_mean(values, numbered(800, 1.0), {.rounds = 500});
    if (estimate.p < 0.05) ++alarms;
  }
  EXPECT_LT(alarms, 0.11 * kTrials);
  EXPECT_GT(alarms, 0);
}

TEST(Bootstrap, SaysNothingAboutAHandfulOfValues) {
  const std::vector<double> values{1, 1, 1, 1};
  const MeanEstimate estimate = estimate_mean(values, numbered(4, 1.0), {});
  EXPECT_FALSE(estimate.is_enough);
  EXPECT_EQ(estimate.p, 1.0);
}

struct Trials {
  mapping::Trajectory truth = test::rounds(5000);
  mapping::RelationFile relations = test::true_relations(truth);

  RelationAssessment noisy(std::uint64_t seed, double sigma) const {
    return *assess_relations(test::with_noise(truth, seed, sigma), relations);
  }
};

TEST(Comparison, CallsEqualWhatDiffersByNoiseOnly) {
  const Trials trials;
  int called_different = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto a = trials.noisy(2 * seed, 0.03), b = trials.noisy(2 * seed + 1, 0.03);
    if (compare({&a, &b}).front().is_different()) ++called_different;
  }
  EXPECT_LE(called_different, 1);
}

TEST(Comparison, CallsDifferentWhatTrulyDiffers) {
  const Trials trials;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto a = trials.noisy(2 * seed, 0.03), b = trials.noisy(2 * seed + 1, 0.035);
    const Comparison comparison = compare({&a, &b}).front();
    EXPECT_TRUE(comparison.translation.is_different) << comparison.translation.adjusted_p;
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
  EXPECT_TRUE(comparison.translation.is_significant);
  EXPECT_FALSE(comparison.is_different());
}

TEST(Comparison, OfOneWithItselfIsEqual) {
  const Trials trials;
  const auto a = trials.noisy(1, 0.05);
  const Comparison comparison = compare({&a, &a}).front();
  EXPECT_FALSE(comparison.is_different());
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
