// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/normal_noise.h"

namespace rubble::sensors {
namespace {

constexpr double kTailStart = 3.6541528853610088;
constexpr double kLayerArea = 0.00492867323399;

double bell(double x) { return std::exp(-0.5 * x * x); }

double uniform_of(std::uint64_t bits) {
  return (static_cast<double>(bits >> 11) + 0.5) * 0x1.0p-53;
}

std::uint64_t next_bits(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15ULL;
  return mix_bits(state);
}

// Marsaglia 1964.
double tail_of(std::uint64_t& state) {
  for (;;) {
    const double x = -std::log(uniform_of(next_bits(state))) / kTailStart;
    const double y = -std::log(uniform_of(next_bits(state)));
    if (2.0 * y >= x * x) return kTailStart + x;
  }
}

}  // namespace

Ziggurat::Ziggurat() {
  width_[0] = kLayerArea / bell(kTailStart);
  width_[1] = kTailStart;
  for (std::size_t i = 2; i < 256; ++i)
    width_[i] = std::sqrt(-2.0 * std::log(kLayerArea / width_[i - 1] + bell(width_[i - 1])));
  width_[256] = 0.0;
  for (std::size_t i = 0; i < 256; ++i) inner_share_[i] = width_[i + 1] / width_[i];
}

const Ziggurat& Ziggurat::instance() {
  static const Ziggurat ziggurat;
  return ziggurat;
}

double Ziggurat::normal_of_edge(std::size_t layer, double share, std::uint64_t bits) const {
  std::uint64_t state = mix_bits(bits ^ 0x6a09e667f3bcc909ULL);
  if (layer == 0) return std::copysign(tail_of(state), share);
  const double x = share * width_[layer];
  const double low = bell(width_[layer]);
  const double high = bell(width_[layer + 1]);
  if (low + uniform_of(next_bits(state)) * (high - low) < bell(x)) return x;
  return normal(next_bits(state));
}

}  // namespace rubble::sensors
