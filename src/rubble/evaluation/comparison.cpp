// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/comparison.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace rubble::evaluation {
namespace {

double part_of(const RelationError& error, Part part) {
  return part == Part::Translation ? error.translation : error.rotation_deg;
}

// Errors of both estimates at one relation, pose or step, as pointers into their assessments.
template <class Error>
using Pairs = std::vector<std::pair<const Error*, const Error*>>;

Pairs<RelationError> paired(const RelationAssessment& a, const RelationAssessment& b) {
  std::size_t count = 0;
  for (const RelationError& error : b.errors) count = std::max(count, error.relation + 1);
  std::vector<const RelationError*> of_b(count, nullptr);
  for (const RelationError& error : b.errors) of_b[error.relation] = &error;
  Pairs<RelationError> pairs;
  for (const RelationError& error : a.errors)
    if (error.relation < count && of_b[error.relation] != nullptr)
      pairs.emplace_back(&error, of_b[error.relation]);
  return pairs;
}

// Those that were held against the same true poses, in their order.
Pairs<PoseError> paired(const std::vector<PoseError>& a, const std::vector<PoseError>& b) {
  std::map<std::pair<double, double>, const PoseError*> of_b;
  for (const PoseError& error : b) of_b[{error.truth_stamp_i, error.truth_stamp_j}] = &error;
  Pairs<PoseError> pairs;
  for (const PoseError& error : a)
    if (const auto found = of_b.find({error.truth_stamp_i, error.truth_stamp_j});
        found != of_b.end())
      pairs.emplace_back(&error, found->second);
  return pairs;
}

template <class Error>
ErrorVector error_vector(const Error& error, Part part) {
  const Vec3& robot = part == Part::Translation ? error.translation_vector : error.rotation_vector;
  return {robot, error.world_from_j * robot};
}

template <class Error>
PairedError paired_error(const Error& first, const Error& second, Part part) {
  const bool is_translation = part == Part::Translation;
  return {.first = is_translation ? first.translation : first.rotation_deg,
          .second = is_translation ? second.translation : second.rotation_deg,
          .first_vector = error_vector(first, part),
          .second_vector = error_vector(second, part)};
}

// Comparison of one pair of estimates.
class PairTests {
 public:
  PairTests(Comparison& comparison, const ComparisonSettings& settings)
      : comparison_(comparison), settings_(settings) {}

  void add_relations(const RelationAssessment& a, const RelationAssessment& b) {
    is_planar_ = a.is_planar || b.is_planar;
    const auto pairs = paired(a, b);
    comparison_.common = pairs.size();
    for (const bool is_loop : {false, true})
      for (const Part part : {Part::Translation, Part::Rotation}) {
        std::vector<PairedError> errors;
        for (const auto& [first, second] : pairs) {
          if (first->is_loop != is_loop) continue;
          errors.push_back(paired_error(*first, *second, part));
          errors.back().stamp_i = first->stamp_i;
          errors.back().stamp_j = first->stamp_j;
        }
        add(is_loop ? Measure::Loop : Measure::Neighbour, part, errors);
      }
  }

  void add_truth(const TrajectoryAssessment& a, const TrajectoryAssessment& b) {
    is_planar_ = a.is_planar || b.is_planar;
    const auto poses = paired(a.errors, b.errors);
    comparison_.common_poses = poses.size();
    add_pose_errors(Measure::Ate, poses);
    add_pose_errors(Measure::Rpe, paired(a.relative, b.relative));
  }

 private:
  void add_pose_errors(Measure measure, const Pairs<PoseError>& pairs) {
    for (const Part part : {Part::Translation, Part::Rotation}) {
      std::vector<PairedError> errors;
      for (const auto& [first, second] : pairs) {
        errors.push_back(paired_error(*first, *second, part));
        errors.back().stamp_i = first->truth_stamp_i;
        errors.back().stamp_j = first->truth_stamp_j;
      }
      add(measure, part, errors);
    }
  }

  void add(Measure measure, Part part, const std::vector<PairedError>& errors) {
    if (errors.empty()) return;
    const bool is_translation = part == Part::Translation;
    ComparisonTest test{.measure = measure, .part = part};
    test.result.estimate = estimate_ratio(
        errors,
        {.bootstrap = settings_.bootstrap,
         .dimensions = !is_planar_      ? 3
                       : is_translation ? 2
                                        : 1,
         .min_mean = is_translation ? settings_.min_translation : settings_.min_rotation_deg});
    comparison_.tests.push_back(test);
  }

  Comparison& comparison_;
  const ComparisonSettings& settings_;
  bool is_planar_ = true;
};

// All tests are made together.
void decide(std::vector<Comparison>& comparisons, const ComparisonSettings& settings) {
  TestSettings together{.level = settings.level, .margin = settings.margin, .test_count = 0};
  for (const Comparison& one : comparisons)
    for (const ComparisonTest& test : one.tests)
      together.test_count += test.result.estimate.is_enough ? 1 : 0;
  together.test_count = std::max<std::size_t>(1, together.test_count);
  for (Comparison& one : comparisons)
    for (ComparisonTest& test : one.tests) test.result = test_ratio(test.result.estimate, together);
}

statistics::MeanEstimate mean_of_part(const RelationAssessment& assessment, Part part,
                                      const statistics::BootstrapSettings& settings) {
  std::vector<statistics::PairwiseSample> values;
  for (const RelationError& error : assessment.errors)
    values.push_back({part_of(error, part), error.stamp_i, error.stamp_j});
  statistics::MeanEstimate estimate = statistics::estimate_mean(values, settings);
  estimate.interval.low = std::max(0.0, estimate.interval.low);  // as no error is negative
  return estimate;
}

}  // namespace

Verdict Comparison::verdict() const {
  bool is_equivalent = !tests.empty();
  for (const ComparisonTest& test : tests) {
    if (test.result.is_different()) return Verdict::Different;
    is_equivalent = is_equivalent && test.result.verdict == Verdict::Equivalent;
  }
  return is_equivalent ? Verdict::Equivalent : Verdict::NotDistinguishable;
}

const RatioTest* Comparison::find(Measure measure, Part part) const {
  for (const ComparisonTest& test : tests)
    if (test.measure == measure && test.part == part) return &test.result;
  return nullptr;
}

std::vector<Comparison> compare(const std::vector<EstimateErrors>& estimates,
                                const ComparisonSettings& settings) {
  std::vector<Comparison> comparisons;
  for (std::size_t a = 0; a < estimates.size(); ++a)
    for (std::size_t b = a + 1; b < estimates.size(); ++b) {
      Comparison one{.first = a, .second = b};
      PairTests tests(one, settings);
      const EstimateErrors &first = estimates[a], &second = estimates[b];
      if (first.relations != nullptr && second.relations != nullptr)
        tests.add_relations(*first.relations, *second.relations);
      if (first.truth != nullptr && second.truth != nullptr)
        tests.add_truth(*first.truth, *second.truth);
      comparisons.push_back(one);
    }
  decide(comparisons, settings);
  return comparisons;
}

std::vector<Comparison> compare_by_relations(
    const std::vector<const RelationAssessment*>& estimates, const ComparisonSettings& settings) {
  std::vector<EstimateErrors> errors;
  for (const RelationAssessment* estimate : estimates) errors.push_back({.relations = estimate});
  return compare(errors, settings);
}

MeanEstimates mean_estimates(const RelationAssessment& assessment,
                             const statistics::BootstrapSettings& settings) {
  return {mean_of_part(assessment, Part::Translation, settings),
          mean_of_part(assessment, Part::Rotation, settings)};
}

}  // namespace rubble::evaluation
