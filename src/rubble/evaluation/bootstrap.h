// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

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
struct ValueBetween {
  double value = 0.0;
  double stamp_i = 0.0;
  double stamp_j = 0.0;
};

// What a mean over a run may be worth.
struct MeanEstimate {
  double mean = 0.0;
  Interval interval;       // of the settings' confidence
  double p = 1.0;          // that so large a mean comes from a true one of zero
  bool is_enough = false;  // too few values, or too few moments, say nothing
};
constexpr std::size_t kFewestValues = 32;

// The run is cut into 16 long pieces, so that what errors remember stays in their piece, and pieces
// are drawn again, with all values between two that were drawn. Few pieces make an unsure standard
// error; Student's t with one degree of freedom less than pieces makes up for it (Ibragimov and
// Mueller 2010). The same input gives the same bits.
MeanEstimate estimate_mean(std::span<const ValueBetween> values, const BootstrapSettings& settings);

// p values of several questions asked at once, so that the chance of even one false alarm stays
// (Holm 1979).
std::vector<double> holm_adjusted(const std::vector<double>& p);

}  // namespace rubble::evaluation
