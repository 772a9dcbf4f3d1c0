// SPDX-License-Identifier: Apache-2.0
// Optimisation of a pose graph from a file.
#pragma once

#include "rubble/slam/2d/pose_graph_solver.h"

namespace rubble::slam {

struct OptimumSettings {
  // Applies the Geman-McClure loss (20, then 5 sigmas) to loop closures: edges between vertices
  // whose ids are not consecutive. Outliers are rejected.
  bool is_robust = false;
  int max_iterations = 1000;
};

struct GraphOptimum {
  double chi2_before = 0.0;  // of all edges
  double chi2_after = 0.0;
  int parts = 0;  // connected components
  int iterations = 0;
  bool has_converged = false;
  bool starts_from_edges = false;     // the poses of the file led to a worse optimum
  std::vector<std::size_t> rejected;  // indices of outlier edges, if robust
  double chi2_kept = 0.0;             // after, without the rejected edges
};

// Sum over the edges of the squared Mahalanobis distance.
double chi2_of(const trajectory::PoseGraph& graph);

// Minimises chi2 over the vertices. Those named by FIX stay, else the first vertex of each
// connected component. Starts from the poses of the file and from an initialisation by the edges
// alone (rotations by linear least squares, then positions: Carlone et al. 2015, "Initialization
// techniques for 3D SLAM") and keeps the better optimum. An error if an information matrix is not
// positive semidefinite.
Result<GraphOptimum> find_optimum(trajectory::GraphFile& file,
                                  const OptimumSettings& settings = {});

}  // namespace rubble::slam
