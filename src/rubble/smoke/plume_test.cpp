// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "rubble/base/hash.h"
#include "rubble/smoke/particles.h"
#include "rubble/smoke/test_smoke.h"

namespace rubble::smoke {
namespace {

std::size_t count_at(const Plume& plume, double time) {
  return ParticleSource(plume, 1).alive_at(time).size();
}

SmokeField smoke_field_of(const Plume& plume) {
  World world;
  world.plumes = {plume};
  return SmokeField(world, 1);
}

TEST(Plume, KeepsRateTimesLifetimeParticlesAlive) {
  Plume plume;
  plume.start = 1.0;
  EXPECT_EQ(count_at(plume, 0.99), 0U);
  EXPECT_EQ(count_at(plume, 1.0), 1U);
  EXPECT_EQ(count_at(plume, 1.999), 20U);
  for (const double time : {7.01, 20.03, 1000.02}) EXPECT_EQ(count_at(plume, time), 120U) << time;
  plume.stop = 11.01;
  EXPECT_EQ(count_at(plume, 11.02), 120U);
  EXPECT_EQ(count_at(plume, 14.02), 60U);
  EXPECT_EQ(count_at(plume, 17.02), 0U);
  plume.rate = 0.0;
  EXPECT_EQ(count_at(plume, 5.0), 0U);
}

TEST(Plume, OfTooManyParticlesHasFewerAndDenserOnes) {
  Plume plume;
  plume.rate = 1e9;
  plume.growth = 0.0;
  const auto particles = ParticleSource(plume, 1).alive_at(50.0);
  EXPECT_NEAR(static_cast<double>(particles.size()), 20000.0, 1.0);
  double sum = 0.0;
  for (const Particle& particle : particles) sum += particle.density;
  EXPECT_NEAR(sum / (plume.density * plume.rate * plume.lifetime), 1.0, 1e-3);
}

TEST(Plume, DilutesWithTheVolumeOfItsParticles) {
  Plume plume;
  for (const Particle& particle : ParticleSource(plume, 1).alive_at(30.0)) {
    EXPECT_NEAR(particle.radius, 0.3 + 0.1 * particle.age, 1e-12);
    EXPECT_NEAR(particle.density * std::pow(particle.radius, 3), 0.05 * std::pow(0.3, 3), 1e-12);
    EXPECT_LT(particle.age, plume.lifetime);
  }
}

TEST(Plume, RisesDriftsAndSpreads) {
  Plume plume;
  plume.pose.position = Vec3(1, 2, 3);
  plume.rate = 1000.0;
  plume.wind = Vec3(0.4, 0, 0);
  Vec3 mean = Vec3::Zero(), square = Vec3::Zero();
  const auto particles = ParticleSource(plume, 1).alive_at(30.0);
  for (const Particle& particle : particles) {
    if (particle.age < 1.0) continue;
    const Vec3 speed = (particle.middle - plume.pose.position) / particle.age;
    mean += speed;
    square += speed.cwiseAbs2();
  }
  mean /= 5000.0;
  square /= 5000.0;
  EXPECT_LT((mean - Vec3(0.4, 0, 0.8)).norm(), 0.01);
  const Vec3 spread = (square - mean.cwiseAbs2()).cwiseSqrt();
  EXPECT_LT((spread - Vec3::Constant(0.1)).norm(), 0.006);
}

TEST(Plume, MovesEachParticleSteadily) {
  Plume plume;
  plume.rate = 1.0;
  const ParticleSource source(plume, 1);
  const auto early = source.alive_at(10.5), late = source.alive_at(11.0);
  const Vec3 path = early.back().middle - plume.pose.position;
  EXPECT_LT(((late[late.size() - 2].middle - plume.pose.position) - 2 * path).norm(), 1.0);
  EXPECT_NEAR(late[late.size() - 2].age, 1.0, 1e-12);
  EXPECT_LT((late[late.size() - 2].middle - (plume.pose.position + path / 0.5 * 1.0)).norm(),
            1e-12);
}

TEST(Plume, IsSeenTheSameByPathsTotalsAndSampling) {
  Plume plume;
  Random random(4, "plume");
  SmokeField smoke_field = smoke_field_of(plume);
  EXPECT_FALSE(smoke_field.is_clear());
  smoke_field.advance(12.3);
  double seen = 0.0;
  for (int i = 0; i < 30; ++i) {
    const Line line = random_line(random, 3.0, 1.0);
    seen += total_of(smoke_field, line);
    EXPECT_NEAR(smoke_field.path(line).total(), total_of(smoke_field, line), 1e-12);
    EXPECT_NEAR(sampled_total(smoke_field, line, 3000), total_of(smoke_field, line), 2e-3);
  }
  EXPECT_GT(seen, 0.1);
}

TEST(Plume, CrossesEachParticleForItsExactLength) {
  Plume plume;
  plume.rate = 70.0;
  World world;
  world.plumes = {plume};
  std::vector<SmokeArea> spheres;
  SmokeField smoke_field(world, 1);
  smoke_field.advance(9.0);
  // The same particles as areas, found by their seed.
  const std::uint64_t named =
      Hash().add(std::uint64_t{1}).add(std::string_view()).add(std::uint64_t{1}).value();
  const std::uint64_t seed = Hash().add(named).add(plume.seed).value();
  for (const Particle& particle : ParticleSource(plume, seed).alive_at(9.0))
    spheres.push_back(area_of(Sphere{particle.radius}, {particle.middle}, particle.density));
  const SmokeField twin(world_of(spheres), 1);
  Random random(5, "plume");
  for (int i = 0; i < 100; ++i) {
    const Line line = random_line(random, 3.0, 2.0);
    EXPECT_NEAR(total_of(smoke_field, line), total_of(twin, line), 1e-12);
  }
}

TEST(Plume, IsAFunctionOfTimeAndSeedsAlone) {
  Plume plume;
  const Line line = line_between({-2, 0.1, 1.5}, {2, 0, 1.5});
  SmokeField straight = smoke_field_of(plume), jumpy = smoke_field_of(plume);
  straight.advance(8.0);
  for (const double time : {3.0, 100.0, 0.5, 8.0}) jumpy.advance(time);
  EXPECT_EQ(total_of(straight, line), total_of(jumpy, line));
  plume.seed = 1;
  SmokeField other = smoke_field_of(plume);
  other.advance(8.0);
  EXPECT_NE(total_of(straight, line), total_of(other, line));
}

TEST(Plume, HeatsWithinItsRadiusOfTheFlame) {
  Plume plume;
  plume.heat = 5.0;
  plume.start = 1.0;
  plume.stop = 20.0;
  SmokeField smoke_field = smoke_field_of(plume);
  EXPECT_EQ(smoke_field.heat_at(Vec3::Zero()), 0.0);
  smoke_field.advance(10.0);
  EXPECT_EQ(smoke_field.heat_at(Vec3::Zero()), 5.0);
  EXPECT_EQ(smoke_field.heat_at({0.59, 0, 0.5}), 5.0);
  EXPECT_EQ(smoke_field.heat_at({0.61, 0, 0.5}), 0.0);
  // The flame is 2 s at 0.8 m/s high.
  EXPECT_EQ(smoke_field.heat_at({0, 0, 2.19}), 5.0);
  EXPECT_EQ(smoke_field.heat_at({0, 0, 2.21}), 0.0);
  smoke_field.advance(21.0);
  EXPECT_EQ(smoke_field.heat_at({0, 0, 0.1}), 0.0);
  EXPECT_EQ(smoke_field.heat_at({0, 0, 1.5}), 5.0);
  smoke_field.advance(22.5);
  EXPECT_EQ(smoke_field.heat_at({0, 0, 1.5}), 0.0);
}

}  // namespace
}  // namespace rubble::smoke
