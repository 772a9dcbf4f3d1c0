// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "apps/commands.h"
#include "rubble/radio/fit/fit.h"
#include "rubble/report/chart.h"

namespace rubble::apps {

// One site: its data, the assignment of transmitter positions, and the fits.
struct SiteFit {
  std::string site;   // empty: unnamed
  std::string split;  // how the test data was chosen
  radio::Survey train;
  radio::Survey test;
  radio::PositionMatch match;       // transmitters of the training data
  radio::PositionMatch test_match;  // transmitters of the test data, if of another site
  bool has_positions = false;       // a list of positions was used
  radio::FitReport report;

  bool is_tested_elsewhere() const { return !test.strengths.empty() && test.site != train.site; }
};

Result<std::vector<SiteFit>> fit_sites(const SignalFitOptions& options);

// Plots strength against distance with the fitted slope and, if there are several, one line per
// transmitter.
report::Chart fit_chart(const SiteFit& site);

}  // namespace rubble::apps
