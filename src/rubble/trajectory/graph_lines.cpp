// SPDX-License-Identifier: Apache-2.0
#include "rubble/trajectory/graph_lines.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "rubble/base/text.h"
#include "rubble/serialization/number_limits.h"

namespace rubble::trajectory {
namespace {

struct KnownTag {
  std::string_view word;
  GraphHead head;
  const char* form;
};
constexpr KnownTag kGraphTags[] = {
    {"VERTEX_SE2", {GraphTag::Vertex, false}, "VERTEX_SE2 id x y theta"},
    {"EDGE_SE2", {GraphTag::Edge, false}, "EDGE_SE2 i j dx dy dtheta I11 I12 I13 I22 I23 I33"},
    {"VERTEX_SE3:QUAT", {GraphTag::SpatialVertex, false}, "VERTEX_SE3:QUAT id x y z qx qy qz qw"},
    {"EDGE_SE3:QUAT", {GraphTag::SpatialEdge, false}, "EDGE_SE3:QUAT i j x y z qx qy qz qw I11 .."},
    {"FIX", {GraphTag::Fixed, false}, "FIX id"},
    {"VERTEX2", {GraphTag::Vertex, true}, "VERTEX2 id x y theta"},
    {"EDGE2", {GraphTag::Edge, true}, "EDGE2 i j dx dy dtheta I11 I12 I22 I33 I13 I23"},
    {"VERTEX3", {GraphTag::SpatialVertex, true}, "VERTEX3 id x y z roll pitch yaw"},
    {"EDGE3", {GraphTag::SpatialEdge, true}, "EDGE3 i j x y z roll pitch yaw I11 .."},
};

// As many numbers as wanted from the third word on; nothing if there are fewer.
std::optional<std::vector<double>> vertex_numbers(const std::vector<std::string_view>& words,
                                                  std::size_t count) {
  if (words.size() < count + 2) return std::nullopt;
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = parse_number(words[i + 2]);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

std::optional<Pose> quaternion_pose(const std::vector<double>& n) {
  const Quat rotation(n[6], n[3], n[4], n[5]);
  const double length = rotation.norm();
  if (!(length > 1e-6)) return std::nullopt;
  // What was written with all its digits keeps them.
  const bool is_unit = std::abs(length - 1.0) < 1e-14;
  return Pose{Vec3(n[0], n[1], n[2]), is_unit ? rotation : rotation.normalized()};
}

}  // namespace

GraphHead graph_head(const std::vector<std::string_view>& words) {
  if (words.empty()) return {};
  if (words.size() >= 2 && words[0] == "#" && words[1] == "STAMP") return {GraphTag::Stamp, false};
  for (const KnownTag& tag : kGraphTags)
    if (tag.word == words[0]) return tag.head;
  if (words[0].starts_with("ROBOTLASER")) return {GraphTag::Scan, false};
  return {};
}

std::optional<long long> parse_vertex_id(std::string_view word) {
  long long id = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, id);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return id;
}

std::optional<GraphVertex> parse_vertex(GraphHead head,
                                        const std::vector<std::string_view>& words) {
  const bool is_planar = head.tag == GraphTag::Vertex;
  const auto numbers = vertex_numbers(words, is_planar ? 3 : head.is_toro ? 6 : 7);
  const auto id = words.size() > 1 ? parse_vertex_id(words[1]) : std::nullopt;
  if (!numbers || !id) return std::nullopt;
  const std::vector<double>& n = *numbers;
  if (!is_position(Vec3(n[0], n[1], is_planar ? 0.0 : n[2]))) return std::nullopt;
  const auto is_angle = [](double angle) { return std::abs(angle) <= kMaxAngle; };
  if (!std::all_of(n.begin() + (is_planar ? 2 : 3), n.end(), is_angle)) return std::nullopt;
  if (is_planar) return GraphVertex{*id, make_pose(n[0], n[1], 0.0, 0.0, 0.0, n[2])};
  if (head.is_toro) return GraphVertex{*id, make_pose(n[0], n[1], n[2], n[3], n[4], n[5])};
  const auto pose = quaternion_pose(n);
  if (!pose) return std::nullopt;
  return GraphVertex{*id, *pose};
}

std::optional<VertexStamp> parse_vertex_stamp(const std::vector<std::string_view>& words) {
  const auto id = words.size() == 4 ? parse_vertex_id(words[2]) : std::nullopt;
  const auto stamp = words.size() == 4 ? parse_number(words[3]) : std::nullopt;
  if (!id || !stamp || !is_stamp(*stamp)) return std::nullopt;
  return VertexStamp{*id, *stamp};
}

const char* graph_line_form(GraphHead head) {
  for (const KnownTag& tag : kGraphTags)
    if (tag.head.tag == head.tag && tag.head.is_toro == head.is_toro) return tag.form;
  return "# STAMP id seconds";
}

}  // namespace rubble::trajectory
