// SPDX-License-Identifier: Apache-2.0
// Strengths as a sum of terms: what all fitted models have in common.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rubble/radio/fit.h"

namespace rubble::radio {

enum class WallTerm { None, PerWall, OutOfSight };

struct TrendTerms {
  WallTerm walls = WallTerm::None;
  bool has_offsets = false;  // a P(1 m) for each transmitter
};

// Turns strengths into rows of a linear problem. Transmitters that were never heard in what it was
// made from have no column; they are taken for the mean of the others.
class Trend {
 public:
  Trend(TrendTerms terms, std::span<const Strength> strengths, std::size_t transmitters);

  Eigen::Index columns() const { return columns_; }
  Eigen::RowVectorXd row(const Strength& strength) const;
  Eigen::MatrixXd rows(std::span<const Strength> strengths) const;
  std::vector<std::string> names(const std::vector<std::string>& transmitters) const;

 private:
  TrendTerms terms_;
  std::vector<int> column_of_;  // of each transmitter; -1: never heard
  Eigen::Index offsets_ = 1;    // columns
  Eigen::Index columns_ = 0;
};

// Which wall term the data can tell: both cases must be there.
WallTerm wall_term_of(std::span<const Strength> strengths);

struct Solution {
  Eigen::VectorXd values;
  Eigen::VectorXd errors;  // one standard error each
};

// Least squares; nothing if the data cannot tell the terms apart or are too few.
std::optional<Solution> solve_trend(const Trend& trend, std::span<const Strength> strengths);

// --- residuals that are alike near each other -------------------------------------------------

struct Correlation {
  double length = 2.0;  // m
  double nugget = 0.3;  // variance of what is not shared, a share of the shared one
  double sigma = 0.0;   // dB, of what is shared
};

class Kriging {
 public:
  // Learns from strengths that all have a place. start: where to look for the correlation;
  // nothing: everywhere.
  static std::optional<Kriging> learn(const Trend& trend, std::span<const Strength> strengths,
                                      std::size_t transmitters,
                                      const std::optional<Correlation>& start);

  double predict(const Strength& strength) const;
  const Correlation& correlation() const { return correlation_; }
  const Solution& solution() const { return solution_; }

 private:
  explicit Kriging(const Trend& trend) : trend_(trend) {}
  Trend trend_;
  Correlation correlation_;
  Solution solution_;
  struct Group {  // a transmitter
    std::vector<Vec3> places;
    Eigen::VectorXd weights;
  };
  std::vector<Group> groups_;
};

}  // namespace rubble::radio
