// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/truth_messages.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace rubble::server {

namespace {

using groundtruth::TruthGraph;
using trajectory::Constraint;
using MessageJson = nlohmann::json;

constexpr std::size_t kMaxMapPoints = 300'000;  // total; a page draws them often
constexpr std::size_t kMaxScanPoints = 20'000;  // of one scan in the detail view

viewer_protocol::Frame frame_of(const MessageJson& json) {
  return viewer_protocol::text_frame(
      json.dump(-1, ' ', false, MessageJson::error_handler_t::replace));
}

// Hits as integers, mm: x, y, x, y, ...
MessageJson points_json(const slam::PlanarScan& scan, std::size_t most) {
  const std::size_t step = 1 + scan.hits.size() / std::max<std::size_t>(1, most);
  MessageJson points = MessageJson::array();
  for (std::size_t k = 0; k < scan.hits.size(); k += step)
    for (const float part : {scan.hits[k].x(), scan.hits[k].y()})
      points.push_back(std::lround(1000.0 * static_cast<double>(part)));
  return points;
}

MessageJson pose_json(const Pose2& pose) { return {pose.x, pose.y, pose.theta}; }

// Precision sufficient for drawing.
double shortened(double value) { return std::round(1e6 * value) / 1e6; }

MessageJson constraint_json(const Constraint& constraint, const TruthGraph& graph) {
  const auto ends = graph.ends_of(constraint);
  MessageJson sigmas = MessageJson::array();
  for (int k = 0; k < 3; ++k)
    sigmas.push_back(std::sqrt(std::max(0.0, constraint.covariance(k, k))));
  return {{"i", ends ? ends->i : -1},
          {"j", ends ? ends->j : -1},
          {"stamp_i", constraint.stamp_i},
          {"stamp_j", constraint.stamp_j},
          {"pose", pose_json(constraint.i_from_j)},
          {"proposed", pose_json(constraint.proposed)},
          {"sigmas", sigmas},
          {"score", constraint.score},
          {"kind", trajectory::word_of(constraint.kind)},
          {"state", trajectory::word_of(constraint.state)},
          {"source", trajectory::word_of(constraint.source)},
          {"maker", constraint.maker},
          {"who", constraint.verifier},
          {"when", constraint.when},
          {"note", constraint.note}};
}

}  // namespace

viewer_protocol::Frame truth_hello(const TruthFacts& facts, const TruthGraph& graph,
                                   std::span<const Constraint> constraints,
                                   std::span<const std::size_t> order, bool can_undo) {
  MessageJson stamps = MessageJson::array(), points = MessageJson::array();
  const std::size_t most = kMaxMapPoints / std::max<std::size_t>(1, graph.scans().size());
  for (const slam::PlanarScan& scan : graph.scans()) {
    stamps.push_back(scan.stamp);
    points.push_back(points_json(scan, most));
  }
  MessageJson list = MessageJson::array();
  for (const Constraint& constraint : constraints)
    list.push_back(constraint_json(constraint, graph));
  return frame_of({{"type", "hello"},
                   {"program", facts.program},
                   {"log", facts.log},
                   {"file", facts.file},
                   {"who", facts.who},
                   {"stamps", stamps},
                   {"points", points},
                   {"constraints", list},
                   {"order", std::vector<std::size_t>(order.begin(), order.end())},
                   {"can_undo", can_undo}});
}

viewer_protocol::Frame truth_constraint(std::size_t at, const Constraint& constraint,
                                        const TruthGraph& graph, bool can_undo) {
  return frame_of({{"type", "constraint"},
                   {"at", at},
                   {"constraint", constraint_json(constraint, graph)},
                   {"can_undo", can_undo}});
}

viewer_protocol::Frame truth_removed(std::size_t at, bool can_undo) {
  return frame_of({{"type", "removed"}, {"at", at}, {"can_undo", can_undo}});
}

viewer_protocol::Frame truth_graph_frame(const TruthGraph& graph,
                                         const groundtruth::PathCoverage& coverage, double moved) {
  MessageJson poses = MessageJson::array();
  for (const Pose2& pose : graph.poses())
    for (const double part : {pose.x, pose.y, pose.theta}) poses.push_back(shortened(part));
  std::string touched;
  for (const bool is_touched : coverage.is_touched) touched += is_touched ? '1' : '0';
  return frame_of(
      {{"type", "graph"},
       {"poses", poses},
       {"coverage",
        {{"length", coverage.length_share}, {"time", coverage.time_share}, {"touched", touched}}},
       {"cost", graph.solution().final_cost},
       {"moved", moved}});
}

viewer_protocol::Frame truth_scans(std::size_t at, const slam::PlanarScan& scan_i,
                                   const slam::PlanarScan& scan_j) {
  return frame_of({{"type", "scans"},
                   {"at", at},
                   {"scan_i", points_json(scan_i, kMaxScanPoints)},
                   {"scan_j", points_json(scan_j, kMaxScanPoints)}});
}

viewer_protocol::Frame truth_match(std::size_t at, const slam::ScanMatch& match) {
  return frame_of({{"type", "match"},
                   {"at", at},
                   {"pose", pose_json(match.reference_from_scan)},
                   {"score", match.score}});
}

viewer_protocol::Frame truth_relations(const std::string& name, const std::string& text) {
  return frame_of({{"type", "relations"}, {"name", name}, {"text", text}});
}

viewer_protocol::Frame truth_answer(int id, bool ok, const std::string& text) {
  return frame_of({{"type", "answer"}, {"id", id}, {"ok", ok}, {"text", text}});
}

}  // namespace rubble::server
