// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/evaluation/bootstrap.h"
#include "rubble/evaluation/relation_metric.h"

namespace rubble::evaluation {

struct ComparisonSettings {
  BootstrapSettings bootstrap;
  double false_alarms = 0.01;  // chance that even one pair is wrongly called different
  double doubts = 0.05;        // and that even one is doubted
  // Means closer than this are equal for all purposes, however sure their difference is.
  double equal_share = 0.05;         // of the smaller mean
  double equal_translation = 0.001;  // m, at least
  double equal_rotation_deg = 0.02;  // deg, at least
  double equal_ratio = 1.1;          // of typical errors of one part
  // Two are equal only where errors so many times larger would have been seen.
  double notable_ratio = 3.0;
};

enum class Verdict { Equal, Different, CannotTell };

// How two estimates differ over the relations that judged both: the first less the second. Of
// means, in m or deg; of logarithms of errors, where a few huge errors do not drown what all the
// others say.
struct Difference {
  MeanEstimate estimate;
  double adjusted_p = 1.0;  // with all other questions in mind
  double margin = 0.0;      // up to where it does not matter
  double notable = 0.0;     // would have to be seen before two are called equal
  Verdict verdict = Verdict::CannotTell;

  bool is_different() const { return verdict == Verdict::Different; }
};

struct Comparison {
  std::size_t first = 0;  // of the list that was given
  std::size_t second = 0;
  std::size_t common = 0;  // relations that judged both
  Difference translation;  // of the means, over all relations
  Difference rotation_deg;
  Difference neighbour_translation_log;  // of logarithms, part by part
  Difference neighbour_rotation_log;
  Difference loop_translation_log;
  Difference loop_rotation_log;

  // Different if any of them is; equal if all are. Parts with too few relations are not asked.
  Verdict verdict() const;
  bool is_different() const { return verdict() == Verdict::Different; }
};

// Each with each. All must be of the same list of relations.
std::vector<Comparison> compare(const std::vector<const RelationAssessment*>& estimates,
                                const ComparisonSettings& settings = {});

// The means of one estimate with their intervals.
struct MeanEstimates {
  MeanEstimate translation;
  MeanEstimate rotation_deg;
};
MeanEstimates mean_estimates(const RelationAssessment& assessment,
                             const BootstrapSettings& settings = {});

}  // namespace rubble::evaluation
