// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/fit/trend.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "rubble/radio/propagation.h"

namespace rubble::radio {

WallTerm wall_term_of(std::span<const Strength> strengths) {
  const auto varies = [&](auto value_of) {
    bool has_all = !strengths.empty(), has_two = false;
    for (const Strength& strength : strengths) {
      has_all = has_all && value_of(strength).has_value();
      has_two = has_two || (has_all && value_of(strength) != value_of(strengths.front()));
    }
    return has_all && has_two;
  };
  if (varies([](const Strength& strength) { return strength.walls; })) return WallTerm::PerWall;
  if (varies([](const Strength& strength) { return strength.is_in_sight; }))
    return WallTerm::OutOfSight;
  return WallTerm::None;
}

Trend::Trend(TrendTerms terms, std::span<const Strength> strengths, std::size_t transmitters)
    : terms_(terms), column_of_(transmitters, terms.has_offsets ? -1 : 0) {
  if (terms.has_offsets) {
    for (const Strength& strength : strengths)
      column_of_[static_cast<std::size_t>(strength.transmitter)] = 0;
    int next = 0;
    for (int& column : column_of_)
      if (column == 0) column = next++;
    offsets_ = std::max(next, 1);
  }
  columns_ = offsets_ + 1 + (terms.walls == WallTerm::None ? 0 : 1);
}

Eigen::RowVectorXd Trend::row(const Strength& strength) const {
  Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(columns_);
  const int own = column_of_[static_cast<std::size_t>(strength.transmitter)];
  if (own >= 0)
    row[own] = 1.0;
  else
    row.head(offsets_).setConstant(1.0 / static_cast<double>(offsets_));
  row[offsets_] = -10.0 * std::log10(std::max(strength.distance.value_or(1.0), kMinDistance));
  if (terms_.walls == WallTerm::PerWall) row[offsets_ + 1] = -strength.walls.value_or(0.0);
  if (terms_.walls == WallTerm::OutOfSight)
    row[offsets_ + 1] = strength.is_in_sight.value_or(true) ? 0.0 : -1.0;
  return row;
}

Eigen::MatrixXd Trend::rows(std::span<const Strength> strengths) const {
  Eigen::MatrixXd all(static_cast<Eigen::Index>(strengths.size()), columns_);
  for (std::size_t i = 0; i < strengths.size(); ++i)
    all.row(static_cast<Eigen::Index>(i)) = row(strengths[i]);
  return all;
}

std::vector<std::string> Trend::names(const std::vector<std::string>& transmitters) const {
  std::vector<std::string> names;
  if (!terms_.has_offsets) names.emplace_back("p1");
  for (std::size_t i = 0; terms_.has_offsets && i < column_of_.size(); ++i)
    if (column_of_[i] >= 0) names.push_back("p1 " + transmitters[i]);
  names.emplace_back("n");
  if (terms_.walls == WallTerm::PerWall) names.emplace_back("wall");
  if (terms_.walls == WallTerm::OutOfSight) names.emplace_back("nlos");
  return names;
}

std::optional<Solution> solve_trend(const Trend& trend, std::span<const Strength> strengths) {
  const auto count = static_cast<Eigen::Index>(strengths.size());
  if (count <= trend.columns()) return {};
  const Eigen::MatrixXd rows = trend.rows(strengths);
  Eigen::VectorXd measured(count);
  for (Eigen::Index i = 0; i < count; ++i) measured[i] = strengths[static_cast<std::size_t>(i)].dbm;
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> problem(rows);
  if (problem.rank() < trend.columns()) return {};
  Solution solution{problem.solve(measured), {}};
  const double variance = (measured - rows * solution.values).squaredNorm() /
                          static_cast<double>(count - trend.columns());
  const Eigen::MatrixXd covariance = (rows.transpose() * rows).inverse() * variance;
  solution.errors = covariance.diagonal().cwiseMax(0.0).cwiseSqrt();
  return solution;
}

}  // namespace rubble::radio
