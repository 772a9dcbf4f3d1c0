// SPDX-License-Identifier: Apache-2.0
#include "rubble/statistics/bootstrap.h"

#include <algorithm>
#include <array>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "rubble/base/assert.h"
#include "rubble/base/random.h"

namespace rubble::statistics {
namespace {

constexpr std::size_t kBlocks = kBootstrapBlocks;

// Values by the two blocks of the run their moments fall into.
class Blocks {
 public:
  // Each block has about as many moments.
  explicit Blocks(std::span<const PairedSample> values) {
    std::vector<double> moments;
    for (const PairedSample& value : values) {
      moments.push_back(value.stamp_i);
      moments.push_back(value.stamp_j);
    }
    std::sort(moments.begin(), moments.end());
    for (std::size_t k = 1; k < kBlocks; ++k)
      borders_[k - 1] = moments[k * moments.size() / kBlocks];
    for (const PairedSample& value : values) {
      const auto [a, b] = std::minmax({block_of(value.stamp_i), block_of(value.stamp_j)});
      Cell& cell = cells_[a][b];
      cell.first += value.first;
      cell.second += value.second;
      cell.size += 1.0;
    }
  }

  // Moments that very many values share leave blocks without any: they are not independent then.
  bool are_filled() const {
    for (std::size_t a = 0; a < kBlocks; ++a) {
      double touching = 0.0;
      for (std::size_t b = 0; b < kBlocks; ++b)
        touching += cells_[std::min(a, b)][std::max(a, b)].size;
      if (touching == 0.0) return false;
    }
    return true;
  }

  struct Means {
    double first = 0.0;
    double second = 0.0;
  };
  // Of as many blocks drawn again; nothing if no value lies between them.
  std::optional<Means> drawn_means(Random& random) const {
    std::array<double, kBlocks> times{};
    for (std::size_t k = 0; k < kBlocks; ++k)
      times[static_cast<std::size_t>(random.integer(0, static_cast<int>(kBlocks) - 1))] += 1.0;
    Cell sum;
    for (std::size_t a = 0; a < kBlocks; ++a) {
      if (times[a] == 0.0) continue;
      for (std::size_t b = a; b < kBlocks; ++b) {
        const double often = a == b ? times[a] : times[a] * times[b];
        sum.first += often * cells_[a][b].first;
        sum.second += often * cells_[a][b].second;
        sum.size += often * cells_[a][b].size;
      }
    }
    if (sum.size == 0.0) return {};
    return Means{sum.first / sum.size, sum.second / sum.size};
  }

 private:
  std::size_t block_of(double stamp) const {
    return static_cast<std::size_t>(std::upper_bound(borders_.begin(), borders_.end(), stamp) -
                                    borders_.begin());
  }

  struct Cell {
    double first = 0.0;  // sums
    double second = 0.0;
    double size = 0.0;
  };
  std::array<double, kBlocks - 1> borders_{};
  std::array<std::array<Cell, kBlocks>, kBlocks> cells_{};  // of blocks a and b, a <= b
};

// Standard error of a function of means; nothing if there is too little data.
template <class Statistic>
std::optional<double> standard_error(std::span<const PairedSample> values,
                                     const BootstrapSettings& settings, Statistic statistic) {
  RUBBLE_ASSERT(settings.rounds > 0);
  const Blocks blocks(values);
  if (!blocks.are_filled()) return {};
  Random random(settings.seed, "bootstrap");
  std::vector<double> drawn;
  for (int round = 0; round < settings.rounds; ++round)
    if (const auto means = blocks.drawn_means(random)) drawn.push_back(statistic(*means));
  if (2 * drawn.size() < static_cast<std::size_t>(settings.rounds)) return {};
  const auto size = static_cast<double>(drawn.size());
  const double middle = std::accumulate(drawn.begin(), drawn.end(), 0.0) / size;
  double squares = 0.0;
  for (const double one : drawn) squares += (one - middle) * (one - middle);
  return std::sqrt(squares / size * kBlocks / (kBlocks - 1.0));
}

}  // namespace

MeanEstimate estimate_mean(std::span<const PairwiseSample> values,
                           const BootstrapSettings& settings) {
  MeanEstimate result;
  if (values.empty()) return result;
  std::vector<PairedSample> single;
  for (const PairwiseSample& value : values) {
    result.mean += value.value;
    single.push_back({value.value, 0.0, value.stamp_i, value.stamp_j});
  }
  result.mean /= static_cast<double>(values.size());
  result.interval = {result.mean, result.mean};
  if (values.size() < kMinValues || !std::isfinite(result.mean)) return result;
  const auto error =
      standard_error(single, settings, [](const Blocks::Means& means) { return means.first; });
  if (!error || !std::isfinite(*error)) return result;
  result.is_enough = true;
  const boost::math::students_t student(kBlocks - 1.0);
  const double tail = (1.0 - settings.confidence) / 2.0;
  const double half_width = *error * boost::math::quantile(boost::math::complement(student, tail));
  result.interval = {result.mean - half_width, result.mean + half_width};
  return result;
}

std::optional<double> log_ratio_error(std::span<const PairedSample> values, double min_mean,
                                      const BootstrapSettings& settings) {
  return standard_error(values, settings, [&](const Blocks::Means& means) {
    return std::log(std::max(means.first, min_mean) / std::max(means.second, min_mean));
  });
}

}  // namespace rubble::statistics
