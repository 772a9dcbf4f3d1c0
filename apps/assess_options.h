// SPDX-License-Identifier: Apache-2.0
// The options of 'rubble assess'.
#pragma once

#include <string>
#include <vector>

#include "rubble/evaluation/report/assessment.h"

namespace CLI {
class App;
}

namespace rubble::apps {

struct AssessOptions : evaluation::AssessSettings {
  std::vector<std::string> files;  // estimates and, last, their truth
  bool json = false;
  bool verbose = false;  // all tables
  std::string csv;
  std::string errors;
  std::string markdown;
  std::string latex;
  std::string svg;
  std::string overlay;
  std::string html;

  std::string map_estimate;
  std::string map_truth;
  std::string map_picture;
  double wall_tolerance = 0.0;  // m; 0 = by the maps
  double map_f1 = 0.0;          // at least
  bool as_they_stand = false;
};

CLI::App* add_assess(CLI::App& app, AssessOptions& options);

// Return the exit code.
int assess(const AssessOptions& options);
int assess_maps(const AssessOptions& options);

}  // namespace rubble::apps
