// SPDX-License-Identifier: Apache-2.0
// Pose graphs on the plane in g2o and TORO files.
#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <unordered_map>

#include "rubble/base/text.h"
#include "rubble/serialization/number_limits.h"
#include "rubble/serialization/number_rows.h"
#include "rubble/serialization/text_lines.h"
#include "rubble/serialization/text_output.h"
#include "rubble/trajectory/constraint.h"
#include "rubble/trajectory/graph_lines.h"
#include "rubble/trajectory/graph_stamps.h"
#include "rubble/trajectory/pose_graph.h"
#include "rubble/trajectory/readers.h"
#include "rubble/trajectory/round_trip_angles.h"

namespace rubble::trajectory {
namespace {

using GraphWords = std::vector<std::string_view>;

constexpr std::size_t kMaxVertices = 10'000'000;
constexpr std::size_t kMaxEdges = 50'000'000;
constexpr std::size_t kMaxUnknownTags = 100;

// Which place of the upper triangle each of the six terms has.
struct MatrixPlace {
  int row;
  int column;
};
constexpr MatrixPlace kG2oOrder[] = {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};
constexpr MatrixPlace kToroOrder[] = {{0, 0}, {0, 1}, {1, 1}, {2, 2}, {0, 2}, {1, 2}};

const MatrixPlace (&order_of(bool is_toro))[6] { return is_toro ? kToroOrder : kG2oOrder; }

bool is_positive_definite(const Mat3& matrix) {
  const double second = matrix(0, 0) * matrix(1, 1) - matrix(0, 1) * matrix(0, 1);
  return matrix(0, 0) > 0.0 && second > 0.0 && matrix.determinant() > 0.0;
}

// An edge before it is known which vertices there are.
struct ReadEdge {
  long long i = 0;
  long long j = 0;
  Pose2 i_from_j;
  Mat3 information = Mat3::Identity();
  int line = 0;
};

class GraphReader {
 public:
  explicit GraphReader(const std::string& path) { file_.path = path; }

  Result<GraphFile> read() {
    auto lines = TextLines::open(file_.path);
    if (!lines) return lines.error();
    GraphWords words;
    while (const auto line = lines->next()) {
      split_fields(*line, words);
      if (words.empty()) continue;
      const auto complaint = take(words, lines->number());
      if (!complaint) continue;
      const auto complained =
          complain({file_.path, lines->number(), lines->has_end()}, *complaint, file_.remarks);
      if (!complained) return complained.error();
    }
    if (lines->problem()) return *lines->problem();
    return finish();
  }

 private:
  std::optional<std::string> take(const GraphWords& words, int line) {
    const GraphHead head = graph_head(words);
    switch (head.tag) {
      case GraphTag::Vertex:
        return take_vertex(head, words);
      case GraphTag::Edge:
        return take_edge(head, words, line);
      case GraphTag::Fixed:
        return take_fixed(words);
      case GraphTag::Stamp:
        return take_stamp(words);
      case GraphTag::Scan:
        return take_scan(words);
      case GraphTag::SpatialVertex:
      case GraphTag::SpatialEdge:
        return "this graph is in space (3-D); such graphs are read as trajectories only";
      case GraphTag::None:
        break;
    }
    if (!words[0].starts_with('#')) count_unknown(std::string(words[0].substr(0, 40)));
    return std::nullopt;
  }

  // Graphs keep no scans, only their stamps.
  std::optional<std::string> take_scan(const GraphWords& words) {
    if (stamps_.count() >= 2 * kMaxVertices) return "there are more scans than vertices may be";
    const std::optional<long long> vertex =
        file_.ids.empty() ? std::nullopt : std::optional(file_.ids.back());
    stamps_.add_scan(words, vertex);
    count_unknown(std::string(words[0].substr(0, 40)));
    return std::nullopt;
  }

  // A file of another kind has a tag of its own in every line.
  void count_unknown(const std::string& tag) {
    if (unknown_tags_.size() < kMaxUnknownTags || unknown_tags_.contains(tag))
      ++unknown_tags_[tag];
    else
      ++more_unknown_;
  }

  static std::string wanted(GraphHead head) {
    return fmt::format("wanted '{}' with numbers that are possible", graph_line_form(head));
  }

