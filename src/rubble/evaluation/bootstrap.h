// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace rubble::evaluation {

struct BootstrapSettings {
  std::uint64_t seed = 1;
  int rounds = 10'000;
  double confidence = 0.95;
};

struct Interval {
  double low = 0.0;
  double high = 0.0;
};

// Something measured between two moments of a run. What is wrong with the estimate at one of them
// is in every other value that shares it.
struct PairwiseSample {
  double value = 0.0;
  double stamp_i = 0.0;
  double stamp_j = 0.0;
};

// What a mean over a run may be worth.
struct MeanEstimate {
  double mean = 0.0;
  Interval interval;       // of the settings' confidence
  bool is_enough = false;  // too few values, or too few moments, say nothing
};
constexpr std::size_t kMinValues = 32;

constexpr std::size_t kBootstrapBlocks = kMinValues / 2;

// The run is cut into 16 long blocks, so that what errors remember stays in their block, and blocks
// are drawn again, with all values between two that were drawn. Few blocks make an unsure standard
// error; Student's t with one degree of freedom less than blocks makes up for it (Ibragimov and
// Mueller 2010). The same input gives the same bits.
MeanEstimate estimate_mean(std::span<const PairwiseSample> values,
                           const BootstrapSettings& settings);

// Two values measured between the same moments.
struct PairedSample {
  double first = 0.0;
  double second = 0.0;
  double stamp_i = 0.0;
  double stamp_j = 0.0;
};

// Standard error of the logarithm of the ratio of their means, by the same blocks; smaller means
// count as `min_mean`. Nothing where it cannot be told.
std::optional<double> log_ratio_error(std::span<const PairedSample> values, double min_mean,
                                      const BootstrapSettings& settings);

}  // namespace rubble::evaluation
