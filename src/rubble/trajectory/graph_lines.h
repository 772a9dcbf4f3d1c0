// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/geometry/pose.h"

namespace rubble::trajectory {

// Line types of g2o and TORO files. The tags distinguish the two formats.
enum class GraphTag { None, Vertex, SpatialVertex, Edge, SpatialEdge, Fixed, Stamp, Scan };

struct GraphHead {
  GraphTag tag = GraphTag::None;
  bool is_toro = false;
};
GraphHead graph_head(const std::vector<std::string_view>& words);

// Prefix of a vertex stamp in a comment, since neither format has stamps: "# STAMP id seconds".
constexpr std::string_view kStampMark = "# STAMP";

struct GraphVertex {
  long long id = 0;
  Pose pose;
};

std::optional<long long> parse_vertex_id(std::string_view word);
// Nothing if it is incomplete; further numbers are ignored.
std::optional<GraphVertex> parse_vertex(GraphHead head, const std::vector<std::string_view>& words);

struct VertexStamp {
  long long id = 0;
  double stamp = 0.0;
};
std::optional<VertexStamp> parse_vertex_stamp(const std::vector<std::string_view>& words);

// Expected form of a line with this tag, for error messages.
const char* graph_line_form(GraphHead head);

}  // namespace rubble::trajectory
