// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace rubble::statistics {

struct BootstrapSettings {
  std::uint64_t seed = 1;
  int rounds = 10'000;
  double confidence = 0.95;
};

struct Interval {
  double low = 0.0;
  double high = 0.0;
};

// A value measured between two moments of a run. Values that share a moment have correlated errors.
struct PairwiseSample {
  double value = 0.0;
  double stamp_i = 0.0;
  double stamp_j = 0.0;
};

// A mean with its confidence interval.
struct MeanEstimate {
  double mean = 0.0;
  Interval interval;       // of BootstrapSettings::confidence
  bool is_enough = false;  // false: too few values or moments; the interval is invalid
};
constexpr std::size_t kMinValues = 32;

constexpr std::size_t kBootstrapBlocks = kMinValues / 2;

// Block bootstrap over both end points of each value: 16 contiguous blocks of the run, so that
// autocorrelated errors stay within a block; a value is weighted by the product of the draw counts
// of its two blocks. Interval by Student's t with 15 degrees of freedom (Ibragimov and Mueller
// 2010). The same input gives the same bits.
MeanEstimate estimate_mean(std::span<const PairwiseSample> values,
                           const BootstrapSettings& settings);

// Two values measured between the same moments.
struct PairedSample {
  double first = 0.0;
  double second = 0.0;
  double stamp_i = 0.0;
  double stamp_j = 0.0;
};

// Standard error of the log ratio of their means, by the same block bootstrap; means are clamped to
// `min_mean` from below. Nothing with too few values or moments.
std::optional<double> log_ratio_error(std::span<const PairedSample> values, double min_mean,
                                      const BootstrapSettings& settings);

}  // namespace rubble::statistics
