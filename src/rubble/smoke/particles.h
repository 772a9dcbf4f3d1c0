// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rubble/world/scenario_elements.h"
#include "rubble/world/world.h"

namespace rubble::smoke {

struct Particle {
  Vec3 middle = Vec3::Zero();
  double radius = 0.0;   // m
  double density = 0.0;  // d
  double age = 0.0;      // s
};

// Emission of one particle. Its velocity is constant.
struct ParticleEmission {
  double time = 0.0;  // s
  Vec3 place = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();  // m/s
};

// Particles of a plume at any time, in closed form: particle i is emitted at start + i / rate,
// moves with a constant velocity and is removed at age `lifetime`. At most kMaxParticles are alive;
// a higher rate is reduced and the density increased, so that the total mass stays the same.
class ParticleSource {
 public:
  static constexpr double kMaxParticles = 20000.0;

  ParticleSource(const Plume& plume, std::uint64_t seed);

  std::vector<Particle> alive_at(double time) const;
  // Emissions in the interval (from, to] (s) of the particles whose index is a multiple of `every`.
  // Particles alive at time t were emitted in (t - lifetime, t].
  std::vector<ParticleEmission> emissions(double from, double to, std::uint64_t every = 1) const;
  double rate() const { return rate_; }                // 1/s, after limiting
  double initial_density() const { return density_; }  // d, at age 0, after limiting
  // Heat dose rate at a point. The flame is the path of a particle without spread during the first
  // third of its lifetime. The rate is `heat` within heat_radius of it and 0 elsewhere.
  double heat_at(const Vec3& point, double time) const;
  const Plume& plume() const { return plume_; }

 private:
  Vec3 initial_velocity(std::uint64_t index) const;

  Plume plume_;
  std::uint64_t seed_ = 0;
  double rate_ = 0.0;     // 1/s, after limiting
  double density_ = 0.0;  // d, at age 0
};

// Seed of the noise of a named smoke source. Independent of other sources, so that adding one does
// not change the rest.
std::uint64_t noise_seed(std::uint64_t run_seed, const std::string& name, std::size_t index);

// The plumes of a world, in the order of the file.
std::vector<ParticleSource> plumes_of(const World& world, std::uint64_t run_seed);

}  // namespace rubble::smoke
