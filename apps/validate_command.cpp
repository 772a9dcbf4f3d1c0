// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "apps/commands.h"
#include "apps/support.h"
#include "rubble/base/text.h"
#include "rubble/validation/experiment.h"

namespace rubble::apps {
namespace {

using validation::Experiment;

int unknown_section(const std::string& name) {
  std::vector<std::string> known;
  for (const Experiment& experiment : validation::experiments())
    known.emplace_back(experiment.name);
  const auto meant = closest_word(name, known);
  return fail({{},
               fmt::format("there is no section '{}'; {}", name,
                           meant ? "did you mean '" + *meant + "'?"
                                 : fmt::format("there are {}", fmt::join(known, ", ")))},
              kWrongUsage);
}

// All of them if none is named.
std::vector<const Experiment*> chosen_experiments(const std::vector<std::string>& names) {
  std::vector<const Experiment*> chosen;
  for (const std::string& name : names) chosen.push_back(validation::find_experiment(name));
  if (names.empty())
    for (const Experiment& experiment : validation::experiments()) chosen.push_back(&experiment);
  return chosen;
}

void print_findings(const validation::ExperimentResult& result) {
  fmt::print("{}\n", result.title);
  for (const validation::Finding& finding : result.findings)
    fmt::print("  {:<46} paper: {:<36} here: {}\n", finding.what, finding.paper, finding.rubble);
}

}  // namespace

int validate(const ValidateOptions& options) {
  for (const std::string& name : options.sections)
    if (validation::find_experiment(name) == nullptr) return unknown_section(name);
  std::error_code error;
  std::filesystem::create_directories(options.output, error);
  if (error) return fail({{options.output}, "cannot be made a folder: " + error.message()});
  std::vector<validation::ExperimentResult> results;
  for (const Experiment* experiment : chosen_experiments(options.sections)) {
    Progress progress(experiment->name);
    auto result = experiment->run(options.output, [&](double done) { progress.show(done); });
    if (!result) return fail(result.error(), kRunFailed);
    print_findings(*result);
    results.push_back(*std::move(result));
  }
  const std::string page = options.output + "/index.html";
  if (const auto written = write_file(page, validation::validation_page(results)); !written)
    return fail(written.error(), kRunFailed);
  fmt::print("The figures are in {}\n", page);
  return kDone;
}

}  // namespace rubble::apps
