// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

namespace rubble {

// Counter-based random number stream, identified by a key (seed, purpose, index). Streams with
// different keys are independent, so adding a purpose or a sensor does not change the numbers of
// another. The same key gives the same numbers on every machine.
class Random {
 public:
  Random(std::uint64_t seed, std::string_view purpose, std::uint64_t index = 0);
  Random(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

  std::uint64_t bits();                     // 64 uniform bits
  double uniform();                         // [0, 1)
  double uniform(double low, double high);  // [low, high)
  int integer(int low, int high);           // [low, high], both ends included
  bool chance(double probability);
  double normal();  // mean 0, standard deviation 1

  void serialize(auto& archive) { archive(key_, counter_); }

  // Fisher-Yates shuffle.
  template <class Container>
  void shuffle(Container& items) {
    for (std::size_t i = items.size(); i > 1; --i)
      std::swap(items[i - 1], items[static_cast<std::size_t>(integer(0, static_cast<int>(i) - 1))]);
  }

 private:
  std::uint64_t key_;
  std::uint64_t counter_ = 0;
};

}  // namespace rubble
