// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "rubble/trajectory/trajectory.h"

namespace rubble::evaluation {

enum class Match { Near, Between, None };

struct LookupSettings {
  double tolerance = 1e-3;                                   // s to the nearest pose
  double max_gap = std::numeric_limits<double>::infinity();  // s, not interpolated if longer
};

struct FoundPose {
  Match match = Match::None;
  Pose pose;
  double travelled = 0.0;  // m, path length since the first pose
  double gap = 0.0;        // s between the two neighbours, if interpolated
};

// Pose of a trajectory at a stamp: the nearest pose within tolerance, else interpolated. O(log n).
// The trajectory must outlive it and be sorted by stamp.
class PoseLookup {
 public:
  explicit PoseLookup(const trajectory::Trajectory& trajectory,
                      const LookupSettings& settings = {});

  FoundPose at(double stamp) const;
  double total_travelled() const { return travelled_.empty() ? 0.0 : travelled_.back(); }

 private:
  FoundPose near(std::size_t index) const;
  FoundPose between(std::size_t later, double stamp) const;

  std::span<const StampedPose> poses_;
  LookupSettings settings_;
  std::vector<double> travelled_;  // one per pose
};

// Position linearly, rotation by slerp along the shorter arc.
Pose interpolate(const Pose& from, const Pose& to, double share);

}  // namespace rubble::evaluation
