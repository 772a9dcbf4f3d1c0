// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/shadowing.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "rubble/base/hash.h"
#include "rubble/base/random.h"

namespace rubble::radio {
namespace {

constexpr double kMinWavelength = 0.3;  // m: the field is smooth below it

// A random spatial frequency, in cycles per metre. Cauchy-distributed, so that the sum of waves has
// the correlation exp(-r/distance) (Bochner's theorem).
Eigen::Vector3f wave_vector(Random& random, double distance) {
  const double z = random.normal(), y = random.normal(), x = random.normal();
  const Vec3 gauss(x, y, z);
  const double scale = std::max(std::abs(random.normal()), 1e-6);
  Vec3 turns = gauss / (scale * distance * 2.0 * std::numbers::pi);
  const double max_frequency = 1.0 / kMinWavelength;
  if (turns.norm() > max_frequency) turns *= max_frequency / turns.norm();
  return turns.cast<float>();
}

// cos(2 pi turns) to 1e-5 by sums and products alone: the same bits on every machine, vectorisable.
float cosine_of_turns(float turns) {
  float x = turns - static_cast<float>(static_cast<int>(turns));  // -1..1
  x = x * x;                                                      // even: 0..1
  const float root = std::sqrt(x);
  const float half = root > 0.5F ? 1.0F - root : root;  // 0..0.5, the same cosine
  const float quarter = 0.25F - half;                   // sin(2 pi quarter)
  const float s = quarter * quarter;
  return quarter *
         (6.2831852F + s * (-41.341690F + s * (81.602325F + s * (-76.567340F + s * 39.657460F))));
}

}  // namespace

Shadowing::Shadowing(std::uint64_t seed, double sigma, double distance)
    : sigma_(sigma), distance_(distance) {
  Random random(seed, "radio shadowing");
  for (std::size_t i = 0; i < kWaves; ++i) {
    const Eigen::Vector3f first = wave_vector(random, distance);
    const Eigen::Vector3f second = wave_vector(random, distance);
    waves_.first_x[i] = first.x();
    waves_.first_y[i] = first.y();
    waves_.first_z[i] = first.z();
    waves_.second_x[i] = second.x();
    waves_.second_y[i] = second.y();
    waves_.second_z[i] = second.z();
    waves_.phase[i] = static_cast<float>(random.uniform());
  }
}

double Shadowing::field(const Vec3& a, const Vec3& b) const {
  const Eigen::Vector3f p = a.cast<float>(), q = b.cast<float>();
  std::array<float, kWaves> waves;
  for (std::size_t i = 0; i < kWaves; ++i)
    waves[i] =
        cosine_of_turns(waves_.first_x[i] * p.x() + waves_.first_y[i] * p.y() +
                        waves_.first_z[i] * p.z() + waves_.second_x[i] * q.x() +
                        waves_.second_y[i] * q.y() + waves_.second_z[i] * q.z() + waves_.phase[i]);
  float sum = 0.0F;
  for (const float wave : waves) sum += wave;
  return sum * std::sqrt(2.0 / kWaves);
}

double Shadowing::between(const Vec3& a, const Vec3& b) const {
  if (sigma_ <= 0.0) return 0.0;
  // The field and its transpose are correlated when the ends are close; normalise the variance.
  const double correlation = std::exp(-2.0 * (a - b).norm() / distance_);
  return sigma_ * (field(a, b) + field(b, a)) / std::sqrt(2.0 * (1.0 + correlation));
}

double fading(Fading kind, std::uint64_t seed, std::string_view first, std::string_view second,
              std::uint64_t moment) {
  if (kind == Fading::None) return 0.0;
  if (second < first) std::swap(first, second);
  Random random(seed, Hash().add("radio fading").add(first).add(second).value(), moment);
  // Line-of-sight share of the power (K = 26): a standard deviation of 1.2 dB.
  constexpr double kLineOfSightShare = 26.0 / 27.0;
  const double line_of_sight = kind == Fading::Rice ? kLineOfSightShare : 0.0;
  const double scatter = std::sqrt((1.0 - line_of_sight) / 2.0);
  const double in_phase = std::sqrt(line_of_sight) + scatter * random.normal();
  const double quadrature = scatter * random.normal();
  return 10.0 * std::log10(std::max(in_phase * in_phase + quadrature * quadrature, 1e-6));
}

}  // namespace rubble::radio
