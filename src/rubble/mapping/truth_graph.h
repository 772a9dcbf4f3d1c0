// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rubble/mapping/constraint.h"
#include "rubble/mapping/planar_scan.h"
#include "rubble/mapping/pose_graph.h"
#include "rubble/mapping/proposals.h"

namespace rubble::mapping {

// Pose graph of scans with odometry edges and the constraints that a person verifies. Nodes are the
// scans of the constraints and others between them. Depends on log and constraints only, so that a
// restart gives the same graph.
class TruthGraph {
 public:
  TruthGraph(std::vector<PlanarScan> scans, std::span<const Constraint> constraints);

  struct Ends {
    int i;
    int j;
  };
  // Node indices of a constraint; nothing if the log lacks its scans.
  std::optional<Ends> ends_of(const Constraint& constraint) const;

  const std::vector<PlanarScan>& scans() const { return scans_; }  // one per node
  const std::vector<Pose2>& poses() const { return graph_.poses; }
  TravelledPath path() const;

  // Optimises the graph: verified constraints have the largest weight, rejected ones none. Returns
  // the largest displacement of a node, m.
  double solve(std::span<const Constraint> constraints);
  const GraphSolution& solution() const { return solution_; }

 private:
  void choose_nodes(std::vector<PlanarScan> scans, std::span<const Constraint> constraints);
  void chain(std::span<const Constraint> constraints);
  void tie(std::span<const Constraint> constraints);
  std::vector<bool> spanned_steps(std::span<const Constraint> constraints) const;
  int node_at(double stamp) const;

  std::vector<PlanarScan> scans_;
  PoseGraph graph_;
  GraphSolution solution_;
};

}  // namespace rubble::mapping
