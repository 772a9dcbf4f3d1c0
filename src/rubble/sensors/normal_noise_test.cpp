// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/normal_noise.h"

#include <gtest/gtest.h>

#include <vector>

namespace rubble::sensors {
namespace {

struct Moments {
  double mean = 0.0;
  double deviation = 0.0;
  double skewness = 0.0;
  double kurtosis = 0.0;
};

Moments moments_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  double mean = 0.0;
  for (const double value : values) mean += value / count;
  double second = 0.0, third = 0.0, fourth = 0.0;
  for (const double value : values) {
    const double d = value - mean;
    second += d * d / count;
    third += d * d * d / count;
    fourth += d * d * d * d / count;
  }
  return {mean, std::sqrt(second), third / std::pow(second, 1.5), fourth / (second * second)};
}

std::vector<double> drawn(std::uint64_t key, std::size_t count) {
  const NormalNoise noise(key);
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = noise.at(i);
  return values;
}

TEST(NormalNoise, HasTheMomentsOfABellCurve) {
  const Moments moments = moments_of(drawn(7, 1000000));
  EXPECT_NEAR(moments.mean, 0.0, 0.004);
  EXPECT_NEAR(moments.deviation, 1.0, 0.003);
  EXPECT_NEAR(moments.skewness, 0.0, 0.01);
  EXPECT_NEAR(moments.kurtosis, 3.0, 0.03);
}

TEST(NormalNoise, HasTheTailsOfABellCurve) {
  const std::vector<double> values = drawn(11, 4000000);
  for (const double limit : {0.5, 1.0, 2.0, 3.0, 3.5, 4.0}) {
    double count = 0.0;
    for (const double value : values) count += value > limit ? 1.0 : 0.0;
    const double expected = 0.5 * std::erfc(limit / std::sqrt(2.0)) * 4e6;
    EXPECT_NEAR(count, expected, 5.0 * std::sqrt(expected)) << limit;
  }
}

TEST(NormalNoise, NeighboursAndKeysAreIndependent) {
  const std::vector<double> first = drawn(1, 200000);
  const std::vector<double> second = drawn(2, 200000);
  double neighbours = 0.0, keys = 0.0;
  for (std::size_t i = 0; i + 1 < first.size(); ++i) {
    neighbours += first[i] * first[i + 1] / 200000.0;
    keys += first[i] * second[i] / 200000.0;
  }
  EXPECT_NEAR(neighbours, 0.0, 0.012);
  EXPECT_NEAR(keys, 0.0, 0.012);
}

TEST(NormalNoise, TheSameKeyGivesTheSameNumbers) { EXPECT_EQ(drawn(3, 1000), drawn(3, 1000)); }

}  // namespace
}  // namespace rubble::sensors
