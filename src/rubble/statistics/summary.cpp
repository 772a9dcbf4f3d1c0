// SPDX-License-Identifier: Apache-2.0
#include "rubble/statistics/summary.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/assert.h"

namespace rubble::statistics {
namespace {

struct Spread {
  double sum = 0.0;
  double mean = 0.0;
  double std = 0.0;
};

Spread spread_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  Spread spread;
  for (const double value : values) spread.sum += value;
  spread.mean = spread.sum / count;
  double squares = 0.0;
  for (const double value : values) squares += (value - spread.mean) * (value - spread.mean);
  spread.std = std::sqrt(squares / count);
  return spread;
}

}  // namespace

double quantile(std::span<const double> sorted, double share) {
  RUBBLE_ASSERT(!sorted.empty() && share >= 0.0 && share <= 1.0);
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = place - static_cast<double>(below);
  return sorted[below] + part * (sorted[above] - sorted[below]);
}

ErrorSummary summary_of(std::vector<double> errors) {
  if (errors.empty()) return {};
  std::sort(errors.begin(), errors.end());
  ErrorSummary summary{.count = errors.size(),
                       .min = errors.front(),
                       .median = quantile(errors, 0.5),
                       .p90 = quantile(errors, 0.9),
                       .p95 = quantile(errors, 0.95),
                       .max = errors.back()};
  const Spread plain = spread_of(errors);
  for (double& error : errors) error *= error;
  const Spread squared = spread_of(errors);
  summary.mean = plain.mean;
  summary.std = plain.std;
  summary.squared_mean = squared.mean;
  summary.squared_std = squared.std;
  summary.rmse = std::sqrt(squared.mean);
  summary.sse = squared.sum;
  return summary;
}

}  // namespace rubble::statistics
