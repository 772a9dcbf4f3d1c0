// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "rubble/base/text.h"
#include "rubble/evaluation/report/assessment_tables.h"
#include "rubble/report/escape.h"

namespace rubble::evaluation {
namespace {

using statistics::ErrorSummary;

// Empty for what is no finite number.
std::string number_field(double value) {
  return std::isfinite(value) ? number_text(value) : std::string();
}

std::string csv_row(const std::string& estimate, const char* part, const char* quantity,
                    const char* unit, const ErrorSummary& s) {
  std::string row =
      fmt::format("{},{},{},{},{}", report::csv_field(estimate), part, quantity, unit, s.count);
  for (const double value : {s.mean, s.std, s.squared_mean, s.squared_std, s.max, s.min, s.median,
                             s.p90, s.p95, s.rmse, s.sse})
    row += "," + (s.count > 0 ? number_field(value) : std::string());
  return row + "\n";
}

std::string part_rows(const std::string& name, const char* part, const PartSummary& summary) {
  return csv_row(name, part, "translation", "m", summary.translation) +
         csv_row(name, part, "rotation", "deg", summary.rotation_deg);
}

}  // namespace

std::string assess_csv(const AssessReport& report) {
  std::string text =
      "estimate,part,quantity,unit,count,mean,std,squared_mean,squared_std,max,min,median,p90,p95,"
      "rmse,sse\n";
  for (const AssessedEstimate& estimate : report.estimates) {
    if (estimate.relations) {
      text += part_rows(estimate.name, "all", estimate.relations->all);
      text += part_rows(estimate.name, "neighbour", estimate.relations->neighbour);
      text += part_rows(estimate.name, "loop", estimate.relations->loop);
    }
    if (estimate.against_truth) {
      const auto& found = *estimate.against_truth;
      text += part_rows(estimate.name, "ate", {found.ate, found.ate_rotation_deg});
      text += part_rows(estimate.name, "rpe", {found.rpe, found.rpe_rotation_deg});
    }
  }
  return text;
}

std::string relation_errors_csv(const AssessReport& report) {
  std::string text =
      "estimate,line,stamp_i,stamp_j,kind,match,translation_m,rotation_deg,travelled_m\n";
  for (const AssessedEstimate& estimate : report.estimates)
    for (const auto& error :
         estimate.relations ? estimate.relations->errors : std::vector<RelationError>{})
      text += fmt::format(
          "{},{},{:.6f},{:.6f},{},{},{},{},{}\n", report::csv_field(estimate.name), error.line,
          error.stamp_i, error.stamp_j, error.is_loop ? "loop" : "neighbour",
          error.is_interpolated ? "interpolated" : "matched", number_field(error.translation),
          number_field(error.rotation_deg), number_field(error.travelled));
  return text;
}

}  // namespace rubble::evaluation
