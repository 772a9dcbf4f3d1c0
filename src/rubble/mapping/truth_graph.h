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

// Scans of a log tied together by odometry and by constraints that a person decides about. Every
// scan that a constraint names is a node, and others between them. Log and constraints alone say
// where the nodes are, so that a new start shows the same.
class TruthGraph {
 public:
  TruthGraph(std::vector<PlanarScan> scans, std::span<const Constraint> constraints);

  struct Ends {
    int i;
    int j;
  };
  // Nothing if the log has no such scans.
  std::optional<Ends> ends_of(const Constraint& constraint) const;

  const std::vector<PlanarScan>& scans() const { return scans_; }  // one a node
  const std::vector<Pose2>& poses() const { return graph_.poses; }
  TravelledPath path() const;

  // Brings the nodes to where odometry and constraints agree best: verified ones count most,
  // rejected ones not at all. Gives how far the node went that went furthest.
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
