// SPDX-License-Identifier: Apache-2.0
// Experiments of papers, repeated in simulation: what each one finds, and the list of them.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/report/document.h"

namespace rubble::validation {

// One row of a table: value of the paper and value of Rubble.
struct Finding {
  std::string what;
  std::string paper;
  std::string rubble;
};

// A picture in the folder of the experiments.
struct FigureFile {
  std::string file;
  std::string caption;
  std::vector<report::FileLink> files = {};  // the numbers shown; none of a photograph
};

struct ExperimentResult {
  std::string name;
  std::string title;
  std::string text;
  std::vector<Finding> findings;
  std::vector<FigureFile> figures;
  std::vector<report::ReportTable> tables = {};
  std::vector<std::string> remarks = {};
};

using ShowProgress = std::function<void(double)>;  // 0..1

struct Experiment {
  const char* name;
  // Writes its figures into an existing folder. Deterministic, one thread calls.
  Result<ExperimentResult> (*run)(const std::string& folder, const ShowProgress& progress);
};
std::span<const Experiment> experiments();
// Nothing if there is none of this name.
const Experiment* find_experiment(const std::string& name);

// Paper and Rubble side by side.
report::ReportTable finding_table(const std::vector<Finding>& findings);
// A page for the folder of the figures.
std::string validation_page(std::span<const ExperimentResult> results);

}  // namespace rubble::validation
