// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace rubble::statistics {

// Statistics of a list of errors. Standard deviations are of the population (divided by n).
struct ErrorSummary {
  std::size_t count = 0;
  double mean = 0.0;
  double std = 0.0;
  double squared_mean = 0.0;
  double squared_std = 0.0;
  double min = 0.0;
  double median = 0.0;
  double p90 = 0.0;
  double p95 = 0.0;
  double max = 0.0;
  double rmse = 0.0;
  double sse = 0.0;  // sum of squares
};

// All zero for an empty list. Independent of the order of the errors, bit by bit.
ErrorSummary summary_of(std::vector<double> errors);

// Quantile of sorted values, interpolated linearly. The list must not be empty.
double quantile(std::span<const double> sorted, double share);

}  // namespace rubble::statistics
