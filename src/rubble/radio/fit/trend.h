// SPDX-License-Identifier: Apache-2.0
// The linear trend that all fitted models share: received strength as a sum of terms.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rubble/radio/fit/fit.h"

namespace rubble::radio {

enum class WallTerm { None, PerWall, OutOfSight };

struct TrendTerms {
  WallTerm walls = WallTerm::None;
  bool has_offsets = false;  // a P(1 m) per transmitter
};

// The design matrix of the linear problem. Transmitters that are absent from the training data have
// no column; their offset is the mean of the others.
class Trend {
 public:
  Trend(TrendTerms terms, std::span<const Strength> strengths, std::size_t transmitters);

  Eigen::Index columns() const { return columns_; }
  Eigen::RowVectorXd row(const Strength& strength) const;
  Eigen::MatrixXd rows(std::span<const Strength> strengths) const;
  std::vector<std::string> names(const std::vector<std::string>& transmitters) const;

 private:
  TrendTerms terms_;
  std::vector<int> column_of_;  // of each transmitter; -1: not in the training data
  Eigen::Index offsets_ = 1;    // columns
  Eigen::Index columns_ = 0;
};

// The wall term that the data can determine: it must contain different values.
WallTerm wall_term_of(std::span<const Strength> strengths);

struct Solution {
  Eigen::VectorXd values;
  Eigen::VectorXd errors;  // standard errors
};

// Ordinary least squares; nothing if the problem is rank-deficient or has too few rows.
std::optional<Solution> solve_trend(const Trend& trend, std::span<const Strength> strengths);

// --- spatially correlated residuals ----------------------------------------------------------

struct Correlation {
  double length = 2.0;  // m
  double nugget = 0.3;  // uncorrelated variance, as a ratio to the correlated one
  double sigma = 0.0;   // dB, standard deviation of the correlated part
};

// Universal kriging of signal strengths (Cressie, Statistics for Spatial Data, 1993): a trend, and
// per transmitter a residual with covariance sigma^2 exp(-distance/length) and a nugget. The
// parameters maximise the restricted likelihood (REML).
class Kriging {
 public:
  // All strengths must have a position. start: initial guess of the correlation; nothing: global
  // search. Nothing if the problem is singular.
  static std::optional<Kriging> fit(const Trend& trend, std::span<const Strength> strengths,
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
  struct TransmitterResiduals {
    std::vector<Vec3> positions;
    Eigen::VectorXd weights;
  };
  std::vector<TransmitterResiduals> groups_;
};

}  // namespace rubble::radio
