// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose2.h"
#include "rubble/trajectory/relation.h"
#include "rubble/trajectory/trajectory.h"

namespace rubble::trajectory {

struct ConstraintFile;

struct GraphEdge {
  int i = 0;  // index of PoseGraph::poses
  int j = 0;
  Pose2 i_from_j;
  Mat3 information = Mat3::Identity();  // inverse covariance of x, y, theta of i_from_j
  bool is_robust = false;               // apply the robust loss to this edge
};

struct PoseGraph {
  std::vector<Pose2> poses;  // world_from_node
  std::vector<GraphEdge> edges;
  std::vector<int> fixed;  // poses held constant; empty: the first
};

// A graph from a file: g2o or TORO, 2-D.
struct GraphFile {
  PoseGraph graph;
  std::vector<long long> ids;  // one a pose
  std::vector<double> stamps;  // one a pose, or empty
  std::string path;
  std::vector<std::string> remarks;
};
// Stamps are read from comments '# STAMP id seconds', which other programs ignore. Unknown tags are
// skipped with a remark. `times`: a file of stamps, one per line, in the order of the ids.
Result<GraphFile> read_graph(const std::string& path, const std::string& times = {});
enum class GraphFormat { G2o, Toro };
// Without a format the file name decides: .g2o, .graph or .toro. TORO has no FIX.
Result<void> write_graph(const std::string& path, const GraphFile& file,
                         std::optional<GraphFormat> format = std::nullopt);

// Edges as relations; an error if the vertices have no stamps.
Result<std::vector<Relation>> relations_of(const GraphFile& file);
// Relations as edges, projected on the plane; one vertex per stamp, numbered in their order.
// Vertices start at the poses of `start`, else they are chained along the edges from the first.
GraphFile graph_of(const std::vector<Relation>& relations, const Trajectory* start = nullptr);
// Constraints as edges with their information, without rejected ones.
GraphFile graph_of(const ConstraintFile& constraints);

}  // namespace rubble::trajectory
