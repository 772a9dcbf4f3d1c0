// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/shadowing.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rubble::radio {
namespace {

constexpr double kSigma = 4.0, kDistance = 2.0;
constexpr int kSeeds = 10'000;

TEST(Shadowing, HasTheGivenDeviationAndCorrelation) {
  const Vec3 base(3, 4, 1), robot(12, -2, 0.4);
  const Vec3 moved = robot + Vec3(0.6, 0.8, 0.0) * kDistance;
  double sum = 0, squares = 0, products = 0, moved_squares = 0, ends_moved = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Shadowing shadowing(seed, kSigma, kDistance);
    const double here = shadowing.between(base, robot), there = shadowing.between(base, moved);
    sum += here;
    squares += here * here;
    moved_squares += there * there;
    products += here * there;
    ends_moved += here * shadowing.between(base + Vec3(0, 0, kDistance), moved);
  }
  EXPECT_NEAR(sum / kSeeds, 0.0, 0.15);
  EXPECT_NEAR(std::sqrt(squares / kSeeds), kSigma, 0.03 * kSigma);
  EXPECT_NEAR(products / std::sqrt(squares * moved_squares), std::exp(-1.0), 0.05);
  EXPECT_NEAR(ends_moved / squares, std::exp(-2.0), 0.05);  // both ends moved that far
}

TEST(Shadowing, KeepsItsDeviationForNearEnds) {
  double squares = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const double here = Shadowing(seed, kSigma, kDistance).between({1, 2, 0.3}, {1.4, 2.2, 0.3});
    squares += here * here;
  }
  EXPECT_NEAR(std::sqrt(squares / kSeeds), kSigma, 0.03 * kSigma);
}

TEST(Shadowing, IsBitIdenticalInBothDirections) {
  const Shadowing shadowing(5, kSigma, kDistance);
  for (int i = 0; i < 100; ++i) {
    const Vec3 a(0.37 * i, 3 - 0.11 * i, 0.5), b(-0.2 * i, 0.07 * i, 1.5);
    EXPECT_EQ(shadowing.between(a, b), shadowing.between(b, a));
  }
}

TEST(Shadowing, IsSmoothAlongAPathAndRepeatable) {
  const Shadowing shadowing(9, kSigma, kDistance), again(9, kSigma, kDistance);
  double before = shadowing.between({0, 0, 1}, {10, 3, 0.4}), lowest = before, highest = before;
  for (int i = 1; i <= 4000; ++i) {
    const Vec3 robot(10 + i * 0.01, 3, 0.4);
    const double now = shadowing.between({0, 0, 1}, robot);
    EXPECT_LT(std::abs(now - before), 1.5) << "in one step of a centimetre";
    EXPECT_EQ(now, again.between({0, 0, 1}, robot));
    lowest = std::min(lowest, now);
    highest = std::max(highest, now);
    before = now;
  }
  EXPECT_GT(highest - lowest, 2 * kSigma);
}

TEST(Fading, IsSymmetricAndDiffersBetweenLinks) {
  for (std::uint64_t moment = 0; moment < 20; ++moment) {
    const double there = fading(Fading::Rice, 7, "A", "B", moment);
    EXPECT_EQ(there, fading(Fading::Rice, 7, "B", "A", moment));
    EXPECT_NE(there, fading(Fading::Rice, 7, "A", "C", moment));
    EXPECT_NE(there, fading(Fading::Rice, 7, "A", "B", moment + 1));
    EXPECT_NE(there, fading(Fading::Rice, 8, "A", "B", moment));
  }
}

TEST(Fading, HasTheMeanPowerOfOneAndItsDeviation) {
  for (const Fading kind : {Fading::Rice, Fading::Rayleigh}) {
    double power = 0, sum = 0, squares = 0;
    constexpr int kMoments = 20'000;
    for (int i = 0; i < kMoments; ++i) {
      const double decibels = fading(kind, 3, "R1", "R2", static_cast<std::uint64_t>(i));
      power += std::pow(10.0, decibels / 10.0);
      sum += decibels;
      squares += decibels * decibels;
    }
    const double mean = sum / kMoments;
    EXPECT_NEAR(power / kMoments, 1.0, 0.03);
    EXPECT_NEAR(std::sqrt(squares / kMoments - mean * mean), kind == Fading::Rice ? 1.2 : 5.57,
                kind == Fading::Rice ? 0.1 : 0.2);
  }
  EXPECT_EQ(fading(Fading::Rice, 3, "a", "b", 5), fading(Fading::Rice, 3, "b", "a", 5));
  EXPECT_EQ(fading(Fading::None, 3, "a", "b", 5), 0.0);
}

}  // namespace
}  // namespace rubble::radio
