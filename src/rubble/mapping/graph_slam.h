// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "rubble/mapping/constraint.h"
#include "rubble/mapping/planar_scan.h"
#include "rubble/mapping/pose_graph.h"

namespace rubble::mapping {

enum class SlamMethod {
  Odometry,  // believes the wheels
  Matching,  // odometry, each scan laid on the map of the last ones
  Graph,     // the same, with loops closed
};

struct SlamSettings {
  SlamMethod method = SlamMethod::Graph;
};

struct SlamReport {
  int scans = 0;
  int submaps = 0;
  int loop_candidates = 0;
  int loop_closures = 0;
  int unmatched_scans = 0;  // lay on no map; odometry alone says where they are
  int scans_without_odometry =
      0;  // the robot moved before them and odometry did not: placed by sight alone
  std::vector<double> ambiguous_stamps;  // stamps of those that lay nearly as well elsewhere
  int rejected_loop_closures = 0;        // closed, and switched off again by the rest
};

// Maps scans as they come. `poses` is one a scan taken so far; earlier ones move when a loop
// closes.
class GraphSlam {
 public:
  explicit GraphSlam(const SlamSettings& settings = {});
  ~GraphSlam();

  void add_scan(const PlanarScan& scan);
  // Closes what can be closed once no more scans come.
  void finish();

  const std::vector<Pose2>& poses() const;
  std::vector<Constraint> constraints() const;
  const SlamReport& report() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace rubble::mapping
