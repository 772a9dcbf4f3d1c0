// SPDX-License-Identifier: Apache-2.0
#include "rubble/smoke/turbulence.h"

#include <gtest/gtest.h>

#include "rubble/smoke/test_smoke.h"

namespace rubble::smoke {
namespace {

constexpr double kStrength = 0.3;
constexpr double kCorrelationLength = 0.2;  // m

SmokeArea turbulent_box(double density) {
  SmokeArea area = area_of(Box{Vec3(2.5, 2, 2)}, {Vec3(1.25, 0, 0)}, density);
  area.turbulence = kStrength;
  area.correlation_length = kCorrelationLength;
  return area;
}

TEST(Turbulence, HasMeanOneAndTheWantedSpreadAtAPoint) {
  const int count = 40000;
  double sum = 0.0, square = 0.0;
  for (int i = 0; i < count; ++i) {
    const double value =
        Turbulence(kStrength, kCorrelationLength, static_cast<std::uint64_t>(i)).at({0.3, 1.2, -4});
    sum += value;
    square += value * value;
  }
  const double mean = sum / count;
  EXPECT_NEAR(mean, 1.0, 0.008);
  EXPECT_NEAR(std::sqrt(square / count - mean * mean), kStrength, 0.01);
}

TEST(Turbulence, ForgetsExponentiallyInEveryDirection) {
  const int count = 20000;
  const Vec3 here(0.1, -0.2, 0.7);
  for (const Vec3& direction : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 1, 1)})
    for (const double distance : {0.05, 0.1, 0.2, 0.4, 0.8}) {
      double product = 0.0;
      for (int i = 0; i < count; ++i) {
        const Turbulence field(kStrength, kCorrelationLength, static_cast<std::uint64_t>(i));
        product +=
            (field.at(here) - 1.0) * (field.at(here + distance * direction.normalized()) - 1.0);
      }
      EXPECT_NEAR(product / count / (kStrength * kStrength),
                  std::exp(-distance / kCorrelationLength), 0.03)
          << direction.transpose() << " at " << distance;
    }
}

TEST(Turbulence, DriftsUnchanged) {
  SmokeArea area = turbulent_box(1.0);
  area.drift = Vec3(0.1, 0.05, -0.02);
  SmokeField smoke_field(world_of({area}), 5);
  std::vector<double> before;
  Random random(1, "places");
  std::vector<Vec3> places;
  for (int i = 0; i < 100; ++i) {
    places.push_back(Vec3(1.25, 0, 0) + random_point(random, 0.5));
    before.push_back(smoke_field.density_at(places.back()));
  }
  smoke_field.advance(3.0);
  for (std::size_t i = 0; i < places.size(); ++i)
    EXPECT_NEAR(smoke_field.density_at(places[i] + 3.0 * area.drift), before[i], 1e-5);
}

TEST(Turbulence, IsCarriedByAMovingArea) {
  SmokeArea area = turbulent_box(1.0);
  area.velocity = Vec3(0.5, 0.2, 0);
  SmokeField smoke_field(world_of({area}), 5);
  const Vec3 place(1.0, 0.3, 0.2);
  const double before = smoke_field.density_at(place);
  smoke_field.advance(4.0);
  EXPECT_NEAR(smoke_field.density_at(place + 4.0 * area.velocity), before, 1e-5);
}

TEST(Turbulence, PathsAgreeWithFineSampling) {
  const SmokeField smoke_field(world_of({turbulent_box(1.0)}), 5);
  double difference = 0.0;
  for (int i = 0; i < 50; ++i) {
    const Line line{Vec3(-1, 0, 0), Vec3(1, 0.01 * i, 0.1).normalized(), 5.0};
    const double total = total_of(smoke_field, line);
    EXPECT_NEAR(smoke_field.path(line).total(), total, 1e-12);
    EXPECT_NEAR(total, sampled_total(smoke_field, line, 5000), 0.04);
    difference += total - sampled_total(smoke_field, line, 5000);
  }
  EXPECT_NEAR(difference / 50, 0.0, 0.008);
}