  std::optional<std::string> take_vertex(GraphHead head, const GraphWords& words) {
    const auto id = words.size() > 1 ? parse_vertex_id(words[1]) : std::nullopt;
    const auto pose = plan_pose(words, 2);
    if (!id || !pose) return wanted(head);
    if (file_.ids.size() == kMaxVertices) return "there are more than 10 million vertices";
    if (!index_.try_emplace(*id, static_cast<int>(file_.ids.size())).second)
      return fmt::format("vertex {} is there twice", *id);
    file_.ids.push_back(*id);
    file_.graph.poses.push_back(*pose);
    return std::nullopt;
  }

  std::optional<std::string> take_edge(GraphHead head, const GraphWords& words, int line) {
    if (words.size() < 12) return wanted(head);
    const auto i = parse_vertex_id(words[1]), j = parse_vertex_id(words[2]);
    const auto pose = plan_pose(words, 3);
    if (!i || !j || !pose) return wanted(head);
    if (edges_.size() == kMaxEdges) return "there are more than 50 million edges";
    ReadEdge edge{*i, *j, *pose, Mat3::Zero(), line};
    for (std::size_t term = 0; term < 6; ++term) {
      const auto value = parse_number(words[6 + term]);
      if (!value) return wanted(head);
      const auto [row, column] = order_of(head.is_toro)[term];
      edge.information(row, column) = edge.information(column, row) = *value;
    }
    edges_.push_back(edge);
    return std::nullopt;
  }

  std::optional<std::string> take_fixed(const GraphWords& words) {
    for (std::size_t k = 1; k < words.size(); ++k) {
      const auto id = parse_vertex_id(words[k]);
      if (!id) return wanted({GraphTag::Fixed, false});
      if (fixed_.size() == kMaxVertices) return "there are more FIX than vertices may be";
      fixed_.push_back(*id);
    }
    return std::nullopt;
  }

  std::optional<std::string> take_stamp(const GraphWords& words) {
    const auto stamp = parse_vertex_stamp(words);
    if (!stamp) return wanted({GraphTag::Stamp, false});
    if (stamps_.count() >= 2 * kMaxVertices) return "there are more stamps than vertices may be";
    stamps_.add_comment(stamp->id, stamp->stamp, words[3]);
    return std::nullopt;
  }

  static std::optional<Pose2> plan_pose(const GraphWords& words, std::size_t first) {
    if (words.size() < first + 3) return std::nullopt;
    const auto x = parse_number(words[first]), y = parse_number(words[first + 1]),
               theta = parse_number(words[first + 2]);
    if (!x || !y || !theta || !is_pose({*x, *y, *theta})) return std::nullopt;
    return Pose2{*x, *y, *theta};
  }

  Result<GraphFile> finish() {
    if (file_.ids.empty())
      return Error{{file_.path}, "there is not one vertex (VERTEX_SE2 or VERTEX2) in this file"};
    if (const auto joined = join_edges(); !joined) return joined.error();
    for (const long long id : fixed_)
      if (const auto found = index_.find(id); found != index_.end())
        file_.graph.fixed.push_back(found->second);
    if (file_.graph.fixed.size() < fixed_.size())
      file_.remarks.emplace_back("A FIX names a vertex that is not there; it is left out.");
    take_over_stamps();
    for (const auto& [tag, count] : unknown_tags_) {
      if (file_.remarks.size() > 20) break;
      file_.remarks.push_back(fmt::format("{} lines '{}' are left out.", count, tag));
    }
    if (more_unknown_ > 0)
      file_.remarks.push_back(
          fmt::format("{} lines with other tags are left out, too.", more_unknown_));
    return std::move(file_);
  }

  Result<void> join_edges() {
    std::size_t weak = 0, rings = 0;
    for (const ReadEdge& edge : edges_) {
      const auto i = index_.find(edge.i), j = index_.find(edge.j);
      if (i == index_.end() || j == index_.end())
        return Error{{file_.path, edge.line},
                     fmt::format("there is no vertex {} for this edge",
                                 i == index_.end() ? edge.i : edge.j)};
      if (edge.i == edge.j) {
        ++rings;
        continue;
      }
      if (!is_positive_definite(edge.information)) ++weak;
      file_.graph.edges.push_back({i->second, j->second, edge.i_from_j, edge.information, false});
    }
    if (weak > 0)
      file_.remarks.push_back(
          fmt::format("{} edges have an information matrix that is not positive definite.", weak));
    if (rings > 0)
      file_.remarks.push_back(
          fmt::format("{} edges lead from a vertex to itself and are left out.", rings));
    return {};
  }

