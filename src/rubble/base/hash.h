// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace rubble {

// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): a bijection of 64 bits.
constexpr std::uint64_t mix_bits(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  x ^= x >> 31;
  return x;
}

// Incremental 64-bit hash over values in a fixed order. Doubles are hashed by their bits, so -0.0
// and 0.0 differ. Not cryptographic.
class Hash {
 public:
  constexpr Hash& add(std::uint64_t value) {
    hash_ = mix_bits(hash_ ^ value) + 0x9e3779b97f4a7c15ULL;
    return *this;
  }
  constexpr Hash& add(double value) { return add(std::bit_cast<std::uint64_t>(value)); }
  constexpr Hash& add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
    return *this;
  }
  constexpr std::uint64_t value() const { return mix_bits(hash_); }

 private:
  std::uint64_t hash_ = 0x52756262'6c650001ULL;
};

}  // namespace rubble
