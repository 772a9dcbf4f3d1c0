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

// How a particle begins; it keeps its velocity for life.
struct ParticleEmission {
  double time = 0.0;  // s
  Vec3 place = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();  // m/s
};

// The particles of a plume at any time, in closed form: number i is born at start + i / rate, keeps
// its own speed for life and dies at `lifetime`. A plume that would have more than kMaxParticles
// alive has that many, each denser, so that the amount of smoke stays.
class ParticleSource {
 public:
  static constexpr double kMaxParticles = 20000.0;

  ParticleSource(const Plume& plume, std::uint64_t seed);

  std::vector<Particle> alive_at(double time) const;
  // Births after `from` and not after `to`, of those particles whose number `every` divides. Alive
  // at a time are those born within a lifetime before it.
  std::vector<ParticleEmission> emissions(double from, double to, std::uint64_t every = 1) const;
  double rate() const { return rate_; }                // 1/s, after the limit
  double initial_density() const { return density_; }  // d, of a new particle, after the limit
  // Heat dose per second at a point. The flame is the way of a particle of no spread during the
  // first third of its life; all of `heat` acts within heat_radius of it, none beyond.
  double heat_at(const Vec3& point, double time) const;
  const Plume& plume() const { return plume_; }

 private:
  Vec3 initial_velocity(std::uint64_t index) const;

  Plume plume_;
  std::uint64_t seed_ = 0;
  double rate_ = 0.0;     // 1/s, after the limit
  double density_ = 0.0;  // of a fresh particle, d
};

// The key of what is random about a named thing in the air: it stays when others are added.
std::uint64_t noise_seed(std::uint64_t run_seed, const std::string& name, std::size_t index);

// The plumes of a world in a run, in its order.
std::vector<ParticleSource> plumes_of(const World& world, std::uint64_t run_seed);

}  // namespace rubble::smoke
