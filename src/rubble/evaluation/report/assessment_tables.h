// SPDX-License-Identifier: Apache-2.0
// An assessment as tables, CSV, JSON and sentences.
#pragma once

#include <string>
#include <vector>

#include "rubble/evaluation/report/assessment.h"
#include "rubble/report/report_table.h"

namespace rubble::evaluation {

constexpr const char* kComparisonTitle = "Which are different";

// Counts first, then errors as in the published tables, then the comparisons.
std::vector<report::ReportTable> assess_tables(const AssessReport& report);
// By distance travelled and by time.
std::vector<report::ReportTable> range_tables(const AssessReport& report);
// Both, and the worst relations of each estimate.
std::vector<report::ReportTable> all_assess_tables(const AssessReport& report);
report::ReportTable counts_table(const AssessReport& report);
report::ReportTable errors_table(const AssessReport& report, Part part);
report::ReportTable worst_table(const AssessReport& report, const AssessedEstimate& estimate);

// One row per estimate and part, all digits.
std::string assess_csv(const AssessReport& report);
// One row per relation.
std::string relation_errors_csv(const AssessReport& report);
std::string assess_json(const AssessReport& report);

// "different", "not distinguishable" or "equivalent".
const char* word_for(Verdict verdict);
// For people: "equivalent within 25 %".
std::string verdict_text(const AssessReport& report, Verdict verdict);
// "neighbours in translation", "RPE in rotation"
std::string test_name(const ComparisonTest& test);
// Which estimate is better at what and by how much, or which differences this data could have
// shown.
std::string verdict_of(const AssessReport& report, const Comparison& comparison);

}  // namespace rubble::evaluation
