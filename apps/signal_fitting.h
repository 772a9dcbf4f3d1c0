// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "apps/chart.h"
#include "apps/commands.h"
#include "rubble/radio/fit.h"

namespace rubble::apps {

// One site: what was read, how its transmitters were placed, and what came of it.
struct SiteFit {
  std::string site;   // empty: it has no name
  std::string split;  // how the test was chosen
  radio::Survey train;
  radio::Survey test;
  radio::PositionMatch match;       // of the transmitters learned from
  radio::PositionMatch test_match;  // of those of another site that is the test
  bool has_places = false;          // a list of them was used
  radio::FitReport report;

  bool is_tested_elsewhere() const { return !test.strengths.empty() && test.site != train.site; }
};

Result<std::vector<SiteFit>> fit_sites(const SignalFitOptions& options);

// Strengths against distance with the lines of one slope and, where there are several, of each
// transmitter.
Chart fit_chart(const SiteFit& site);

}  // namespace rubble::apps
