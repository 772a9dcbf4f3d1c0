// SPDX-License-Identifier: Apache-2.0
// The optimum of a graph that somebody else made, from a file.
#pragma once

#include "rubble/mapping/pose_graph.h"

namespace rubble::mapping {

struct OptimumSettings {
  // Edges between vertices that do not follow each other (in the order of their ids) may be wrong:
  // one that disagrees with the rest by many sigmas pulls less, in the end not at all.
  bool is_robust = false;
  int max_iterations = 1000;
};

struct GraphOptimum {
  double chi2_before = 0.0;  // of all edges
  double chi2_after = 0.0;
  int parts = 0;  // that no edge links
  int iterations = 0;
  bool has_converged = false;
  bool starts_from_edges = false;     // the file's own poses led to a worse end
  std::vector<std::size_t> rejected;  // edges, if it is robust
  double chi2_kept = 0.0;             // after, of the edges that were not rejected
};

// The sum over the edges of their squared length in sigmas.
double chi2_of(const PoseGraph& graph);

// Moves the vertices to the least chi2. Those that FIX names stay; in a part of the graph without
// one its first vertex stays. Tried from where the vertices stand and from a first solution that
// only the edges say (rotations by linear least squares, then positions: Carlone et al. 2015); the
// better end wins. An error if an information matrix is not one.
Result<GraphOptimum> find_optimum(GraphFile& file, const OptimumSettings& settings = {});

}  // namespace rubble::mapping
