// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose2.h"
#include "rubble/mapping/relation.h"
#include "rubble/mapping/trajectory.h"

namespace rubble::mapping {

struct ConstraintFile;

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

struct SolverSettings {
  int max_iterations = 50;
  double robust_scale = 1.0;     // sigmas from which on a robust edge is doubted
  bool converges_fully = false;  // goes on until rounding ends it; else to a part in a million
};

struct GraphSolution {
  double initial_cost = 0.0;
  double final_cost = 0.0;
  int iterations = 0;
  bool has_converged = false;
  std::vector<double> edge_weights;  // one an edge: 1 = believed, 0 = switched off
};

// Moves the poses to where the edges agree best.
GraphSolution optimise(PoseGraph& graph, const SolverSettings& settings = {});

// A graph in a file: g2o or TORO, 2-D. Identities and stamps are beside the poses.
struct GraphFile {
  PoseGraph graph;
  std::vector<long long> ids;  // one a pose
  std::vector<double> stamps;  // one a pose, or empty
  std::string path;
  std::vector<std::string> remarks;
};
// Stamps stand in comments '# STAMP id seconds', which other programs skip. Tags that are not known
// are skipped with a remark. `times`: a file of stamps, one a line, in the order of the ids.
Result<GraphFile> read_graph(const std::string& path, const std::string& times = {});
enum class GraphFormat { G2o, Toro };
// Without a format by the name's end: .g2o, .graph or .toro. TORO has no FIX.
Result<void> write_graph(const std::string& path, const GraphFile& file,
                         std::optional<GraphFormat> format = std::nullopt);

// Edges as relations; an error if the vertices have no stamps.
Result<std::vector<Relation>> relations_of(const GraphFile& file);
// Relations as edges, what is not on the plane left out; one vertex a stamp, numbered in their
// order, where the trajectory was then, if there is one; else where the edges lead from the first.
GraphFile graph_of(const std::vector<Relation>& relations, const Trajectory* start = nullptr);
// Constraints as edges with their information; what was rejected is left out.
GraphFile graph_of(const ConstraintFile& constraints);

}  // namespace rubble::mapping
