// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rubble::evaluation {
namespace {

// Errors of two estimates at the same relations, in the order of their later stamps.
struct PairedErrors {
  std::vector<double> stamps;
  std::vector<double> first;
  std::vector<double> second;
  std::vector<char> loops;

  std::vector<double> differences() const {
    std::vector<double> result;
    for (std::size_t i = 0; i < first.size(); ++i) result.push_back(first[i] - second[i]);
    return result;
  }
};

double part_of(const RelationError& error, Part part) {
  return part == Part::Translation ? error.translation : error.rotation_deg;
}

PairedErrors paired(const RelationAssessment& a, const RelationAssessment& b, Part part) {
  std::size_t count = 0;
  for (const RelationError& error : b.errors) count = std::max(count, error.relation + 1);
  std::vector<const RelationError*> of_b(count, nullptr);
  for (const RelationError& error : b.errors) of_b[error.relation] = &error;
  PairedErrors result;
  for (const RelationError& error : a.errors) {
    if (error.relation >= count || of_b[error.relation] == nullptr) continue;
    result.stamps.push_back(error.stamp_j);
    result.loops.push_back(error.is_loop ? 1 : 0);
    result.first.push_back(part_of(error, part));
    result.second.push_back(part_of(*of_b[error.relation], part));
  }
  return result;
}

double plain_mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

Difference difference_of(const PairedErrors& errors, double least_margin,
                         const ComparisonSettings& settings) {
  Difference difference;
  difference.estimate = estimate_mean(errors.differences(), errors.stamps, settings.bootstrap);
  const double smaller = std::min(plain_mean(errors.first), plain_mean(errors.second));
  difference.margin = std::max(least_margin, settings.equal_share * smaller);
  return difference;
}

// Of neighbours or loops only. Errors below `floor` count as that much: their logarithm says
// nothing.
Difference log_difference(const PairedErrors& errors, bool is_loop, double floor,
                          const ComparisonSettings& settings) {
  std::vector<double> logs, stamps;
  for (std::size_t i = 0; i < errors.first.size(); ++i) {
    if ((errors.loops[i] != 0) != is_loop) continue;
    logs.push_back(std::log((errors.first[i] + floor) / (errors.second[i] + floor)));
    stamps.push_back(errors.stamps[i]);
  }
  Difference difference;
  if (!logs.empty()) difference.estimate = estimate_mean(logs, stamps, settings.bootstrap);
  difference.margin = std::log(settings.equal_ratio);
  return difference;
}

// All that is asked about a pair.
std::array<Difference*, 6> questions_of(Comparison& one) {
  return {&one.translation,
          &one.rotation_deg,
          &one.neighbour_translation_log,
          &one.neighbour_rotation_log,
          &one.loop_translation_log,
          &one.loop_rotation_log};
}

void decide(Difference& difference, double adjusted_p, double false_alarms) {
  difference.adjusted_p = adjusted_p;
  difference.is_significant = difference.estimate.is_enough && adjusted_p < false_alarms;
  difference.is_different =
      difference.is_significant && std::abs(difference.estimate.mean) > difference.margin;
}

MeanEstimate mean_of_part(const RelationAssessment& assessment, Part part,
                          const BootstrapSettings& settings) {
  std::vector<double> values, stamps;
  for (const RelationError& error : assessment.errors) {
    values.push_back(part_of(error, part));
    stamps.push_back(error.stamp_j);
  }
  return estimate_mean(values, stamps, settings);
}

}  // namespace

std::vector<Comparison> compare(const std::vector<const RelationAssessment*>& estimates,
                                const ComparisonSettings& settings) {
  std::vector<Comparison> comparisons;
  std::vector<double> p;
  for (std::size_t a = 0; a < estimates.size(); ++a)
    for (std::size_t b = a + 1; b < estimates.size(); ++b) {
      const PairedErrors moved = paired(*estimates[a], *estimates[b], Part::Translation);
      const PairedErrors turned = paired(*estimates[a], *estimates[b], Part::Rotation);
      Comparison one{.first = a, .second = b, .common = moved.stamps.size()};
      const double least = settings.equal_translation, least_deg = settings.equal_rotation_deg;
      one.translation = difference_of(moved, least, settings);
      one.rotation_deg = difference_of(turned, least_deg, settings);
      one.neighbour_translation_log = log_difference(moved, false, least, settings);
      one.neighbour_rotation_log = log_difference(turned, false, least_deg, settings);
      one.loop_translation_log = log_difference(moved, true, least, settings);
      one.loop_rotation_log = log_difference(turned, true, least_deg, settings);
      for (const Difference* question : questions_of(one)) p.push_back(question->estimate.p);
      comparisons.push_back(one);
    }
  const std::vector<double> adjusted = holm_adjusted(p);
  std::size_t k = 0;
  for (Comparison& one : comparisons)
    for (Difference* question : questions_of(one))
      decide(*question, adjusted[k++], settings.false_alarms);
  return comparisons;
}

MeanEstimates mean_estimates(const RelationAssessment& assessment,
                             const BootstrapSettings& settings) {
  return {mean_of_part(assessment, Part::Translation, settings),
          mean_of_part(assessment, Part::Rotation, settings)};
}

}  // namespace rubble::evaluation
