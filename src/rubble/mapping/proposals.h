// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "rubble/mapping/constraint.h"
#include "rubble/mapping/planar_scan.h"
#include "rubble/mapping/trajectory.h"

namespace rubble::mapping {

// A trajectory as coverage sees it: one entry a pose, in the order of time.
struct TravelledPath {
  std::vector<double> stamps;
  std::vector<double> lengths;  // m, travelled since the first
};
TravelledPath travelled_path(std::span<const double> stamps, std::span<const Pose2> poses);
double length_at(const TravelledPath& path, double stamp);  // between two: in proportion

// A relation touches the path this far to both sides of its ends; a neighbour also all between
// them.
constexpr double kTouchedLength = 0.5;  // m

struct PathCoverage {
  double length_share = 0.0;  // of the path that verified constraints touch, 0..1
  double time_share = 0.0;
  std::vector<bool> is_touched;  // one a step from pose to pose
};
PathCoverage coverage_of(const TravelledPath& path, std::span<const Constraint> constraints);

// Indices of the constraints in the order of what they teach: loops first, spread over the whole
// path; then neighbours so that coverage grows as fast as it can. A person can verify only what
// both scans show: of those that teach alike the ones with much shared view come first. Views are
// one a constraint, 0..1, or left out.
std::vector<std::size_t> verification_order(const TravelledPath& path,
                                            std::span<const Constraint> constraints,
                                            std::span<const double> views = {});

struct ProposalSettings {
  double way = 0.5;         // m from one neighbour to the next
  double turn = 0.5;        // rad, likewise
  double loop_reach = 1.5;  // m between the ends of a loop
  double loop_turn = 2.0;   // rad, likewise: beyond, scans have little in common
  int max_loops = 1000;     // the ones that teach most
  double min_score = 0.3;   // of a loop, as the matcher says
  std::string maker;
};

using ProposalProgress = std::function<void(double)>;  // 0..1

// Constraints between scans whose poses somebody estimated, each laid right by the matcher; where
// it disagrees with the estimate a neighbour has a score of 0 and a loop is left out unless it is
// sure.
std::vector<Constraint> propose(std::span<const PlanarScan> scans, std::span<const Pose2> poses,
                                const ProposalSettings& settings,
                                const ProposalProgress& progress = {});

// The exact truth of a recording as accepted constraints between its scans: those at moments of the
// truth, or all of them, between two moments, if these are few.
std::vector<Constraint> exact_constraints(std::span<const PlanarScan> scans,
                                          std::span<const StampedPose> truth,
                                          const ProposalSettings& settings);

}  // namespace rubble::mapping
