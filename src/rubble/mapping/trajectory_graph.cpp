// SPDX-License-Identifier: Apache-2.0
// The vertices of a pose graph as a trajectory.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "rubble/mapping/graph_lines.h"
#include "rubble/mapping/number_rows.h"
#include "rubble/mapping/text_lines.h"
#include "rubble/mapping/trajectory_readers.h"

namespace rubble::mapping {
namespace {

struct GraphVertices {
  std::vector<GraphVertex> vertices;
  std::map<long long, double> stamps;
  StampFacts facts;
};

// False: the line is broken.
bool take_graph_line(const std::vector<std::string_view>& words, GraphVertices& found) {
  const GraphHead head = graph_head(words);
  if (head.tag == GraphTag::Stamp) {
    const auto stamp = parse_vertex_stamp(words);
    if (!stamp) return false;
    found.stamps[stamp->id] = stamp->stamp;
    found.facts.look_at(words[3]);
  }
  if (head.tag == GraphTag::Vertex || head.tag == GraphTag::SpatialVertex) {
    const auto vertex = parse_vertex(head, words);
    if (!vertex) return false;
    found.vertices.push_back(*vertex);
  }
  return true;
}

Result<GraphVertices> read_vertices(const std::string& path, std::vector<std::string>& remarks) {
  auto lines = TextLines::open(path);
  if (!lines) return lines.error();
  GraphVertices found;
  std::vector<std::string_view> words;
  while (const auto line = lines->next()) {
    split_fields(*line, words);
    if (found.vertices.size() > kMostPoses || found.stamps.size() > kMostPoses)
      return Error{{path, lines->number()}, "there are more than 25 million vertices"};
    if (take_graph_line(words, found)) continue;
    const std::string wanted = graph_line_form(graph_head(words));
    const auto complained =
        complain({path, lines->number(), lines->has_end()},
                 "wanted '" + wanted + "' with numbers that are possible", remarks);
    if (!complained) return complained.error();
  }
  if (lines->problem()) return *lines->problem();
  return found;
}

}  // namespace

Result<RawTrajectory> read_graph_vertices(const std::string& path) {
  RawTrajectory raw;
  auto found = read_vertices(path, raw.trajectory.remarks);
  if (!found) return found.error();
  std::stable_sort(found->vertices.begin(), found->vertices.end(),
                   [](const auto& one, const auto& other) { return one.id < other.id; });
  const auto has_stamp = [&](const GraphVertex& vertex) {
    return found->stamps.contains(vertex.id);
  };
  raw.trajectory.has_stamps =
      std::all_of(found->vertices.begin(), found->vertices.end(), has_stamp);
  raw.facts = found->facts;
  for (const GraphVertex& vertex : found->vertices) {
    const double stamp =
        raw.trajectory.has_stamps ? found->stamps.at(vertex.id) : static_cast<double>(vertex.id);
    raw.trajectory.poses.push_back({stamp, vertex.pose});
  }
  if (!raw.trajectory.has_stamps)
    raw.trajectory.remarks.emplace_back(
        "The graph has no stamps ('# STAMP id seconds'); the ids of its vertices stand for them.");
  return raw;
}

}  // namespace rubble::mapping
