// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/trajectory/pose_graph.h"

namespace rubble::slam {

struct SolverSettings {
  int max_iterations = 50;
  double robust_scale = 1.0;     // scale of the Geman-McClure loss, sigmas
  bool converges_fully = false;  // iterates to rounding precision; else to 1e-6 relative
};

struct GraphSolution {
  double initial_cost = 0.0;
  double final_cost = 0.0;
  int iterations = 0;
  bool has_converged = false;
  std::vector<double> edge_weights;  // of the robust loss, one per edge: 1 = inlier, 0 = outlier
};

// Pose graph optimisation: nonlinear least squares over all edges (Levenberg-Marquardt, sparse
// Cholesky, by Ceres), with the Geman-McClure loss on robust edges. Changes graph.poses. Single
// threaded, so that the same input gives the same bits.
GraphSolution optimise(trajectory::PoseGraph& graph, const SolverSettings& settings = {});

}  // namespace rubble::slam
