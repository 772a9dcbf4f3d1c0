// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "rubble/smoke/test_smoke.h"

namespace rubble::smoke {
namespace {

SmokeArea gaussian_area(Geometry geometry, const Pose& pose, double peak, double sigma) {
  SmokeArea area = area_of(std::move(geometry), pose, peak);
  area.profile = SmokeProfile::Gaussian;
  area.sigma = sigma;
  return area;
}

// Simpson's rule on density_at.
double simpson_total(const SmokeField& smoke_field, const Line& line, double length, int pairs) {
  const double step = length / (2 * pairs);
  double sum = 0.0;
  for (int i = 0; i <= 2 * pairs; ++i) {
    const double weight = i == 0 || i == 2 * pairs ? 1.0 : (i % 2 == 1 ? 4.0 : 2.0);
    sum += weight * smoke_field.density_at(line.origin + line.direction * (i * step));
  }
  return sum * step / 3.0;
}

void expect_exact(const SmokeField& smoke_field, const Line& line) {
  const Path path = smoke_field.path(line);
  const double whole = simpson_total(smoke_field, line, line.length, 4000);
  EXPECT_NEAR(total_of(smoke_field, line), whole, 1e-9);
  EXPECT_NEAR(path.total(), whole, 1e-9);
  for (const double share : {0.1, 0.313, 0.477, 0.5, 0.61, 0.83, 0.95}) {
    const double s = share * line.length;
    EXPECT_NEAR(path.integral(s), simpson_total(smoke_field, line, s, 4000), 1e-5 * whole + 1e-7)
        << share;
  }
}

TEST(Gaussian, PeaksAtItsPoseAndIsNotClipped) {
  const SmokeField smoke_field(world_of({gaussian_area(Sphere{0.1}, {Vec3(4, 0, 0)}, 0.06, 0.3)}),
                               1);
  EXPECT_NEAR(smoke_field.density_at({4, 0, 0}), 0.06, 1e-15);
  EXPECT_NEAR(smoke_field.density_at({4, 0.3, 0}), 0.06 * std::exp(-0.5), 1e-15);
  EXPECT_NEAR(smoke_field.density_at({4, 0, 1.2}), 0.06 * std::exp(-8.0), 1e-15);
  const double whole = 0.06 * 0.3 * std::sqrt(2 * kPi);
  EXPECT_NEAR(total_of(smoke_field, {Vec3::Zero(), Vec3::UnitX(), 8.0}), whole, 1e-12);
  EXPECT_NEAR(total_of(smoke_field, {Vec3::Zero(), Vec3::UnitX(), 4.0}), whole / 2, 1e-12);
}

TEST(Gaussian, SpheresAgreeWithNumericalIntegrals) {
  Random random(1, "gaussian");
  for (int i = 0; i < 10; ++i) {
    const SmokeField smoke_field(
        world_of({gaussian_area(Sphere{}, random_pose(random, 1.0), 0.5, 0.4)}), 1);
    expect_exact(smoke_field, random_line(random, 3.0, 1.0));
  }
}

TEST(Gaussian, CylindersAgreeWithNumericalIntegrals) {
  Random random(2, "gaussian");
  for (int i = 0; i < 10; ++i) {
    const Pose pose = random_pose(random, 1.0);
    const SmokeField smoke_field(world_of({gaussian_area(Cylinder{}, pose, 0.5, 0.4)}), 1);
    expect_exact(smoke_field, random_line(random, 3.0, 1.0));
    expect_exact(smoke_field, {pose * Vec3(0.2, 0, -3), pose.rotation * Vec3::UnitZ(), 5.0});
  }
}

TEST(Gaussian, AddToEvenSmokeAndToEachOther) {
  const Pose at{Vec3(2, 0.1, 0)};
  World world = world_of({gaussian_area(Sphere{}, at, 0.5, 0.3),
                          gaussian_area(Cylinder{}, {Vec3(2.3, 0, 0)}, 0.2, 0.15)});
  const Line line{Vec3::Zero(), Vec3::UnitX(), 5.0};
  const SmokeField bells(world, 1);
  expect_exact(bells, line);
  world.smokes.push_back(area_of(Box{Vec3::Ones()}, {Vec3(2, 0, 0)}, 0.3));
  const SmokeField all(world, 1);
  const Path without = bells.path(line), with = all.path(line);
  EXPECT_NEAR(with.total(), without.total() + 0.3, 1e-12);
  for (const double s : {1.0, 1.6, 2.05, 2.4, 2.6, 4.0})
    EXPECT_NEAR(with.integral(s), without.integral(s) + 0.3 * std::clamp(s - 1.5, 0.0, 1.0), 1e-7);
}

TEST(Gaussian, DistancesAreTheInverseOfIntegrals) {
  const SmokeField smoke_field(world_of({gaussian_area(Sphere{}, {Vec3(4, 0, 0)}, 0.06, 0.3)}), 1);
  const Line line{Vec3::Zero(), Vec3::UnitX(), 8.0};
  const Path path = smoke_field.path(line);
  for (const double share : {0.001, 0.1, 0.42, 0.5, 0.9, 0.999}) {
    const double q = share * path.total();
    const double s = path.distance_at(q);
    EXPECT_NEAR(simpson_total(smoke_field, line, s, 8000), q, 1e-5 * path.total());
    EXPECT_NEAR(path.integral(s), q, 1e-12);
  }
  EXPECT_NEAR(path.distance_at(path.total() / 2), 4.0, 1e-4);
  double last = -1.0;
  for (int i = 0; i <= 8000; ++i) {
    EXPECT_GE(path.integral(0.001 * i), last);
    last = path.integral(0.001 * i);
  }
}

// The soft echo of a plume of peak 0.06 and sigma 0.3 m at 4 m lies where 0.019 d·m are collected
// in 1.5 m: at 3.941 m.
TEST(Gaussian, GivesThePublishedSoftEchoDistance) {
  const SmokeField smoke_field(world_of({gaussian_area(Sphere{}, {Vec3(4, 0, 0)}, 0.06, 0.3)}), 1);
  const Path path = smoke_field.path({Vec3::Zero(), Vec3::UnitX(), 8.0});
  const double theta = -std::expm1(-2 * kExtinction * 0.019);
  double s = 0.0;
  const auto echo = [&](double at) {
    return std::exp(-2 * kExtinction * path.integral(at - 1.5)) -
           std::exp(-2 * kExtinction * path.integral(at));
  };
  while (s < 8.0 && echo(s) < theta) s += 1e-4;
  EXPECT_NEAR(s, 3.941, 1e-3);
}

}  // namespace
}  // namespace rubble::smoke
