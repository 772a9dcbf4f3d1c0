// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose2.h"

namespace rubble::mapping {

struct GraphEdge {
  int i = 0;  // of PoseGraph::poses
  int j = 0;
  Pose2 i_from_j;
  Mat3 information = Mat3::Identity();  // inverse covariance of x, y, theta
  bool is_robust = false;               // may be wrong: pulls less the worse it fits
};

struct PoseGraph {
  std::vector<Pose2> poses;
  std::vector<GraphEdge> edges;
  std::vector<int> fixed;  // empty: the first
};

struct GraphSolving {
  int most_iterations = 50;
  double robust_scale = 1.0;  // sigmas from which on a robust edge is doubted
};

struct GraphSolution {
  double initial_cost = 0.0;
  double final_cost = 0.0;
  int iterations = 0;
  bool has_converged = false;
  std::vector<double> edge_trust;  // one an edge: 1 = believed, 0 = switched off
};

// Moves the poses to where the edges agree best.
GraphSolution optimise(PoseGraph& graph, const GraphSolving& how = {});

// A graph in a file: g2o or TORO, 2-D. Identities and stamps are beside the poses.
struct GraphFile {
  PoseGraph graph;
  std::vector<long long> ids;  // one a pose
  std::vector<double> stamps;  // one a pose, or empty
  std::string path;
  std::vector<std::string> remarks;
};
Result<GraphFile> read_graph(const std::string& path);
Result<void> write_graph(const std::string& path, const GraphFile& file);

}  // namespace rubble::mapping
