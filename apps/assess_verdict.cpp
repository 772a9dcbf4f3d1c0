// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

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

// "slam is better: mean translation error by 0.2 m"
std::string better_text(const Question& question, const std::string& better) {
  const double size = std::abs(question.difference.estimate.mean);
  return *question.unit != '\0'
             ? fmt::format("{}: {} smaller by {:.3g} {}", better, question.what, size,
                           question.unit)
             : fmt::format("{}: {} {:.3g} times better", better, question.what, std::exp(size));
}

}  // namespace

const char* word_for(Verdict verdict) {
  return verdict == Verdict::Different ? "different"
         : verdict == Verdict::Equal   ? "equal"
                                       : "cannot tell";
}

std::string verdict_of(const AssessReport& report, const Comparison& comparison) {
  const std::string& first = report.estimates[comparison.first].name;
  const std::string& second = report.estimates[comparison.second].name;
  const Verdict verdict = comparison.verdict();
  if (verdict == Verdict::Equal) return "nothing that matters was shown";
  std::string text;
  bool is_enough = false;
  for (const Question& question : questions_of(comparison)) {
    const auto& estimate = question.difference.estimate;
    is_enough = is_enough || estimate.is_enough;
    if (!estimate.is_enough || question.difference.verdict != verdict) continue;
    text += text.empty() ? "" : "; ";
    text += verdict == Verdict::Different
                ? better_text(question, estimate.mean < 0.0 ? first : second)
                : question.what;
  }
  if (verdict == Verdict::Different) return text;
  if (!is_enough)
    return fmt::format("{} relations in common are too few, or share too few moments",
                       comparison.common);
  return "this run is too short, or its errors too alike, to be sure of " + text;
}

}  // namespace rubble::apps
