// SPDX-License-Identifier: Apache-2.0
#include "rubble/smoke/particles.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/hash.h"
#include "rubble/base/random.h"

namespace rubble::smoke {

ParticleSource::ParticleSource(const Plume& plume, std::uint64_t seed)
    : plume_(plume), seed_(seed), rate_(plume.rate), density_(plume.density) {
  const double expected = plume.rate * plume.lifetime;
  if (expected <= kMaxParticles) return;
  rate_ = kMaxParticles / plume.lifetime;
  density_ *= expected / kMaxParticles;
}

Vec3 ParticleSource::initial_velocity(std::uint64_t index) const {
  Random random(seed_, "plume particle", index);
  const double x = random.normal(), y = random.normal(), z = random.normal();
  return Vec3(x, y, z) * plume_.spread;
}

std::vector<Particle> ParticleSource::alive_at(double time) const {
  std::vector<Particle> particles;
  if (rate_ <= 0.0 || time < plume_.start) return particles;
  const double oldest = time - plume_.lifetime - plume_.start;
  const double youngest = std::min(time, plume_.stop) - plume_.start;
  // One more on either side; the exact test is the age itself.
  const double first = std::max(0.0, std::floor(oldest * rate_) - 1.0);
  const double last = std::floor(youngest * rate_) + 1.0;
  for (double i = first; i <= last; i += 1.0) {
    const double emission = plume_.start + i / rate_;
    const double age = time - emission;
    if (emission >= plume_.stop || age < 0.0 || age >= plume_.lifetime) continue;
    const double radius = plume_.radius + plume_.growth * age;
    const double shrink = plume_.radius / radius;
    const Vec3 speed =
        plume_.velocity + plume_.wind + initial_velocity(static_cast<std::uint64_t>(i));
    particles.push_back(
        {plume_.pose.position + speed * age, radius, density_ * shrink * shrink * shrink, age});
  }
  return particles;
}

std::vector<ParticleEmission> ParticleSource::emissions(double from, double to,
                                                        std::uint64_t every) const {
  std::vector<ParticleEmission> emissions;
  const double earliest = std::max(from, plume_.start - 1.0);
  const double latest = std::min(to, plume_.stop);
  if (rate_ <= 0.0 || !(latest > earliest)) return emissions;
  const auto step = static_cast<double>(every);
  // As in alive_at: a little more than needed, the exact test uses the emission time.
  const double first = std::floor(((earliest - plume_.start) * rate_ - 1.0) / step) * step;
  const double last = std::floor((latest - plume_.start) * rate_) + 1.0;
  for (double i = std::max(0.0, first); i <= last; i += step) {
    const double time = plume_.start + i / rate_;
    if (time >= plume_.stop || time <= from || time > to) continue;
    const Vec3 speed =
        plume_.velocity + plume_.wind + initial_velocity(static_cast<std::uint64_t>(i));
    emissions.push_back({time, plume_.pose.position, speed});
  }
  return emissions;
}

double ParticleSource::heat_at(const Vec3& point, double time) const {
  const double flame_age = plume_.lifetime / 3.0;
  const double oldest = std::min(time - plume_.start, flame_age);
  const double youngest = std::max(0.0, time - plume_.stop);
  if (plume_.heat <= 0.0 || oldest < youngest) return 0.0;
  const Vec3 speed = plume_.velocity + plume_.wind;
  const Vec3 from_base = point - plume_.pose.position;
  const double square = speed.squaredNorm();
  const double nearest =
      square > 0.0 ? std::clamp(from_base.dot(speed) / square, youngest, oldest) : 0.0;
  return (from_base - nearest * speed).norm() <= plume_.heat_radius ? plume_.heat : 0.0;
}

std::uint64_t noise_seed(std::uint64_t run_seed, const std::string& name, std::size_t index) {
  return Hash().add(run_seed).add(name).add(name.empty() ? index + 1 : 0).value();
}

std::vector<ParticleSource> plumes_of(const World& world, std::uint64_t run_seed) {
  std::vector<ParticleSource> sources;
  for (std::size_t i = 0; i < world.plumes.size(); ++i) {
    const Plume& plume = world.plumes[i];
    const std::uint64_t own = noise_seed(run_seed, plume.name, i);
    sources.emplace_back(plume, Hash().add(own).add(plume.seed).value());
  }
  return sources;
}

}  // namespace rubble::smoke
