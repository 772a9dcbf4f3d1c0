// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/error_ratio.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <optional>
#include <vector>

#include "rubble/base/assert.h"

namespace rubble::evaluation {
namespace {

using boost::math::complement;
using boost::math::students_t;

constexpr std::size_t kMaxSeries = 2000;  // longer ones are thinned: all lags are summed

std::vector<Vec3> thinned(std::span<const Vec3> series) {
  const std::size_t stride = (series.size() + kMaxSeries - 1) / kMaxSeries;
  std::vector<Vec3> kept;
  for (std::size_t k = 0; k < series.size(); k += stride) kept.push_back(series[k]);
  return kept;
}

// Variance of the logarithm of a mean error of Gaussian vectors.
double log_variance(double degrees_of_freedom) {
  return boost::math::trigamma(0.5 * degrees_of_freedom) / 4.0;
}

// How many directions the errors have, 1 to 3: those of a heading that drifts are all across the
// way.
double effective_dimensions(std::span<const Vec3> vectors) {
  Mat3 squares = Mat3::Zero();
  for (const Vec3& one : vectors) squares += one * one.transpose();
  const double trace = squares.trace();
  return trace > 0.0 ? trace * trace / squares.squaredNorm() : 1.0;
}

// Of the squares of the errors, what the two estimates do not have in common: 0 for the same
// estimate twice, 1 for independent ones.
double unshared_part(std::span<const PairedError> errors) {
  double apart = 0.0, all = 0.0;
  for (const PairedError& error : errors) {
    apart += (error.first_vector.robot - error.second_vector.robot).squaredNorm();
    all += error.first_vector.robot.squaredNorm() + error.second_vector.robot.squaredNorm();
  }
  return all > 0.0 ? std::min(1.0, 2.0 * apart / all) : 0.0;
}

// The fewest of vectors and of directions, in both frames.
double min_degrees(std::span<const PairedError> errors, ErrorVector PairedError::*vector,
                   int dimensions) {
  double fewest = static_cast<double>(errors.size()) * dimensions;
  for (Vec3 ErrorVector::*const frame : {&ErrorVector::robot, &ErrorVector::world}) {
    std::vector<Vec3> vectors, directions;
    for (const PairedError& error : errors) {
      vectors.push_back((error.*vector).*frame);
      directions.push_back(vectors.back().normalized());
    }
    const double count =
        std::min(effective_count(vectors, dimensions), effective_count(directions, dimensions));
    fewest = std::min(fewest, count * effective_dimensions(vectors));
    if (dimensions == 1) break;  // both frames have the same axis
  }
  return fewest;
}

struct DegreesOfFreedom {
  double first = 0.0;
  double second = 0.0;
};

// In the order of either end: loops that are near in time have one of their ends near.
DegreesOfFreedom degrees_of_freedom(std::span<const PairedError> errors, int dimensions) {
  std::vector<PairedError> ordered(errors.begin(), errors.end());
  DegreesOfFreedom least{min_degrees(ordered, &PairedError::first_vector, dimensions),
                         min_degrees(ordered, &PairedError::second_vector, dimensions)};
  const auto is_earlier = [](const PairedError& a, const PairedError& b) {
    return a.stamp_i < b.stamp_i;
  };
  if (std::is_sorted(ordered.begin(), ordered.end(), is_earlier)) return least;
  std::stable_sort(ordered.begin(), ordered.end(), is_earlier);
  return {std::min(least.first, min_degrees(ordered, &PairedError::first_vector, dimensions)),
          std::min(least.second, min_degrees(ordered, &PairedError::second_vector, dimensions))};
}

double mean_error(std::span<const PairedError> errors, double PairedError::*size) {
  double sum = 0.0;
  for (const PairedError& error : errors) sum += error.*size;
  return errors.empty() ? 0.0 : sum / static_cast<double>(errors.size());
}

std::optional<double> bootstrap_error(std::span<const PairedError> errors,
                                      const RatioSettings& settings) {
  std::vector<statistics::PairedSample> values;
  for (const PairedError& error : errors)
    values.push_back({error.first, error.second, error.stamp_i, error.stamp_j});
  return statistics::log_ratio_error(values, settings.min_mean, settings.bootstrap);
}

}  // namespace

double effective_count(std::span<const Vec3> series, int dimensions) {
  const std::vector<Vec3> kept = thinned(series);
  const auto count = static_cast<double>(kept.size());
  double squares = 0.0;
  for (const Vec3& one : kept) squares += one.squaredNorm();
  if (squares == 0.0) return count;
  double sum = 0.0;
  for (std::size_t lag = 1; lag < kept.size(); ++lag) {
    double product = 0.0;
    for (std::size_t k = lag; k < kept.size(); ++k) product += kept[k].dot(kept[k - lag]);
    const double correlation = product / squares;
    const double overlap = static_cast<double>(kept.size() - lag) / count;
    // Less what the square of an estimated correlation is for independent values.
    sum += correlation * correlation / overlap - 1.0 / (dimensions * count);
  }
  return std::clamp(count / (1.0 + 2.0 * std::max(0.0, sum)), 1.0, std::max(1.0, count));
}

RatioEstimate estimate_ratio(std::span<const PairedError> errors, const RatioSettings& settings) {
  RUBBLE_ASSERT(settings.dimensions >= 1 && settings.dimensions <= 3);
  RatioEstimate result{.count = errors.size(),
                       .first_mean = mean_error(errors, &PairedError::first),
                       .second_mean = mean_error(errors, &PairedError::second)};
  const double first = std::max(result.first_mean, settings.min_mean);
  const double second = std::max(result.second_mean, settings.min_mean);
  if (!std::isfinite(first) || !std::isfinite(second) || !(first > 0.0) || !(second > 0.0))
    return result;
  result.log_ratio = std::log(first / second);
  if (errors.size() < statistics::kMinValues) return result;
  const auto sampled = bootstrap_error(errors, settings);
  if (!sampled) return result;
  const DegreesOfFreedom degrees = degrees_of_freedom(errors, settings.dimensions);
  const double variance =
      unshared_part(errors) * (log_variance(degrees.first) + log_variance(degrees.second));
  result.degrees_of_freedom = std::min(degrees.first, degrees.second);
  result.standard_error = std::max(*sampled, std::sqrt(variance));
  result.is_enough = std::isfinite(result.standard_error);
  return result;
}

RatioTest test_ratio(const RatioEstimate& estimate, const TestSettings& settings) {
  RUBBLE_ASSERT(settings.test_count > 0);
  RatioTest test{.estimate = estimate, .ratio = std::exp(estimate.log_ratio)};
  if (!estimate.is_enough) return test;
  const students_t student(
      std::clamp(estimate.degrees_of_freedom, 2.0, statistics::kBootstrapBlocks - 1.0));
  const auto tests = static_cast<double>(settings.test_count);
  const double critical = boost::math::quantile(complement(student, settings.level / tests / 2.0));
  const double error = estimate.standard_error, size = std::abs(estimate.log_ratio);
  const double half_width = critical * error;
  test.interval = {std::exp(estimate.log_ratio - half_width),
                   std::exp(estimate.log_ratio + half_width)};
  if (size > 0.0)
    test.p = error > 0.0
                 ? std::min(1.0, tests * 2.0 * boost::math::cdf(complement(student, size / error)))
                 : 0.0;
  test.smallest_ratio =
      std::exp((critical + boost::math::quantile(student, settings.power)) * error);
  test.is_within_margin = size + half_width <= std::log1p(settings.margin);
  test.verdict = size > half_width       ? Verdict::Different
                 : test.is_within_margin ? Verdict::Equivalent
                                         : Verdict::NotDistinguishable;
  return test;
}

}  // namespace rubble::evaluation
