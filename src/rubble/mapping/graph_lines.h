// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/geometry/pose.h"

namespace rubble::mapping {

// What lines of g2o and TORO files say. Both are told apart by their tags alone.
enum class GraphTag { None, Vertex, SpatialVertex, Edge, SpatialEdge, Fixed, Stamp, Scan };

struct GraphHead {
  GraphTag tag = GraphTag::None;
  bool is_toro = false;
};
GraphHead graph_head(const std::vector<std::string_view>& words);

// Before the stamp of a vertex, in a comment: neither format has one. "# STAMP id seconds"
constexpr std::string_view kStampMark = "# STAMP";

struct GraphVertex {
  long long id = 0;
  Pose pose;
};

std::optional<long long> parse_vertex_id(std::string_view word);
// Nothing if it is not whole; numbers behind those we know are left alone.
std::optional<GraphVertex> parse_vertex(GraphHead head, const std::vector<std::string_view>& words);

struct VertexStamp {
  long long id = 0;
  double stamp = 0.0;
};
std::optional<VertexStamp> parse_vertex_stamp(const std::vector<std::string_view>& words);

// What a line with this tag should look like.
const char* graph_line_form(GraphHead head);

}  // namespace rubble::mapping
