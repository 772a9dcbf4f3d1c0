// SPDX-License-Identifier: Apache-2.0
// Any bytes as a pose graph, g2o or TORO: edges join vertices that are there, and what is written
// of it reads back as the same.
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "rubble/slam/2d/pose_graph_solver.h"
#include "rubble/trajectory/pose_graph.h"
#include "scratch_file.h"

namespace rubble::slam {
namespace {

void check(const trajectory::GraphFile& file) {
  const auto count = static_cast<int>(file.graph.poses.size());
  RUBBLE_ASSERT(count > 0 && file.ids.size() == file.graph.poses.size());
  RUBBLE_ASSERT(file.stamps.empty() || file.stamps.size() == file.ids.size());
  for (const trajectory::GraphEdge& edge : file.graph.edges) {
    RUBBLE_ASSERT(edge.i >= 0 && edge.i < count && edge.j >= 0 && edge.j < count);
    RUBBLE_ASSERT(edge.information == edge.information.transpose());
  }
  for (const int fixed : file.graph.fixed) RUBBLE_ASSERT(fixed >= 0 && fixed < count);
  RUBBLE_ASSERT(file.remarks.size() < 100);
  for (const std::string& remark : file.remarks) fuzz::check_sentence(remark);
}

void check_round_trip(const trajectory::GraphFile& file, const char* name) {
  const std::string path = fuzz::scratch_path(name);
  RUBBLE_ASSERT(trajectory::write_graph(path, file).ok());
  const auto again = trajectory::read_graph(path);
  RUBBLE_ASSERT(again.ok());
  RUBBLE_ASSERT(again->ids == file.ids && again->stamps == file.stamps);
  RUBBLE_ASSERT(again->graph.poses == file.graph.poses);
  RUBBLE_ASSERT(again->graph.edges.size() == file.graph.edges.size());
  for (std::size_t i = 0; i < file.graph.edges.size(); ++i) {
    RUBBLE_ASSERT(again->graph.edges[i].i_from_j == file.graph.edges[i].i_from_j);
    RUBBLE_ASSERT(again->graph.edges[i].information == file.graph.edges[i].information);
  }
}

void check_relations(const trajectory::GraphFile& file) {
  const auto relations = trajectory::relations_of(file);
  if (!relations) return fuzz::check_sentence(relations.error().to_string());
  check(trajectory::graph_of(*relations).ids.empty() ? file : trajectory::graph_of(*relations));
}

// Whatever the numbers are, solving ends.
void solve(trajectory::GraphFile file) {
  if (file.graph.edges.size() > 20 || file.graph.poses.size() > 20) return;
  slam::optimise(file.graph, {.max_iterations = 3});
}

}  // namespace
}  // namespace rubble::slam

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rubble;
  const auto file =
      trajectory::read_graph(fuzz::scratch_file("any.graph", fuzz::bytes_of(data, size)));
  if (!file) {
    fuzz::check_sentence(file.error().to_string());
    return 0;
  }
  slam::check(*file);
  slam::check_round_trip(*file, "again.g2o");
  slam::check_round_trip(*file, "again.graph");
  slam::check_relations(*file);
  slam::solve(*file);
  return 0;
}