  void take_over_stamps() {
    file_.stamps = stamps_.of(file_.ids).value_or(std::vector<double>{});
    if (std::string remark = stamps_.remark(file_.ids); !remark.empty())
      file_.remarks.push_back(std::move(remark));
  }

  GraphFile file_;
  std::unordered_map<long long, int> index_;
  std::vector<ReadEdge> edges_;
  std::vector<long long> fixed_;
  GraphStamps stamps_;
  std::map<std::string, std::size_t> unknown_tags_;
  std::size_t more_unknown_ = 0;  // of tags beyond those
};

// In the order of the ids, as the vertices are read as a trajectory.
Result<void> stamp_vertices(GraphFile& file, const std::string& times) {
  StampFacts facts;
  auto stamps = read_times(times, file.ids.size(), file.path, facts, file.remarks);
  if (!stamps) return stamps.error();
  std::vector<double> sorted = *stamps;
  std::sort(sorted.begin(), sorted.end());
  if (const StampUnit unit = stamp_unit(sorted); unit.per_second > 1.0) {
    for (double& stamp : *stamps) stamp /= unit.per_second;
    file.remarks.push_back(
        fmt::format("Stamps are in {}; they were turned into seconds.", unit.name));
  }
  std::vector<std::size_t> order(file.ids.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t one, std::size_t other) { return file.ids[one] < file.ids[other]; });
  file.stamps.resize(file.ids.size());
  for (std::size_t k = 0; k < order.size(); ++k) file.stamps[order[k]] = (*stamps)[k];
  return {};
}

void write_pose(TextOutput& out, const Pose2& pose) {
  out << " " << pose.x << " " << pose.y << " " << pose.theta;
}

void write_edge(TextOutput& out, const GraphFile& file, const GraphEdge& edge, bool is_toro) {
  out << (is_toro ? "EDGE2 " : "EDGE_SE2 ")
      << std::to_string(file.ids[static_cast<std::size_t>(edge.i)]) << " "
      << std::to_string(file.ids[static_cast<std::size_t>(edge.j)]);
  write_pose(out, edge.i_from_j);
  for (const auto& [row, column] : order_of(is_toro)) out << " " << edge.information(row, column);
  out << "\n";
}

}  // namespace

Result<GraphFile> read_graph(const std::string& path, const std::string& times) {
  auto file = GraphReader(path).read();
  if (!file || times.empty()) return file;
  if (const auto stamped = stamp_vertices(*file, times); !stamped) return stamped.error();
  return file;
}

Result<void> write_graph(const std::string& path, const GraphFile& file,
                         std::optional<GraphFormat> format) {
  RUBBLE_ASSERT(file.ids.size() == file.graph.poses.size());
  RUBBLE_ASSERT(file.stamps.empty() || file.stamps.size() == file.ids.size());
  const bool is_toro =
      format ? *format == GraphFormat::Toro : path.ends_with(".graph") || path.ends_with(".toro");
  if (!format && !is_toro && !path.ends_with(".g2o"))
    return Error{{path}, "cannot tell the format by this name: end it with .g2o or .graph (TORO)"};
  TextOutput out(path);
  for (std::size_t i = 0; i < file.ids.size(); ++i) {
    const std::string id = std::to_string(file.ids[i]);
    if (!file.stamps.empty()) out << kStampMark << " " << id << " " << file.stamps[i] << "\n";
    out << (is_toro ? "VERTEX2 " : "VERTEX_SE2 ") << id;
    write_pose(out, file.graph.poses[i]);
    out << "\n";
  }
  if (!is_toro)
    for (const int index : file.graph.fixed)
      out << "FIX " << std::to_string(file.ids[static_cast<std::size_t>(index)]) << "\n";
  for (const GraphEdge& edge : file.graph.edges) write_edge(out, file, edge, is_toro);
  return out.finish();
}

Result<std::vector<Relation>> relations_of(const GraphFile& file) {
  if (file.stamps.empty())
    return Error{{file.path},
                 "its vertices have no stamps ('# STAMP id seconds'), so that its edges cannot be "
                 "relations"};
  std::vector<Relation> relations;
  relations.reserve(file.graph.edges.size());
  for (const GraphEdge& edge : file.graph.edges)
    relations.push_back({file.stamps[static_cast<std::size_t>(edge.i)],
                         file.stamps[static_cast<std::size_t>(edge.j)], spatial(edge.i_from_j)});
  return relations;
}