TEST(Turbulence, OfAGaussianAreaFollowsBoth) {
  SmokeArea area = area_of(Sphere{}, {}, 1.0);
  area.profile = SmokeProfile::Gaussian;
  area.sigma = 0.3;
  area.turbulence = kStrength;
  for (const bool has_axis : {false, true}) {
    if (has_axis) area.geometry = Cylinder{};
    const SmokeField smoke_field(world_of({area}), 5);
    const Line line = line_between({-2, 0.1, 0.1}, {2, -0.1, 0.2});
    EXPECT_NEAR(total_of(smoke_field, line), sampled_total(smoke_field, line, 4000), 0.01);
  }
}

double correlation_of_totals(double gap) {
  const int count = 3000;
  double sum_a = 0, sum_b = 0, aa = 0, bb = 0, ab = 0;
  for (int i = 0; i < count; ++i) {
    const SmokeField smoke_field(world_of({turbulent_box(1.0)}), static_cast<std::uint64_t>(i));
    const double a = total_of(smoke_field, {Vec3(0, 0, 0), Vec3::UnitX(), 2.5});
    const double b = total_of(smoke_field, {Vec3(0, gap, 0), Vec3::UnitX(), 2.5});
    sum_a += a, sum_b += b, aa += a * a, bb += b * b, ab += a * b;
  }
  const double n = count;
  return (ab / n - sum_a * sum_b / n / n) /
         std::sqrt((aa / n - sum_a * sum_a / n / n) * (bb / n - sum_b * sum_b / n / n));
}

TEST(Turbulence, IsAlikeForNeighbouringBeamsOnly) {
  EXPECT_GT(correlation_of_totals(0.02), 0.9);
  EXPECT_LT(correlation_of_totals(0.9), 0.2);
}

// The share of 20000 independent fields in which a beam of budget B loses more than it, for a mean
// loss of 0.8 to 1.2 B over 2.5 m.
TEST(Turbulence, LosesBeamsAsOftenAsPublished) {
  constexpr double kBudget = 0.007;
  const std::pair<double, double> expected[] = {
      {0.8, 0.023}, {0.9, 0.165}, {1.0, 0.477}, {1.1, 0.780}, {1.2, 0.937}};
  std::vector<double> totals;
  double sum = 0.0, square = 0.0;
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    const SmokeField smoke_field(world_of({turbulent_box(1.0)}), seed);
    totals.push_back(total_of(smoke_field, {Vec3::Zero(), Vec3::UnitX(), 2.5}) / 2.5);
    sum += totals.back();
    square += totals.back() * totals.back();
  }
  const double mean = sum / 20000;
  EXPECT_NEAR(mean, 1.0, 0.004);
  const double x = kCorrelationLength / 2.5;
  EXPECT_NEAR(std::sqrt(square / 20000 - mean * mean),
              kStrength * std::sqrt(2 * x * (1 - x * (1 - std::exp(-1 / x)))), 0.004);
  for (const auto& [ratio, share] : expected) {
    const auto lost = std::count_if(totals.begin(), totals.end(), [&, ratio = ratio](double total) {
      return total * ratio * kBudget > kBudget;
    });
    EXPECT_NEAR(static_cast<double>(lost) / 20000, share, 0.02) << ratio;
  }
}

TEST(Turbulence, IsTheSameForTheSameSeedAndNameOnly) {
  SmokeArea area = turbulent_box(1.0);
  area.name = "room";
  const Line line{Vec3::Zero(), Vec3::UnitX(), 2.5};
  const double first = total_of(SmokeField(world_of({area}), 7), line);
  EXPECT_EQ(total_of(SmokeField(world_of({area}), 7), line), first);
  EXPECT_NE(total_of(SmokeField(world_of({area}), 8), line), first);
  // An area elsewhere, listed before it, disturbs nothing.
  const SmokeArea other = area_of(Box{Vec3::Ones()}, {Vec3(0, 9, 0)}, 1.0);
  EXPECT_EQ(total_of(SmokeField(world_of({other, area}), 7), line), first);
}

}  // namespace
}  // namespace rubble::smoke
