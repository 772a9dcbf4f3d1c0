// SPDX-License-Identifier: Apache-2.0
// The vertices of a pose graph as a trajectory.
#include <fmt/format.h>

#include <algorithm>

#include "rubble/serialization/number_rows.h"
#include "rubble/serialization/text_lines.h"
#include "rubble/trajectory/graph_lines.h"
#include "rubble/trajectory/graph_stamps.h"
#include "rubble/trajectory/readers.h"

namespace rubble::trajectory {
namespace {

struct GraphVertices {
  std::vector<GraphVertex> vertices;
  GraphStamps stamps;
};

// False: the line is broken.
bool take_graph_line(const std::vector<std::string_view>& words, GraphVertices& found) {
  const GraphHead head = graph_head(words);
  if (head.tag == GraphTag::Stamp) {
    const auto stamp = parse_vertex_stamp(words);
    if (!stamp) return false;
    found.stamps.add_comment(stamp->id, stamp->stamp, words[3]);
  }
  if (head.tag == GraphTag::Scan)
    found.stamps.add_scan(
        words, found.vertices.empty() ? std::nullopt : std::optional(found.vertices.back().id));
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
    if (found.vertices.size() > kMaxPoses || found.stamps.count() > 2 * kMaxPoses)
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

Result<RawTrajectory> read_graph_vertices(const std::string& path, const std::string& times) {
  RawTrajectory raw;
  raw.trajectory.path = path;
  auto found = read_vertices(path, raw.trajectory.remarks);
  if (!found) return found.error();
  std::stable_sort(found->vertices.begin(), found->vertices.end(),
                   [](const auto& one, const auto& other) { return one.id < other.id; });
  std::vector<long long> ids;
  for (const GraphVertex& vertex : found->vertices) {
    ids.push_back(vertex.id);
    raw.trajectory.poses.push_back({static_cast<double>(vertex.id), vertex.pose});
  }
  raw.facts = found->stamps.facts();
  std::optional<std::vector<double>> stamps;
  if (!times.empty()) {
    auto read = read_times(times, ids.size(), path, raw.facts, raw.trajectory.remarks);
    if (!read) return read.error();
    stamps = *std::move(read);
  } else {
    stamps = found->stamps.of(ids);
    if (std::string remark = found->stamps.remark(ids); !remark.empty())
      raw.trajectory.remarks.push_back(std::move(remark));
  }
  raw.trajectory.has_stamps = stamps.has_value();
  for (std::size_t i = 0; stamps && i < ids.size(); ++i)
    raw.trajectory.poses[i].stamp = (*stamps)[i];
  if (!stamps)
    raw.trajectory.remarks.emplace_back(
        "The graph has no stamps ('# STAMP id seconds'); the ids of its vertices stand for them. A "
        "file of stamps (--times) gives it some.");
  return raw;
}

}  // namespace rubble::trajectory
