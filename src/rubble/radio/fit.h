// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/radio/survey.h"

namespace rubble::radio {

struct FittedParameter {
  std::string name;
  double value = 0.0;
  std::optional<double> error;  // one standard error; nothing: given, not fitted, or not known
};

struct FitErrors {
  int count = 0;
  double rmse = 0.0;           // dB
  double mean_absolute = 0.0;  // dB
  double bias = 0.0;           // dB, prediction minus measurement
};

// One way to predict strengths, and how well it does.
struct Fit {
  std::string name;
  std::string formula;
  std::vector<FittedParameter> parameters;
  FitErrors train;
  std::optional<double> cross_validation;  // RMSE, dB: each block told from all others
  std::optional<FitErrors> test;
  std::string note;  // why it could not be fitted; then all else is empty
  bool is_fitted() const { return note.empty(); }
  double value(const std::string& parameter) const;  // NaN: none of that name
};

struct FitReport {
  std::vector<Fit> fits;  // from simple to rich
  std::size_t chosen = 0;
  const Fit* find(const std::string& name) const;  // null: none
};

// Fits all models to the strengths of a survey whose distances are known, from simple to rich:
//   seed        equation 2 with Table I as it is
//   slope       P(1 m) - 10 n log10 d
//   walls       slope, and a loss a wall (or where there is no line of sight)
//   offsets     slope, and a P(1 m) for each transmitter
//   full        all of these
//   correlated  the richest of these that there is data for, and a residual for each transmitter
//               that is alike at places near each other: exp(-way/length) plus a nugget, by
//               restricted likelihood. This is our shadowing, told by measurements.
// The best by cross-validation over blocks of places is chosen, the simpler where 1 % is between
// them; test strengths have no say. Where most places of a transmitter are too many for the last,
// some are left out evenly.
Result<FitReport> fit_survey(const Survey& train, const Survey* test);

}  // namespace rubble::radio
