// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "rubble/radio/fit/trend.h"

namespace rubble::radio {
namespace {

// The time is cubic in the positions per transmitter, so more than this are thinned evenly.
struct SampleLimit {
  std::size_t max_per_transmitter;
  std::size_t max_total;
  std::size_t per_transmitter(std::size_t transmitters) const {
    constexpr std::size_t kMinSamples = 20;
    return std::max(kMinSamples, std::min(max_per_transmitter,
                                          max_total / std::max<std::size_t>(transmitters, 1)));
  }
};
constexpr SampleLimit kSearchLimit{200, 2000};      // while the correlation is estimated
constexpr SampleLimit kPredictionLimit{800, 6400};  // for predictions

// The data of one transmitter.
struct KrigingGroup {
  std::size_t transmitter = 0;
  Eigen::MatrixXd distances;  // m, between its positions
  Eigen::MatrixXd rows;
  Eigen::VectorXd measured;
  std::vector<Vec3> positions;
};

std::vector<KrigingGroup> groups_of(const Trend& trend, std::span<const Strength> strengths,
                                    std::size_t transmitters, const SampleLimit& limit) {
  const std::size_t max_count = limit.per_transmitter(transmitters);
  std::vector<KrigingGroup> groups;
  for (std::size_t transmitter = 0; transmitter < transmitters; ++transmitter) {
    std::vector<Strength> own;
    for (const Strength& strength : strengths)
      if (strength.transmitter == static_cast<int>(transmitter)) own.push_back(strength);
    const std::size_t stride = std::max<std::size_t>(1, (own.size() + max_count - 1) / max_count);
    std::vector<Strength> kept;
    for (std::size_t i = 0; i < own.size(); i += stride) kept.push_back(own[i]);
    if (kept.empty()) continue;
    KrigingGroup group{.transmitter = transmitter, .rows = trend.rows(kept)};
    const auto count = static_cast<Eigen::Index>(kept.size());
    group.measured.resize(count);
    group.distances.resize(count, count);
    for (const Strength& strength : kept) group.positions.push_back(*strength.position);
    for (Eigen::Index i = 0; i < count; ++i) {
      group.measured[i] = kept[static_cast<std::size_t>(i)].dbm;
      for (Eigen::Index k = 0; k < count; ++k)
        group.distances(i, k) = (group.positions[static_cast<std::size_t>(i)] -
                                 group.positions[static_cast<std::size_t>(k)])
                                    .norm();
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

Eigen::LLT<Eigen::MatrixXd> covariance_of(const KrigingGroup& group, const Correlation& guess) {
  Eigen::MatrixXd covariance = (-group.distances.array() / guess.length).exp().matrix();
  covariance.diagonal().array() += guess.nugget;
  return Eigen::LLT<Eigen::MatrixXd>(covariance);
}

// Generalised least squares for given correlation parameters.
struct LikelihoodFit {
  double objective = 1e300;  // -2 log restricted likelihood, up to a constant
  Eigen::VectorXd values;
  Eigen::MatrixXd normal;  // X' K^-1 X
  double variance = 0.0;   // dB^2, of the correlated part
};

LikelihoodFit evaluate_likelihood(const std::vector<KrigingGroup>& groups, Eigen::Index columns,
                                  const Correlation& guess) {
  LikelihoodFit result;
  result.normal = Eigen::MatrixXd::Zero(columns, columns);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(columns);
  double squares = 0.0, log_determinant = 0.0;
  Eigen::Index count = 0;
  for (const KrigingGroup& group : groups) {
    const auto factors = covariance_of(group, guess);
    if (factors.info() != Eigen::Success) return result;
    const Eigen::MatrixXd rows = factors.matrixL().solve(group.rows);
    const Eigen::VectorXd measured = factors.matrixL().solve(group.measured);
    result.normal += rows.transpose() * rows;
    right += rows.transpose() * measured;
    squares += measured.squaredNorm();
    log_determinant += 2.0 * factors.matrixLLT().diagonal().array().log().sum();
    count += group.measured.size();
  }
  const Eigen::LDLT<Eigen::MatrixXd> problem(result.normal);
  const auto free = static_cast<double>(count - columns);
  if (free < 1.0 || problem.info() != Eigen::Success ||
      problem.vectorD().minCoeff() <= 1e-12 * problem.vectorD().maxCoeff())
    return result;
  result.values = problem.solve(right);
  result.variance = std::max(squares - right.dot(result.values), 1e-9) / free;
  result.objective =
      free * std::log(result.variance) + log_determinant + problem.vectorD().array().log().sum();
  return result;
}

// The likelihood has one broad optimum: a coarse grid, then coordinate search with decreasing
// steps.
class CorrelationSearch {
 public:
  CorrelationSearch(const std::vector<KrigingGroup>& groups, Eigen::Index columns)
      : groups_(groups), columns_(columns) {}

  Correlation search_all() {
    for (double length = 0.5; length < 70.0; length *= 2.0)
      for (double nugget = 0.03; nugget < 20.0; nugget *= 3.0) consider({length, nugget});
    return search_from(best_);
  }

  Correlation search_from(const Correlation& start) {
    constexpr int kMaxRounds = 40;
    consider(start);
    double step = 1.5;
    for (int round = 0; round < kMaxRounds && step > 1.04; ++round) {
      const double before = objective_;
      for (const double factor : {step, 1.0 / step}) {
        consider({best_.length * factor, best_.nugget});
        consider({best_.length, best_.nugget * factor});
      }
      if (objective_ > before - 0.05) step = std::sqrt(step);
    }
    return best_;
  }

 private:
  void consider(const Correlation& guess) {
    if (guess.length < 0.1 || guess.length > 200.0 || guess.nugget < 1e-3 || guess.nugget > 1e3)
      return;
    const double objective = evaluate_likelihood(groups_, columns_, guess).objective;
    if (objective >= objective_) return;
    objective_ = objective;
    best_ = guess;
  }

  const std::vector<KrigingGroup>& groups_;
  Eigen::Index columns_;
  Correlation best_;
  double objective_ = 1e300;
};

}  // namespace

std::optional<Kriging> Kriging::fit(const Trend& trend, std::span<const Strength> strengths,
                                    std::size_t transmitters,
                                    const std::optional<Correlation>& start) {
  const auto search_groups = groups_of(trend, strengths, transmitters, kSearchLimit);
  CorrelationSearch search(search_groups, trend.columns());
  Kriging kriging(trend);
  kriging.correlation_ = start ? search.search_from(*start) : search.search_all();
  const auto groups = groups_of(trend, strengths, transmitters, kPredictionLimit);
  const LikelihoodFit best = evaluate_likelihood(groups, trend.columns(), kriging.correlation_);
  if (best.objective >= 1e300) return {};
  kriging.correlation_.sigma = std::sqrt(best.variance);
  kriging.solution_.values = best.values;
  kriging.solution_.errors =
      (best.normal.inverse() * best.variance).diagonal().cwiseMax(0.0).cwiseSqrt();
  kriging.groups_.resize(transmitters);
  for (const KrigingGroup& group : groups)
    kriging.groups_[group.transmitter] = {group.positions,
                                          covariance_of(group, kriging.correlation_)
                                              .solve(group.measured - group.rows * best.values)};
  return kriging;
}

double Kriging::predict(const Strength& strength) const {
  double dbm = trend_.row(strength).dot(solution_.values);
  if (!strength.position) return dbm;
  const TransmitterResiduals& group = groups_[static_cast<std::size_t>(strength.transmitter)];
  for (std::size_t i = 0; i < group.positions.size(); ++i)
    dbm += group.weights[static_cast<Eigen::Index>(i)] *
           std::exp(-(*strength.position - group.positions[i]).norm() / correlation_.length);
  return dbm;
}

}  // namespace rubble::radio
