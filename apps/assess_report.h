// SPDX-License-Identifier: Apache-2.0
// What 'rubble assess' found out, and the ways to tell it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/assess_options.h"
#include "rubble/evaluation/association.h"
#include "rubble/evaluation/breakdown.h"
#include "rubble/evaluation/comparison.h"
#include "rubble/evaluation/map_score.h"
#include "rubble/evaluation/trajectory_error.h"
#include "rubble/maps/occupancy_map.h"
#include "rubble/messages/reading.h"
#include "rubble/report/chart.h"
#include "rubble/report/report_table.h"

namespace rubble::apps {

constexpr double kLongGap = 1.0;  // s between poses; what lies between is known less well

// One estimate with all that was said about it.
struct AssessedEstimate {
  std::string name;
  trajectory::Trajectory trajectory;
  std::optional<evaluation::RelationAssessment> relations;
  evaluation::MeanEstimates means;
  evaluation::RelationCoverage coverage;
  std::optional<evaluation::TrajectoryAssessment> against_truth;
  double time_offset = 0.0;  // s, that was added to its stamps
  std::optional<evaluation::TimeOffset> estimated_offset;
};

struct AssessReport {
  std::vector<AssessedEstimate> estimates;
  std::vector<evaluation::Comparison> comparisons;
  evaluation::ComparisonSettings comparison_settings;
  std::string relations;  // names of files; empty: not given
  std::string truth;
  std::size_t relation_count = 0;
  std::size_t loop_count = 0;
  std::string rpe_delta;  // "1 frame"
  std::string align;
  std::string associate;             // time, index or scan
  std::vector<std::string> remarks;  // what a reader or judge should know
  std::vector<std::string> missed;   // thresholds, as sentences
  std::size_t worst = 10;
};

// Reads FILE or NAME=FILE, either with :FORMAT.
Result<trajectory::Trajectory> read_assessed(const std::string& word, const AssessOptions& options);

// Reads and judges everything the options name.
Result<AssessReport> make_assess_report(const AssessOptions& options);

std::string assess_json(const AssessReport& report);
// Counts first, then errors as in the published tables, then what is different.
std::vector<report::ReportTable> assess_tables(const AssessReport& report);
// By distance travelled and by time.
std::vector<report::ReportTable> range_tables(const AssessReport& report);
// Both, and the worst relations of each estimate.
std::vector<report::ReportTable> all_assess_tables(const AssessReport& report);
constexpr const char* kComparisonTitle = "Which are different";
report::ReportTable counts_table(const AssessReport& report);
report::ReportTable errors_table(const AssessReport& report, evaluation::Part part);
report::ReportTable worst_table(const AssessReport& report, const AssessedEstimate& estimate);
// One row an estimate and part, all digits.
std::string assess_csv(const AssessReport& report);
// One row a relation.
std::string relation_errors_csv(const AssessReport& report);

// A colour of its own for each estimate.
std::string estimate_color(std::size_t index);
std::vector<report::Chart> error_charts(const AssessReport& report);
// What is behind the relations; none for an estimate that has none.
using Backgrounds = std::vector<std::optional<maps::OccupancyMap>>;
Result<Backgrounds> overlay_backgrounds(const AssessReport& report, const AssessOptions& options);
// Relations (or the true path) on one estimate's trajectory, coloured by error.
std::string overlay_svg(const AssessedEstimate& estimate,
                        const std::optional<maps::OccupancyMap>& background);
std::string assess_page(const AssessReport& report, const Backgrounds& backgrounds);

// "different", "not distinguishable" or "equivalent".
const char* word_for(evaluation::Verdict verdict);
// The same for people: "equivalent within 25 %".
std::string verdict_text(const AssessReport& report, evaluation::Verdict verdict);
// "neighbours in translation", "RPE in rotation"
std::string test_name(const evaluation::ComparisonTest& test);
// Who is better at what and by how much, or which differences this data could have shown.
std::string verdict_of(const AssessReport& report, const evaluation::Comparison& comparison);

std::vector<std::string> missed_thresholds(const AssessReport& report,
                                           const AssessThresholds& most);

// Gives the estimates the moments of the truth, where --associate or --time-offset asks for it.
Result<void> associate_estimates(const AssessOptions& options, AssessReport& report);

// A map against a true one.
struct MapVerdict {
  std::string estimate;  // names of files
  std::string truth;
  evaluation::MapScore score;
  std::optional<evaluation::MapScore> chance;
  double own_mirror_f1 = 0.0;
  std::vector<std::string> remarks;
};
struct MapRow {
  const char* key;
  const char* name;
  double evaluation::MapScore::*part;
  bool has_chance;
  const char* meaning;  // with a place for the tolerance
};
const std::vector<MapRow>& map_rows();
std::string meaning_of(const MapRow& row, const evaluation::MapScore& score);
std::optional<double> corrected_of(const MapVerdict& verdict, const MapRow& row);
const char* assess_page_style();
std::string assess_map_page(const MapVerdict& verdict, const Image& picture);

int assess_maps(const AssessOptions& options);

}  // namespace rubble::apps
