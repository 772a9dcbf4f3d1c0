// SPDX-License-Identifier: Apache-2.0
#include "rubble/base/random.h"

#include <cmath>

#include "rubble/base/assert.h"
#include "rubble/base/hash.h"

namespace rubble {

Random::Random(std::uint64_t seed, std::string_view purpose, std::uint64_t index)
    : key_(Hash().add(seed).add(purpose).add(index).value()) {}

Random::Random(std::uint64_t seed, std::uint64_t stream, std::uint64_t index)
    : key_(Hash().add(seed).add(stream).add(index).value()) {}

std::uint64_t Random::bits() {
  ++counter_;
  return mix_bits(key_ + counter_ * 0x9e3779b97f4a7c15ULL);
}

double Random::uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }

double Random::uniform(double low, double high) { return low + (high - low) * uniform(); }

int Random::integer(int low, int high) {
  RUBBLE_ASSERT(low <= high);
  const auto count = static_cast<std::uint64_t>(static_cast<std::int64_t>(high) - low + 1);
  return low + static_cast<int>(bits() % count);
}

bool Random::chance(double probability) { return uniform() < probability; }

// Box-Muller; the second number of each pair is not kept, so that a draw has no memory.
double Random::normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(6.283185307179586 * uniform());
}

}  // namespace rubble
