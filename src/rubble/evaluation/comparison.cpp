// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rubble::evaluation {
namespace {

// Errors of two estimates at the same relations, in the order of their later stamps.
struct PairedErrors {
  Part part = Part::Translation;
  std::vector<const RelationError*> relations;  // of the first
  std::vector<double> first;
  std::vector<double> second;

  // What is asked of each pair of errors, of those relations that are meant.
  template <class Asked, class Meant>
  std::vector<ValueBetween> values(Asked asked, Meant meant) const {
    std::vector<ValueBetween> result;
    for (std::size_t i = 0; i < relations.size(); ++i)
      if (meant(*relations[i]))
        result.push_back(
            {asked(first[i], second[i]), relations[i]->stamp_i, relations[i]->stamp_j});
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
  PairedErrors result{.part = part};
  for (const RelationError& error : a.errors) {
    if (error.relation >= count || of_b[error.relation] == nullptr) continue;
    result.relations.push_back(&error);
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
  difference.estimate =
      estimate_mean(errors.values([](double first, double second) { return first - second; },
                                  [](const RelationError&) { return true; }),
                    settings.bootstrap);
  const double smaller = std::min(plain_mean(errors.first), plain_mean(errors.second));
  difference.margin = std::max(least_margin, settings.equal_share * smaller);
  difference.notable = (settings.notable_ratio - 1.0) * difference.margin / settings.equal_share;
  return difference;
}

// That two estimates which drift equally have so large a log ratio of errors. Loops of one run
// overlap and share what the estimate drifted meanwhile, so that they say it only once, however
// many they are. Translation drifts in two directions, and the ratio of two lengths of Gaussian
// vectors in the plane has a logistic logarithm; rotation drifts in one, and the ratio is a
// Cauchy's.
double drift_p(double log_ratio, Part part) {
  const double size = std::abs(log_ratio);
  return part == Part::Translation ? 2.0 / (1.0 + std::exp(2.0 * size))
                                   : 4.0 / kPi * std::atan(std::exp(-size));
}

// Of neighbours or loops only. Errors below `floor` count as that much: their logarithm says
// nothing.
Difference log_difference(const PairedErrors& errors, bool is_loop, double floor,
                          const ComparisonSettings& settings) {
  const std::vector<ValueBetween> logs = errors.values(
      [&](double first, double second) { return std::log((first + floor) / (second + floor)); },
      [&](const RelationError& error) { return error.is_loop == is_loop; });
  Difference difference;
  difference.estimate = estimate_mean(logs, settings.bootstrap);
  if (is_loop)
    difference.estimate.p =
        std::max(difference.estimate.p, drift_p(difference.estimate.mean, errors.part));
  difference.margin = std::log(settings.equal_ratio);
  difference.notable = std::log(settings.notable_ratio);
  return difference;
}

// All that is asked about a pair.
template <class Pair>
auto questions_of(Pair& one) {
  return std::array{&one.translation,
                    &one.rotation_deg,
                    &one.neighbour_translation_log,
                    &one.neighbour_rotation_log,
                    &one.loop_translation_log,
                    &one.loop_rotation_log};
}

Verdict verdict_of(const Difference& difference, const ComparisonSettings& settings) {
  const MeanEstimate& estimate = difference.estimate;
  if (!estimate.is_enough) return Verdict::CannotTell;
  const bool matters = std::abs(estimate.mean) > difference.margin;
  if (matters && difference.adjusted_p < settings.false_alarms) return Verdict::Different;
  if (matters && difference.adjusted_p < settings.doubts) return Verdict::CannotTell;
  const double farthest =
      std::max(std::abs(estimate.interval.low), std::abs(estimate.interval.high));
  return farthest > difference.notable ? Verdict::CannotTell : Verdict::Equal;
}

// Of all pairs together; what has too few values is no question.
void decide(std::vector<Comparison>& comparisons, const ComparisonSettings& settings) {
  std::vector<Difference*> asked;
  for (Comparison& one : comparisons)
    for (Difference* question : questions_of(one))
      if (question->estimate.is_enough) asked.push_back(question);
  std::vector<double> p;
  for (const Difference* question : asked) p.push_back(question->estimate.p);
  const std::vector<double> adjusted = holm_adjusted(p);
  for (std::size_t k = 0; k < asked.size(); ++k) {
    asked[k]->adjusted_p = adjusted[k];
    asked[k]->verdict = verdict_of(*asked[k], settings);
  }
}

MeanEstimate mean_of_part(const RelationAssessment& assessment, Part part,
                          const BootstrapSettings& settings) {
  std::vector<ValueBetween> values;
  for (const RelationError& error : assessment.errors)
    values.push_back({part_of(error, part), error.stamp_i, error.stamp_j});
  MeanEstimate estimate = estimate_mean(values, settings);
  estimate.interval.low = std::max(0.0, estimate.interval.low);  // as no error is negative
  return estimate;
}

}  // namespace

Verdict Comparison::verdict() const {
  bool is_equal = translation.estimate.is_enough && rotation_deg.estimate.is_enough;
  for (const Difference* question : questions_of(*this)) {
    if (question->is_different()) return Verdict::Different;
    if (question->estimate.is_enough && question->verdict == Verdict::CannotTell) is_equal = false;
  }
  return is_equal ? Verdict::Equal : Verdict::CannotTell;
}

std::vector<Comparison> compare(const std::vector<const RelationAssessment*>& estimates,
                                const ComparisonSettings& settings) {
  std::vector<Comparison> comparisons;
  for (std::size_t a = 0; a < estimates.size(); ++a)
    for (std::size_t b = a + 1; b < estimates.size(); ++b) {
      const PairedErrors moved = paired(*estimates[a], *estimates[b], Part::Translation);
      const PairedErrors turned = paired(*estimates[a], *estimates[b], Part::Rotation);
      Comparison one{.first = a, .second = b, .common = moved.relations.size()};
      const double least = settings.equal_translation, least_deg = settings.equal_rotation_deg;
      one.translation = difference_of(moved, least, settings);
      one.rotation_deg = difference_of(turned, least_deg, settings);
      one.neighbour_translation_log = log_difference(moved, false, least, settings);
      one.neighbour_rotation_log = log_difference(turned, false, least_deg, settings);
      one.loop_translation_log = log_difference(moved, true, least, settings);
      one.loop_rotation_log = log_difference(turned, true, least_deg, settings);
      comparisons.push_back(one);
    }
  decide(comparisons, settings);
  return comparisons;
}

MeanEstimates mean_estimates(const RelationAssessment& assessment,
                             const BootstrapSettings& settings) {
  return {mean_of_part(assessment, Part::Translation, settings),
          mean_of_part(assessment, Part::Rotation, settings)};
}

}  // namespace rubble::evaluation
