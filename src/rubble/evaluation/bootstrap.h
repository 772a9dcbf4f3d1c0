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
  double block_seconds = 20.0;  // at least so much time is drawn in one piece
};

struct Interval {
  double low = 0.0;
  double high = 0.0;
};

// What a mean over a series in time may be worth. Neighbours in time are alike, so that whole
// blocks are drawn again, not single values (circular block bootstrap, Politis and Romano 1992).
struct MeanEstimate {
  double mean = 0.0;
  Interval interval;       // of the settings' confidence
  double p = 1.0;          // that so large a mean comes from a true one of zero
  std::size_t block = 1;   // values drawn in one piece
  bool is_enough = false;  // fewer than kFewestBlocks blocks of values say nothing
};
constexpr std::size_t kFewestBlocks = 5;

// `stamps` are in order. The same input gives the same bits.
MeanEstimate estimate_mean(std::span<const double> values, std::span<const double> stamps,
                           const BootstrapSettings& settings);

// How long blocks should be for the correlation the values have (Politis and White 2004, corrected
// 2009).
std::size_t correlated_block(std::span<const double> values);

// p values of several questions asked at once, so that the chance of even one false alarm stays
// (Holm 1979).
std::vector<double> holm_adjusted(const std::vector<double>& p);

}  // namespace rubble::evaluation
