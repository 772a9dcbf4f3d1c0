// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rubble/groundtruth/proposals.h"
#include "rubble/slam/2d/planar_scan.h"
#include "rubble/slam/2d/pose_graph_solver.h"
#include "rubble/trajectory/constraint.h"
#include "rubble/trajectory/pose_graph.h"

namespace rubble::groundtruth {

// Pose graph of scans with odometry edges and the constraints that a person verifies. Nodes are the
// scans of the constraints and others between them. Depends on log and constraints only, so that a
// restart gives the same graph.
class TruthGraph {
 public:
  TruthGraph(std::vector<slam::PlanarScan> scans,
             std::span<const trajectory::Constraint> constraints);

  struct Ends {
    int i;
    int j;
  };
  // Node indices of a constraint; nothing if the log lacks its scans.
  std::optional<Ends> ends_of(const trajectory::Constraint& constraint) const;

  const std::vector<slam::PlanarScan>& scans() const { return scans_; }  // one per node
  const std::vector<Pose2>& poses() const { return graph_.poses; }
  TravelledPath path() const;

  // Optimises the graph: verified constraints have the largest weight, rejected ones none. Returns
  // the largest displacement of a node, m.
  double solve(std::span<const trajectory::Constraint> constraints);
  const slam::GraphSolution& solution() const { return solution_; }

 private:
  void choose_nodes(std::vector<slam::PlanarScan> scans,
                    std::span<const trajectory::Constraint> constraints);
  void chain(std::span<const trajectory::Constraint> constraints);
  void tie(std::span<const trajectory::Constraint> constraints);
  std::vector<bool> spanned_steps(std::span<const trajectory::Constraint> constraints) const;
  int node_at(double stamp) const;

  std::vector<slam::PlanarScan> scans_;
  trajectory::PoseGraph graph_;
  slam::GraphSolution solution_;
};

}  // namespace rubble::groundtruth
