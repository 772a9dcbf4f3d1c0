// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/bootstrap.h"

#include <algorithm>
#include <array>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>
#include <optional>

#include "rubble/base/assert.h"
#include "rubble/base/random.h"

namespace rubble::evaluation {
namespace {

constexpr std::size_t kPieces = kFewestValues / 2;

// Values by the two pieces of the run their moments fall into.
class Pieces {
 public:
  // Each piece has about as many moments.
  explicit Pieces(std::span<const ValueBetween> values) {
    std::vector<double> moments;
    for (const ValueBetween& value : values) {
      moments.push_back(value.stamp_i);
      moments.push_back(value.stamp_j);
    }
    std::sort(moments.begin(), moments.end());
    for (std::size_t k = 1; k < kPieces; ++k)
      borders_[k - 1] = moments[k * moments.size() / kPieces];
    for (const ValueBetween& value : values) {
      const auto [a, b] = std::minmax({piece_of(value.stamp_i), piece_of(value.stamp_j)});
      sums_[a][b] += value.value;
      sizes_[a][b] += 1.0;
    }
  }

  // Moments that very many values share leave pieces without any: they are not independent then.
  bool are_filled() const {
    for (std::size_t a = 0; a < kPieces; ++a) {
      double touching = 0.0;
      for (std::size_t b = 0; b < kPieces; ++b) touching += sizes_[std::min(a, b)][std::max(a, b)];
      if (touching == 0.0) return false;
    }
    return true;
  }

  // Of as many pieces drawn again; nothing if no value lies between them.
  std::optional<double> drawn_mean(Random& random) const {
    std::array<double, kPieces> times{};
    for (std::size_t k = 0; k < kPieces; ++k)
      times[static_cast<std::size_t>(random.integer(0, static_cast<int>(kPieces) - 1))] += 1.0;
    double sum = 0.0, weight = 0.0;
    for (std::size_t a = 0; a < kPieces; ++a)
      for (std::size_t b = a; b < kPieces; ++b) {
        const double often = a == b ? times[a] : times[a] * times[b];
        sum += often * sums_[a][b];
        weight += often * sizes_[a][b];
      }
    if (weight == 0.0) return {};
    return sum / weight;
  }

 private:
  std::size_t piece_of(double stamp) const {
    return static_cast<std::size_t>(std::upper_bound(borders_.begin(), borders_.end(), stamp) -
                                    borders_.begin());
  }

  using Table = std::array<std::array<double, kPieces>, kPieces>;
  std::array<double, kPieces - 1> borders_{};
  Table sums_{};  // of pieces a and b, a <= b
  Table sizes_{};
};

// Of the mean; nothing where it cannot be told.
std::optional<double> standard_error(std::span<const ValueBetween> values,
                                     const BootstrapSettings& settings) {
  const Pieces pieces(values);
  if (!pieces.are_filled()) return {};
  Random random(settings.seed, "bootstrap");
  std::vector<double> drawn;
  for (int round = 0; round < settings.rounds; ++round)
    if (const auto mean = pieces.drawn_mean(random)) drawn.push_back(*mean);
  if (2 * drawn.size() < static_cast<std::size_t>(settings.rounds)) return {};
  const auto size = static_cast<double>(drawn.size());
  const double middle = std::accumulate(drawn.begin(), drawn.end(), 0.0) / size;
  double squares = 0.0;
  for (const double mean : drawn) squares += (mean - middle) * (mean - middle);
  return std::sqrt(squares / size * kPieces / (kPieces - 1.0));
}

}  // namespace

MeanEstimate estimate_mean(std::span<const ValueBetween> values,
                           const BootstrapSettings& settings) {
  RUBBLE_ASSERT(settings.rounds > 0);
  MeanEstimate result;
  if (values.empty()) return result;
  for (const ValueBetween& value : values) result.mean += value.value;
  result.mean /= static_cast<double>(values.size());
  result.interval = {result.mean, result.mean};
  if (values.size() < kFewestValues || !std::isfinite(result.mean)) return result;
  const auto error = standard_error(values, settings);
  if (!error || !std::isfinite(*error)) return result;
  result.is_enough = true;
  const boost::math::students_t student(kPieces - 1.0);
  const auto above = [&](double t) {
    return boost::math::cdf(boost::math::complement(student, t));
  };
  const double tail = (1.0 - settings.confidence) / 2.0;
  const double half_width = *error * boost::math::quantile(boost::math::complement(student, tail));
  result.interval = {result.mean - half_width, result.mean + half_width};
  if (result.mean != 0.0)
    result.p = *error > 0.0 ? 2.0 * above(std::abs(result.mean) / *error) : 0.0;
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