namespace {

// One vertex a stamp.
class StampedGraph {
 public:
  explicit StampedGraph(std::map<double, int> stamps) : index_(std::move(stamps)) {
    for (auto& [stamp, place] : index_) {
      place = static_cast<int>(file_.ids.size());
      file_.ids.push_back(place);
      file_.stamps.push_back(stamp);
    }
    file_.graph.poses.resize(file_.ids.size());
  }

  void add(double stamp_i, double stamp_j, const Pose2& i_from_j, const Mat3& information) {
    file_.graph.edges.push_back(
        {index_[stamp_i], index_[stamp_j], i_from_j, information, /*is_robust=*/false});
  }
  // Vertices that no edge leads to begin anew where the map does.
  GraphFile finish_along_edges();
  GraphFile finish_along(const std::vector<StampedPose>& way) {
    for (std::size_t i = 0; i < file_.ids.size(); ++i)
      file_.graph.poses[i] = plan_pose_at(way, file_.stamps[i]).value_or(Pose2{});
    return std::move(file_);
  }

 private:
  std::map<double, int> index_;
  GraphFile file_;
};

GraphFile StampedGraph::finish_along_edges() {
  PoseGraph& graph = file_.graph;
  std::vector<std::vector<std::size_t>> edges_of(graph.poses.size());
  for (std::size_t k = 0; k < graph.edges.size(); ++k)
    for (const int end : {graph.edges[k].i, graph.edges[k].j})
      edges_of[static_cast<std::size_t>(end)].push_back(k);
  std::vector<bool> is_placed(graph.poses.size(), false);
  std::vector<int> open;
  for (std::size_t first = 0; first < graph.poses.size(); ++first) {
    if (is_placed[first]) continue;
    is_placed[first] = true;
    open.assign(1, static_cast<int>(first));
    // The nearest first, so that few errors add up.
    for (std::size_t next = 0; next < open.size(); ++next)
      for (const std::size_t k : edges_of[static_cast<std::size_t>(open[next])]) {
        const GraphEdge& edge = graph.edges[k];
        const bool is_forward = edge.i == open[next];
        const int other = is_forward ? edge.j : edge.i;
        if (is_placed[static_cast<std::size_t>(other)]) continue;
        is_placed[static_cast<std::size_t>(other)] = true;
        graph.poses[static_cast<std::size_t>(other)] =
            graph.poses[static_cast<std::size_t>(open[next])] *
            (is_forward ? edge.i_from_j : edge.i_from_j.inverse());
        open.push_back(other);
      }
  }
  return std::move(file_);
}

}  // namespace

GraphFile graph_of(const std::vector<Relation>& relations, const Trajectory* start) {
  std::map<double, int> stamps;
  for (const Relation& relation : relations)
    stamps[relation.stamp_i] = stamps[relation.stamp_j] = 0;
  StampedGraph graph(std::move(stamps));
  for (const Relation& relation : relations) {
    const double yaw = round_trip_angles(relation.i_from_j.rotation).yaw;
    const Vec3& position = relation.i_from_j.position;
    graph.add(relation.stamp_i, relation.stamp_j, {position.x(), position.y(), yaw},
              Mat3::Identity());
  }
  return start != nullptr ? graph.finish_along(start->poses) : graph.finish_along_edges();
}

GraphFile graph_of(const ConstraintFile& constraints) {
  std::map<double, int> stamps;
  const auto counts = [](const Constraint& each) {
    return each.state != ConstraintState::Rejected;
  };
  for (const Constraint& each : constraints.constraints)
    if (counts(each)) stamps[each.stamp_i] = stamps[each.stamp_j] = 0;
  StampedGraph graph(std::move(stamps));
  for (const Constraint& each : constraints.constraints) {
    if (!counts(each)) continue;
    // Exact ones have no covariance.
    const bool has_covariance = each.covariance.determinant() > 0.0;
    graph.add(each.stamp_i, each.stamp_j, each.i_from_j,
              has_covariance ? Mat3(each.covariance.inverse()) : Mat3::Identity());
  }
  return graph.finish_along_edges();
}

}  // namespace rubble::trajectory
