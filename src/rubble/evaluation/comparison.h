// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/evaluation/ratio_test.h"
#include "rubble/evaluation/relation_metric.h"
#include "rubble/evaluation/trajectory_error.h"

namespace rubble::evaluation {

struct ComparisonSettings {
  BootstrapSettings bootstrap;
  double level = 0.01;             // chance that even one pair is wrongly called different
  double margin = 0.25;            // of the ratio of errors, up to where two are equivalent
  double min_translation = 0.001;  // m; smaller mean errors count as this much
  double min_rotation_deg = 0.02;  // deg
};

// Which mean error two estimates are compared by.
enum class Measure { Neighbour, Loop, Ate, Rpe };

struct ComparisonTest {
  Measure measure = Measure::Neighbour;
  Part part = Part::Translation;
  RatioTest result;  // the first estimate's mean error over the second's
};

struct Comparison {
  std::size_t first = 0;  // of the list that was given
  std::size_t second = 0;
  std::size_t common = 0;             // relations that judged both
  std::size_t common_poses = 0;       // poses of the truth that judged both
  std::vector<ComparisonTest> tests;  // those of measures that have common errors

  // Different if any test says so; equivalent if all do.
  Verdict verdict() const;
  bool is_different() const { return verdict() == Verdict::Different; }
  // Nothing if there are no such errors.
  const RatioTest* find(Measure measure, Part part) const;
};

// What is known of one estimate; either may be missing, of all alike.
struct EstimateErrors {
  const RelationAssessment* relations = nullptr;
  const TrajectoryAssessment* truth = nullptr;
};

// Each with each. All must be of the same relations and the same truth.
std::vector<Comparison> compare(const std::vector<EstimateErrors>& estimates,
                                const ComparisonSettings& settings = {});
std::vector<Comparison> compare_by_relations(
    const std::vector<const RelationAssessment*>& estimates,
    const ComparisonSettings& settings = {});

// The means of one estimate with their intervals.
struct MeanEstimates {
  MeanEstimate translation;
  MeanEstimate rotation_deg;
};
MeanEstimates mean_estimates(const RelationAssessment& assessment,
                             const BootstrapSettings& settings = {});

}  // namespace rubble::evaluation
