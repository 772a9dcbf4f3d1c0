// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "apps/assess_report.h"

namespace rubble::apps {
namespace {

using evaluation::Comparison;
using evaluation::Difference;
using evaluation::Verdict;

struct Question {
  const char* what;
  const Difference& difference;
  const char* unit;  // empty: a ratio
};

std::vector<Question> questions_of(const Comparison& one) {
  return {{"mean translation error", one.translation, "m"},
          {"mean rotation error", one.rotation_deg, "deg"},
          {"neighbours in translation", one.neighbour_translation_log, ""},
          {"neighbours in rotation", one.neighbour_rotation_log, ""},
          {"loops in translation", one.loop_translation_log, ""},
          {"loops in rotation", one.loop_rotation_log, ""}};
}

// "mean translation error by 0.2 m"
std::string size_text(const Question& question) {
  const double size = std::abs(question.difference.estimate.mean);
  return *question.unit != '\0' ? fmt::format("{} by {:.3g} {}", question.what, size, question.unit)
                                : fmt::format("{} {:.3g} times", question.what, std::exp(size));
}

// Those with this verdict, of one side or of both.
std::string told(const Comparison& comparison, Verdict verdict, std::optional<bool> is_first) {
  std::string text;
  for (const Question& question : questions_of(comparison)) {
    const auto& estimate = question.difference.estimate;
    if (!estimate.is_enough || question.difference.verdict != verdict) continue;
    if (is_first && *is_first != (estimate.mean < 0.0)) continue;
    text += (text.empty() ? "" : ", ") + (is_first ? size_text(question) : question.what);
  }
  return text;
}

// Most of an estimate with few poses lies between them, and so does its error.
std::string sparse_remark(const AssessedEstimate& estimate) {
  const auto& found = *estimate.relations;
  if (found.longest_gap <= kLongGap || found.interpolated < found.matched) return {};
  return fmt::format(
      "; mind that {} has few poses ({} of {} relations fall between, in gaps of up to {:.1f} s), "
      "which is part of its error",
      estimate.name, found.interpolated, found.interpolated + found.matched, found.longest_gap);
}

std::string bare_verdict_of(const AssessReport& report, const Comparison& comparison) {
  const std::string& first = report.estimates[comparison.first].name;
  const std::string& second = report.estimates[comparison.second].name;
  const Verdict verdict = comparison.verdict();
  if (verdict == Verdict::Equal) return "nothing that matters was shown";
  if (verdict == Verdict::CannotTell) {
    if (!comparison.translation.estimate.is_enough)
      return fmt::format("{} relations in common are too few, or share too few moments",
                         comparison.common);
    return "this run is too short, or its errors too alike, to be sure of " +
           told(comparison, verdict, {});
  }
  std::string text;
  for (const bool is_first : {true, false})
    if (const std::string list = told(comparison, verdict, is_first); !list.empty())
      text +=
          fmt::format("{}{} better: {}", text.empty() ? "" : "; ", is_first ? first : second, list);
  return text;
}

}  // namespace

const char* word_for(Verdict verdict) {
  return verdict == Verdict::Different ? "different"
         : verdict == Verdict::Equal   ? "equal"
                                       : "cannot tell";
}

std::string verdict_of(const AssessReport& report, const Comparison& comparison) {
  return bare_verdict_of(report, comparison) + sparse_remark(report.estimates[comparison.first]) +
         sparse_remark(report.estimates[comparison.second]);
}

}  // namespace rubble::apps
