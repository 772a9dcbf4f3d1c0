// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/evaluation/error_ratio.h"
#include "rubble/evaluation/relation_metric.h"
#include "rubble/evaluation/trajectory_error.h"

namespace rubble::evaluation {

struct ComparisonSettings {
  statistics::BootstrapSettings bootstrap;
  // Family-wise probability of a false "different". Bonferroni's correction, not Holm's, because
  // each interval shall exclude 1 exactly where its p value is below the level.
  double level = 0.01;
  double margin = 0.25;            // ratio of errors minus 1, up to which two are equivalent
  double min_translation = 0.001;  // m; lower clamp of mean errors
  double min_rotation_deg = 0.02;  // deg
};

// The error measure that two estimates are compared by.
enum class Measure { Neighbour, Loop, Ate, Rpe };

struct ComparisonTest {
  Measure measure = Measure::Neighbour;
  Part part = Part::Translation;
  RatioTest result;  // mean error of the first estimate over that of the second
};

struct Comparison {
  std::size_t first = 0;  // index of the input list
  std::size_t second = 0;
  std::size_t common = 0;             // relations matched by both
  std::size_t common_poses = 0;       // poses of the truth matched by both
  std::vector<ComparisonTest> tests;  // of the measures with common errors

  // Different if any test says so; equivalent if all do.
  Verdict verdict() const;
  bool is_different() const { return verdict() == Verdict::Different; }
  // Nothing if there are no such errors.
  const RatioTest* find(Measure measure, Part part) const;
};

// Errors of one estimate; a null member must be null for all estimates.
struct EstimateErrors {
  const RelationAssessment* relations = nullptr;
  const TrajectoryAssessment* truth = nullptr;
};

// All pairs. All estimates must be assessed against the same relations and truth.
std::vector<Comparison> compare(const std::vector<EstimateErrors>& estimates,
                                const ComparisonSettings& settings = {});
std::vector<Comparison> compare_by_relations(
    const std::vector<const RelationAssessment*>& estimates,
    const ComparisonSettings& settings = {});

// The means of one estimate with their intervals.
struct MeanEstimates {
  statistics::MeanEstimate translation;
  statistics::MeanEstimate rotation_deg;
};
MeanEstimates mean_estimates(const RelationAssessment& assessment,
                             const statistics::BootstrapSettings& settings = {});

}  // namespace rubble::evaluation
