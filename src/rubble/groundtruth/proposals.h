// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "rubble/slam/2d/planar_scan.h"
#include "rubble/trajectory/constraint.h"
#include "rubble/trajectory/trajectory.h"

namespace rubble::groundtruth {

// Path length over time: one entry per pose, sorted by stamp.
struct TravelledPath {
  std::vector<double> stamps;
  std::vector<double> lengths;  // m, path length since the first pose
};
TravelledPath travelled_path(std::span<const double> stamps, std::span<const Pose2> poses);
double length_at(const TravelledPath& path, double stamp);  // m, interpolated linearly

// m; a relation covers this much path on both sides of its ends, a neighbour also all between them.
constexpr double kTouchedLength = 0.5;  // m

struct PathCoverage {
  double length_share = 0.0;  // share of the path covered by verified constraints, 0..1
  double time_share = 0.0;
  std::vector<bool> is_touched;  // one per step between consecutive poses
};
PathCoverage coverage_of(const TravelledPath& path,
                         std::span<const trajectory::Constraint> constraints);

// Indices of the constraints, sorted by expected coverage gain: loop closures first, spread over
// the path, then neighbours. The gain is weighted by scan overlap, because a person can verify only
// what both scans show. overlaps: one per constraint, 0..1, or empty.
std::vector<std::size_t> verification_order(const TravelledPath& path,
                                            std::span<const trajectory::Constraint> constraints,
                                            std::span<const double> overlaps = {});

struct ProposalSettings {
  double way = 0.5;         // m of path between consecutive neighbours
  double turn = 0.5;        // rad, or this rotation
  double loop_reach = 1.5;  // m between the ends of a loop
  double loop_turn = 2.0;   // rad, likewise; beyond, scans overlap little
  int max_loops = 1000;     // those with the largest coverage gain
  double min_score = 0.3;   // match score of a loop, 0..1
  std::string maker;
};

using ProposalProgress = std::function<void(double)>;  // 0..1

// Proposes constraints between scans with estimated poses. Each one is refined by scan matching; if
// the match disagrees with the estimate, a neighbour gets score 0 and a loop is dropped unless its
// score is high.
std::vector<trajectory::Constraint> propose(std::span<const slam::PlanarScan> scans,
                                            std::span<const Pose2> poses,
                                            const ProposalSettings& settings,
                                            const ProposalProgress& progress = {});

// Accepted constraints between scans from the ground truth of a recording: scans at stamps of the
// truth, or all scans with interpolated truth if these are few.
std::vector<trajectory::Constraint> exact_constraints(std::span<const slam::PlanarScan> scans,
                                                      std::span<const StampedPose> truth,
                                                      const ProposalSettings& settings);

}  // namespace rubble::groundtruth
