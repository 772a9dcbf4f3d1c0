// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/radio/fit/survey.h"

namespace rubble::radio {

struct FittedParameter {
  std::string name;
  double value = 0.0;
  std::optional<double> error;  // standard error; nothing: fixed, or not estimated
};

struct FitErrors {
  int count = 0;
  double rmse = 0.0;           // dB
  double mean_absolute = 0.0;  // dB
  double bias = 0.0;           // dB, prediction minus measurement
};

// One fitted propagation model and its errors.
struct Fit {
  std::string name;
  std::string formula;
  std::vector<FittedParameter> parameters;
  FitErrors train;
  std::optional<double>
      cross_validation;  // RMSE, dB, of each spatial block predicted from all others
  std::optional<FitErrors> test;
  std::string note;  // why it was not fitted; then all other results are empty
  bool is_fitted() const { return note.empty(); }
  double value(const std::string& parameter) const;  // NaN: no such parameter
};

struct FitReport {
  std::vector<Fit> fits;  // from simple to complex
  std::size_t chosen = 0;
  const Fit* find(const std::string& name) const;  // null if there is none
};

// Fits log-distance path loss models to a survey with known distances, from simple to complex:
//   seed        equation 2 of the USARSim paper with its Table I, nothing fitted
//   slope       P(1 m) - 10 n log10 d
//   walls       slope, plus a loss per wall (or a loss without line of sight)
//   offsets     slope, with a P(1 m) per transmitter
//   full        walls and offsets
//   correlated  the most complex of these that the data supports, plus a spatially correlated
//               residual per transmitter (kriging): exponential covariance and a nugget, estimated
//               by restricted maximum likelihood (REML). It corresponds to the simulated shadowing.
// The model with the smallest RMSE in spatial block cross-validation is chosen; a more complex one
// must be better by at least 1 %. Test data has no influence. If a transmitter has too many
// positions for kriging, they are thinned evenly.
Result<FitReport> fit_survey(const Survey& train, const Survey* test);

}  // namespace rubble::radio
