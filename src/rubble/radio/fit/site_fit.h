// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/radio/fit/fit.h"
#include "rubble/report/chart.h"

namespace rubble::radio {

struct SiteFitSettings {
  std::string data;            // CSV of measurements, may be packed
  std::string test;            // CSV; empty: a share of the data is kept for the test
  std::string places;          // of the transmitters; empty: ap_positions.csv beside the data
  std::string site;            // empty: by the file's name, or all
  std::string match = "auto";  // how places belong to transmitters: name, order or auto
  double split = 0.3;          // share of the positions that is kept for the test
  std::uint64_t seed = 1;      // of the split
};

// One site: its data, the assignment of transmitter positions, and the fits.
struct SiteFit {
  std::string site;   // empty: unnamed
  std::string split;  // how the test data was chosen
  Survey train;
  Survey test;
  PositionMatch match;         // transmitters of the training data
  PositionMatch test_match;    // transmitters of the test data, if of another site
  bool has_positions = false;  // a list of positions was used
  FitReport report;

  bool is_tested_elsewhere() const { return !test.strengths.empty() && test.site != train.site; }
};

Result<std::vector<SiteFit>> fit_sites(const SiteFitSettings& settings);

// Plots strength against distance with the fitted slope and, if there are several, one line per
// transmitter.
report::Chart fit_chart(const SiteFit& site);

}  // namespace rubble::radio
