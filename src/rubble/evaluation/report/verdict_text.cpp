// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "rubble/evaluation/report/assessment_tables.h"

namespace rubble::evaluation {
namespace {

const char* measure_name(Measure measure) {
  return measure == Measure::Neighbour ? "neighbours"
         : measure == Measure::Loop    ? "loops"
         : measure == Measure::Ate     ? "ATE"
                                       : "RPE";
}

std::string times_text(double ratio) {
  return ratio < 1000.0 ? fmt::format("x {:.3g}", ratio) : "over x 1000";
}

void add_to_list(std::string& list, const std::string& item) {
  list += (list.empty() ? "" : ", ") + item;
}

// "loops in translation 1.7 times (0.064 against 0.108 m)"
std::string better_text(const ComparisonTest& test) {
  const auto& estimate = test.result.estimate;
  const double times = std::max(test.result.ratio, 1.0 / test.result.ratio);
  const auto [smaller, larger] = std::minmax(estimate.first_mean, estimate.second_mean);
  const bool is_translation = test.part == Part::Translation;
  return fmt::format("{} {:.3g} times ({} against {} {}{})", test_name(test), times,
                     report::decimals(smaller, is_translation ? 3 : 2),
                     report::decimals(larger, is_translation ? 3 : 2), is_translation ? "m" : "deg",
                     test.result.is_within_margin ? ", within the margin" : "");
}

// What one of the two is better at.
std::string better_list(const Comparison& comparison, bool is_first) {
  std::string list;
  for (const ComparisonTest& test : comparison.tests)
    if (test.result.is_different() && is_first == (test.result.estimate.log_ratio < 0.0))
      add_to_list(list, better_text(test));
  return list;
}

// What was not decided, and how large a difference would have been.
std::string undecided_list(const Comparison& comparison) {
  std::string list;
  for (const ComparisonTest& test : comparison.tests)
    if (test.result.verdict == Verdict::NotDistinguishable && test.result.estimate.is_enough)
      add_to_list(list,
                  fmt::format("{} {}", test_name(test), times_text(test.result.smallest_ratio)));
  return list;
}

// What has too few errors to be tested.
std::string untested_list(const Comparison& comparison) {
  std::string list;
  for (const ComparisonTest& test : comparison.tests)
    if (!test.result.estimate.is_enough && test.part == Part::Translation)
      add_to_list(list,
                  fmt::format("{} ({})", measure_name(test.measure), test.result.estimate.count));
  return list;
}

// Most of an estimate with few poses lies between them, and so does its error.
std::string sparse_remark(const AssessedEstimate& estimate) {
  if (!estimate.relations) return {};
  const auto& found = *estimate.relations;
  if (found.longest_gap <= kLongGap || found.interpolated < found.matched) return {};
  return fmt::format(
      "; mind that {} has few poses ({} of {} relations fall between, in gaps of up to {:.1f} s), "
      "which is part of its error",
      estimate.name, found.interpolated, found.interpolated + found.matched, found.longest_gap);
}

std::string bare_verdict_of(const AssessReport& report, const Comparison& comparison) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (comparison.tests.empty()) return "they have no errors at the same moments";
  for (const bool is_first : {true, false})
    if (const std::string list = better_list(comparison, is_first); !list.empty())
      add(report.estimates[is_first ? comparison.first : comparison.second].name +
          " better: " + list);
  if (comparison.verdict() == Verdict::Equivalent)
    add(fmt::format("all mean errors are shown to be within {:g} %",
                    100.0 * report.comparison_settings.margin));
  if (const std::string list = undecided_list(comparison); !list.empty())
    add("smallest ratio that this data could have shown: " + list);
  if (const std::string list = untested_list(comparison); !list.empty())
    add("too few errors at too few moments to test " + list);
  return text;
}

}  // namespace

const char* word_for(Verdict verdict) {
  return verdict == Verdict::Different    ? "different"
         : verdict == Verdict::Equivalent ? "equivalent"
                                          : "not distinguishable";
}

std::string verdict_text(const AssessReport& report, Verdict verdict) {
  if (verdict != Verdict::Equivalent) return word_for(verdict);
  return fmt::format("equivalent within {:g} %", 100.0 * report.comparison_settings.margin);
}

std::string test_name(const ComparisonTest& test) {
  return fmt::format("{} in {}", measure_name(test.measure),
                     test.part == Part::Translation ? "translation" : "rotation");
}

std::string verdict_of(const AssessReport& report, const Comparison& comparison) {
  return bare_verdict_of(report, comparison) + sparse_remark(report.estimates[comparison.first]) +
         sparse_remark(report.estimates[comparison.second]);
}

}  // namespace rubble::evaluation
