// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "rubble/base/assert.h"
#include "rubble/base/random.h"
#include "rubble/evaluation/summary.h"

namespace rubble::evaluation {
namespace {

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Covariances of values with those 0, 1, 2, ... places later.
std::vector<double> autocovariances(std::span<const double> values, std::size_t last_lag) {
  const double mean = mean_of(values);
  std::vector<double> result;
  for (std::size_t lag = 0; lag <= last_lag; ++lag) {
    double sum = 0.0;
    for (std::size_t i = 0; i + lag < values.size(); ++i)
      sum += (values[i] - mean) * (values[i + lag] - mean);
    result.push_back(sum / static_cast<double>(values.size()));
  }
  return result;
}

// The lag after which `quiet` correlations in a row are no more than chance.
std::size_t last_correlated_lag(const std::vector<double>& covariances, std::size_t quiet,
                                double chance) {
  std::size_t run = 0;
  for (std::size_t lag = 1; lag < covariances.size(); ++lag) {
    run = std::abs(covariances[lag] / covariances[0]) < chance ? run + 1 : 0;
    if (run == quiet) return lag - quiet;
  }
  return covariances.size() - 1;
}

std::size_t block_of(std::span<const double> values, std::span<const double> stamps,
                     double block_seconds) {
  const double span = stamps.back() - stamps.front();
  const auto count = static_cast<double>(values.size());
  const double by_time = span > 0.0 ? count * block_seconds / span : 1.0;
  const double most = std::max(1.0, count / static_cast<double>(kFewestBlocks));
  return static_cast<std::size_t>(std::clamp(
      std::ceil(std::max(by_time, static_cast<double>(correlated_block(values)))), 1.0, most));
}

// Draws series put together from blocks. Each mean is measured in its own standard error
// (studentised), which keeps the promise of the confidence when there are few blocks.
class BlockDraw {
 public:
  // Values are given less their mean.
  BlockDraw(const std::vector<double>& centred, std::size_t block)
      : count_(centred.size()), blocks_(std::max<std::size_t>(2, count_ / block)) {
    std::vector<double> sums(1, 0.0);
    for (std::size_t i = 0; i < count_ + block; ++i)
      sums.push_back(sums.back() + centred[i % count_]);
    for (std::size_t i = 0; i < count_; ++i)
      means_.push_back((sums[i + block] - sums[i]) / static_cast<double>(block));
  }

  // Of the mean of the whole series.
  double standard_error() const {
    double squares = 0.0;
    for (const double mean : means_) squares += mean * mean;
    return std::sqrt(squares / static_cast<double>(count_ * blocks_));
  }

  // A drawn mean over its standard error.
  double draw(Random& random) {
    double sum = 0.0, squares = 0.0;
    for (std::size_t k = 0; k < blocks_; ++k) {
      const double mean =
          means_[static_cast<std::size_t>(random.integer(0, static_cast<int>(count_) - 1))];
      sum += mean;
      squares += mean * mean;
    }
    const auto blocks = static_cast<double>(blocks_);
    const double variance = std::max(0.0, squares - sum * sum / blocks) / (blocks - 1.0);
    const double error = std::sqrt(variance / blocks);
    return error > 0.0 ? sum / blocks / error : 0.0;
  }

 private:
  std::size_t count_;
  std::size_t blocks_;         // of one drawn series
  std::vector<double> means_;  // of the block that begins at each place, going around
};

}  // namespace

std::size_t correlated_block(std::span<const double> values) {
  constexpr std::size_t kMostLags = 400;
  const auto count = static_cast<double>(values.size());
  if (values.size() < 10) return 1;
  const auto quiet =
      static_cast<std::size_t>(std::max(5.0, std::ceil(std::sqrt(std::log10(count)))));
  const std::size_t lags = std::min({static_cast<std::size_t>(std::ceil(std::sqrt(count))) + quiet,
                                     kMostLags, values.size() - 1});
  const std::vector<double> covariances = autocovariances(values, lags);
  if (!(covariances[0] > 0.0)) return 1;
  const double chance = 2.0 * std::sqrt(std::log10(count) / count);
  const std::size_t last = last_correlated_lag(covariances, quiet, chance);
  const std::size_t width = std::clamp<std::size_t>(2 * last, 1, lags);
  double slope = 0.0, level = covariances[0];
  for (std::size_t lag = 1; lag <= width; ++lag) {
    const double place = static_cast<double>(lag) / static_cast<double>(width);
    const double taper = std::min(1.0, 2.0 * (1.0 - place));
    slope += 2.0 * taper * static_cast<double>(lag) * covariances[lag];
    level += 2.0 * taper * covariances[lag];
  }
  if (!(level * level > 0.0)) return 1;
  const double block = std::cbrt(2.0 * slope * slope / (4.0 / 3.0 * level * level) * count);
  return static_cast<std::size_t>(
      std::clamp(block, 1.0, std::min(3.0 * std::sqrt(count), count / 3)));
}

MeanEstimate estimate_mean(std::span<const double> values, std::span<const double> stamps,
                           const BootstrapSettings& settings) {
  RUBBLE_ASSERT(values.size() == stamps.size() && settings.rounds > 0);
  MeanEstimate result;
  if (values.empty()) return result;
  result.mean = mean_of(values);
  result.interval = {result.mean, result.mean};
  result.block = block_of(values, stamps, settings.block_seconds);
  result.is_enough = values.size() >= 2 * kFewestBlocks;
  if (!result.is_enough) return result;
  std::vector<double> centred(values.begin(), values.end());
  for (double& value : centred) value -= result.mean;
  BlockDraw draw(centred, result.block);
  const double error = draw.standard_error();
  if (error == 0.0) {
    result.p = result.mean == 0.0 ? 1.0 : 1.0 / (1.0 + settings.rounds);
    return result;
  }
  const double wanted = std::abs(result.mean) / error;
  Random random(settings.seed, "bootstrap");
  std::vector<double> drawn;
  int as_large = 0;
  for (int round = 0; round < settings.rounds; ++round) {
    drawn.push_back(draw.draw(random));
    if (std::abs(drawn.back()) >= wanted) ++as_large;
  }
  std::sort(drawn.begin(), drawn.end());
  const double tail = (1.0 - settings.confidence) / 2.0;
  result.interval = {result.mean - error * quantile(drawn, 1.0 - tail),
                     result.mean - error * quantile(drawn, tail)};
  result.p = (1.0 + as_large) / (1.0 + settings.rounds);
  return result;
}

std::vector<double> holm_adjusted(const std::vector<double>& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double largest = 0.0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    largest = std::max(largest, p[order[k]] * static_cast<double>(p.size() - k));
    adjusted[order[k]] = std::min(1.0, largest);
  }
  return adjusted;
}

}  // namespace rubble::evaluation
