// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "rubble/slam/2d/planar_scan.h"
#include "rubble/trajectory/constraint.h"
#include "rubble/trajectory/pose_graph.h"

// Graph SLAM (Grisetti et al. 2010, "A tutorial on graph-based SLAM"): scan matching front end,
// loop closure detection, pose graph optimisation with a robust loss.
namespace rubble::slam {

enum class SlamMethod {
  Odometry,  // poses are odometry
  Matching,  // odometry corrected by scan-to-submap matching
  Graph,     // the same, with loop closures
};

struct SlamSettings {
  SlamMethod method = SlamMethod::Graph;
};

struct SlamReport {
  int scans = 0;
  int submaps = 0;
  int loop_candidates = 0;               // scan windows matched against submaps
  int loop_closures = 0;                 // detected, including rejected ones
  int rejected_loop_closures = 0;        // outliers: robust weight below 0.05
  int unmatched_scans = 0;               // no match above threshold; pose taken from odometry
  int scans_without_odometry = 0;        // odometry missing or implausible; placed by relocalize()
  std::vector<double> ambiguous_stamps;  // s; scans whose runner-up pose scored nearly as well
};

// Maps scans incrementally. `poses` holds world_from_robot of every scan added so far; earlier
// poses change when a loop closes. One thread. The same scans give the same bits.
class GraphSlam {
 public:
  explicit GraphSlam(const SlamSettings& settings = {});
  ~GraphSlam();

  void add_scan(const PlanarScan& scan);
  // Call once after the last scan: finishes the submaps and refines all loop closures.
  void finish();

  const std::vector<Pose2>& poses() const;
  // One between consecutive nodes and one per loop closure, with covariances; outliers are marked
  // as rejected.
  std::vector<trajectory::Constraint> constraints() const;
  const SlamReport& report() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace rubble::slam
