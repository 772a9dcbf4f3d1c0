// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/graph_slam.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "rubble/slam/2d/information.h"
#include "rubble/slam/2d/loop_closure.h"
#include "rubble/slam/2d/pose_graph_solver.h"
#include "rubble/slam/2d/scan_match.h"
#include "rubble/slam/2d/scan_matching_odometry.h"

namespace rubble::slam {
namespace {

constexpr double kDriftPerMetre = 0.03;       // m of drift per metre of path
constexpr double kTurnDriftPerMetre = 0.004;  // rad
constexpr double kMinReach = 0.3;             // m
constexpr double kMinTurn = 0.08;             // rad
constexpr double kMaxReach = 12.0;            // m
constexpr double kMaxTurn = 0.6;              // rad
constexpr double kOverlapDistance = 3.0;      // m; scans within this distance overlap
constexpr double kTurnAsPathLength = 0.5;     // m of path per radian of rotation
constexpr int kMaxLoopCandidates = 8;         // submaps that one scan window is matched against
constexpr double kSignificantDistance = 0.1;  // m; a larger correction is optimised at once
constexpr double kSignificantTurn = 0.02;     // rad
// Lower limits of the standard deviations of odometry edges.
constexpr double kMinStepSigma = 0.01;            // m
constexpr double kStepSigmaPerMetre = 0.01;       // m
constexpr double kMinStepTurnSigma = 0.003;       // rad
constexpr double kStepTurnSigmaPerMetre = 0.003;  // rad
constexpr double kRobustScales[] = {20.0, 5.0};   // sigmas
constexpr double kRejectedWeight = 0.05;          // weight below which a loop closure is an outlier
constexpr int kRefinementRounds = 2;

}  // namespace

struct GraphSlam::Parts {
  explicit Parts(const SlamSettings& what)
      : settings(what),
        tracker({.matches_scans = what.method != SlamMethod::Odometry}),
        detector(tracker.nodes(), tracker.submaps()) {}

  SlamSettings settings;
  ScanMatchingOdometry tracker;
  LoopClosureDetector detector;
  Pose2 start;                     // odometry of the first scan
  std::vector<double> stamps;      // of the scans
  std::vector<Pose2> local_poses;  // of the scans, in the local frame
  std::vector<int> scan_nodes;     // the last node at or before each scan
  std::vector<Pose2> poses;        // of the scans
  std::vector<Pose2> nodes;        // in the world
  std::vector<LoopClosure> loops;
  std::vector<double> loop_weights;
  int detected_up_to = 0;  // nodes
  SlamReport report;

  void add_scan(const PlanarScan& scan);
  void finish();
  void add_new_nodes();
  void update_scan_poses();
  void detect_loops();
  struct Candidate {
    double distance = 0.0;  // m
    int submap = 0;
    SearchWindow window;
  };
  double distance_to(const Submap& submap, const Pose2& place) const;
  std::vector<Candidate> candidates_for(int first_node) const;
  void detect_loops_of(int first_node);
  bool is_significant(const LoopClosure& loop) const;
  void optimise_graph();
  void refine_loop_closures();
  std::vector<double> graph_distances_from(int node) const;
  trajectory::PoseGraph graph() const;
};

void GraphSlam::Parts::add_scan(const PlanarScan& scan) {
  if (stamps.empty()) start = scan.odometry;
  local_poses.push_back(tracker.add_scan(scan));
  stamps.push_back(scan.stamp);
  scan_nodes.push_back(static_cast<int>(tracker.nodes().size()) - 1);
  add_new_nodes();
  const Node& node = tracker.nodes().back();
  poses.push_back(nodes.back() * (node.local.inverse() * local_poses.back()));
  if (settings.method == SlamMethod::Graph) detect_loops();
}

void GraphSlam::Parts::add_new_nodes() {
  const auto& tracked = tracker.nodes();
  for (std::size_t k = nodes.size(); k < tracked.size(); ++k)
    nodes.push_back(k == 0 ? start * tracked[0].local
                           : nodes[k - 1] * (tracked[k - 1].local.inverse() * tracked[k].local));
}

void GraphSlam::Parts::update_scan_poses() {
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    const auto node = static_cast<std::size_t>(scan_nodes[i]);
    poses[i] = nodes[node] * (tracker.nodes()[node].local.inverse() * local_poses[i]);
  }
}

void GraphSlam::Parts::detect_loops() {
  while (detected_up_to + LoopClosureDetector::kWindowNodes <= static_cast<int>(nodes.size())) {
    detect_loops_of(detected_up_to);
    detected_up_to += LoopClosureDetector::kWindowNodes / 2;
  }
}

// Graph distance from a node to every other, m: shortest path over odometry edges and loop closures
// (Dijkstra). Drift grows with it.
std::vector<double> GraphSlam::Parts::graph_distances_from(int node) const {
  std::vector<std::vector<int>> shortcuts(nodes.size());
  for (const LoopClosure& loop : loops) {
    shortcuts[static_cast<std::size_t>(loop.i)].push_back(loop.j);
    shortcuts[static_cast<std::size_t>(loop.j)].push_back(loop.i);
  }
  std::vector<double> distances(nodes.size(), std::numeric_limits<double>::infinity());
  using Step = std::pair<double, int>;
  std::priority_queue<Step, std::vector<Step>, std::greater<>> open;
  const auto reach = [&](int to, double way) {
    if (way >= distances[static_cast<std::size_t>(to)]) return;
    distances[static_cast<std::size_t>(to)] = way;
    open.emplace(way, to);
  };
  const auto length = [&](int a, int b) {
    const Pose2 step = tracker.nodes()[static_cast<std::size_t>(a)].local.inverse() *
                       tracker.nodes()[static_cast<std::size_t>(b)].local;
    return std::hypot(step.x, step.y) + kTurnAsPathLength * std::abs(step.theta);
  };
  reach(node, 0.0);
  while (!open.empty()) {
    const auto [way, at] = open.top();
    open.pop();
    if (way > distances[static_cast<std::size_t>(at)]) continue;
    if (at > 0) reach(at - 1, way + length(at, at - 1));
    if (at + 1 < static_cast<int>(nodes.size())) reach(at + 1, way + length(at, at + 1));
    for (const int other : shortcuts[static_cast<std::size_t>(at)]) reach(other, way + 0.1);
  }
  return distances;
}

// Distance from a pose to the nearest node of a submap, m.
double GraphSlam::Parts::distance_to(const Submap& submap, const Pose2& place) const {
  double nearest = std::numeric_limits<double>::infinity();
  for (int k = submap.first_node; k <= submap.last_node; k += 2)
    nearest = std::min(nearest,
                       (nodes[static_cast<std::size_t>(k)].position() - place.position()).norm());
  return nearest;
}

// Older submaps that this scan window may overlap, the nearest first.
std::vector<GraphSlam::Parts::Candidate> GraphSlam::Parts::candidates_for(int first_node) const {
  const int middle = detector.middle_of(first_node);
  const Pose2& here = nodes[static_cast<std::size_t>(middle)];
  std::vector<double> distances;
  std::vector<Candidate> candidates;
  for (int s = 0; s < static_cast<int>(tracker.submaps().size()); ++s) {
    const Submap& submap = tracker.submaps()[static_cast<std::size_t>(s)];
    if (submap.last_node >= first_node) continue;
    if (distances.empty()) distances = graph_distances_from(middle);
    double way = std::numeric_limits<double>::infinity();
    for (int k = submap.first_node; k <= submap.last_node; k += 2)
      way = std::min(way, distances[static_cast<std::size_t>(k)]);
    const SearchWindow window{std::min(kMinReach + kDriftPerMetre * way, kMaxReach),
                              std::min(kMinTurn + kTurnDriftPerMetre * way, kMaxTurn)};
    const double distance = distance_to(submap, here);
    if (distance < window.reach + kOverlapDistance) candidates.push_back({distance, s, window});
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.distance < b.distance; });
  if (candidates.size() > kMaxLoopCandidates) candidates.resize(kMaxLoopCandidates);
  return candidates;
}

void GraphSlam::Parts::detect_loops_of(int first_node) {
  const Pose2 here = nodes[static_cast<std::size_t>(detector.middle_of(first_node))];
  bool has_significant = false;
  for (const Candidate& candidate : candidates_for(first_node)) {
    const int anchor = tracker.submaps()[static_cast<std::size_t>(candidate.submap)].first_node;
    ++report.loop_candidates;
    const auto loop =
        detector.find(candidate.submap, first_node,
                      {nodes[static_cast<std::size_t>(anchor)].inverse() * here, candidate.window});
    if (!loop) continue;
    loops.push_back(*loop);
    has_significant = has_significant || is_significant(*loop);
  }
  if (has_significant) optimise_graph();
}

bool GraphSlam::Parts::is_significant(const LoopClosure& loop) const {
  const Pose2 known =
      nodes[static_cast<std::size_t>(loop.i)].inverse() * nodes[static_cast<std::size_t>(loop.j)];
  const Pose2 off = known.inverse() * loop.i_from_j;
  return std::hypot(off.x, off.y) > kSignificantDistance || std::abs(off.theta) > kSignificantTurn;
}

trajectory::PoseGraph GraphSlam::Parts::graph() const {
  trajectory::PoseGraph graph;
  graph.poses = nodes;
  const auto& tracked = tracker.nodes();
  const auto add = [&](int i, int j) {
    const Node &from = tracked[static_cast<std::size_t>(i)],
               &to = tracked[static_cast<std::size_t>(j)];
    const Pose2 between = from.local.inverse() * to.local;
    const double way = std::hypot(between.x, between.y);
    const Mat3 information = turned_axes(to.information, between.theta);
    graph.edges.push_back({i, j, between,
                           weakened(information, kMinStepSigma + kStepSigmaPerMetre * way,
                                    kMinStepTurnSigma + kStepTurnSigmaPerMetre * way),
                           false});
  };
  for (int k = 1; k < static_cast<int>(nodes.size()); ++k) add(k - 1, k);
  for (const Submap& submap : tracker.submaps())
    for (int k = submap.first_node + 2; k <= submap.last_node; ++k) add(submap.first_node, k);
  for (const LoopClosure& loop : loops)
    graph.edges.push_back({loop.i, loop.j, loop.i_from_j, loop.information, true});
  return graph;
}

// Graduated robustness: quadratic loss first, so that distant true loops converge, then
// Geman-McClure with scale 20 and 5 sigma.
void GraphSlam::Parts::optimise_graph() {
  trajectory::PoseGraph all = graph();
  std::vector<trajectory::GraphEdge> edges = all.edges;
  for (trajectory::GraphEdge& edge : all.edges) edge.is_robust = false;
  optimise(all, {.max_iterations = 10});
  all.edges = std::move(edges);
  GraphSolution solution;
  for (const double scale : kRobustScales)
    solution = optimise(all, {.max_iterations = 10, .robust_scale = scale});
  nodes = all.poses;
  loop_weights.assign(solution.edge_weights.end() - static_cast<std::ptrdiff_t>(loops.size()),
                      solution.edge_weights.end());
  update_scan_poses();
}

// Matches all overlapping pairs of scan window and submap again from the optimised poses, including
// those that the incremental search missed.
void GraphSlam::Parts::refine_loop_closures() {
  loops.clear();
  for (int first = 0; first + LoopClosureDetector::kWindowNodes <= static_cast<int>(nodes.size());
       first += LoopClosureDetector::kWindowNodes / 2) {
    const int middle = detector.middle_of(first);
    const Pose2& here = nodes[static_cast<std::size_t>(middle)];
    for (int s = 0; s < static_cast<int>(tracker.submaps().size()); ++s) {
      const Submap& submap = tracker.submaps()[static_cast<std::size_t>(s)];
      if (submap.last_node >= first &&
          submap.first_node <= first + LoopClosureDetector::kWindowNodes)
        continue;
      if (distance_to(submap, here) > kOverlapDistance) continue;
      const Pose2 guess = nodes[static_cast<std::size_t>(submap.first_node)].inverse() * here;
      if (const auto loop = detector.rematch(s, first, guess)) loops.push_back(*loop);
    }
  }
  optimise_graph();
}

void GraphSlam::Parts::finish() {
  tracker.finish();
  if (settings.method == SlamMethod::Graph) {
    optimise_graph();
    for (int round = 0; round < kRefinementRounds; ++round) refine_loop_closures();
  }
  report.scans = static_cast<int>(stamps.size());
  report.unmatched_scans = tracker.unmatched_scans();
  report.scans_without_odometry = tracker.scans_without_odometry();
  for (const int scan : tracker.ambiguous_scans())
    report.ambiguous_stamps.push_back(stamps[static_cast<std::size_t>(scan)]);
  report.submaps = static_cast<int>(tracker.submaps().size());
  report.loop_closures = static_cast<int>(loops.size());
  report.rejected_loop_closures = static_cast<int>(std::count_if(
      loop_weights.begin(), loop_weights.end(), [](double t) { return t < kRejectedWeight; }));
}

GraphSlam::GraphSlam(const SlamSettings& settings) : parts_(std::make_unique<Parts>(settings)) {}
GraphSlam::~GraphSlam() = default;
void GraphSlam::add_scan(const PlanarScan& scan) { parts_->add_scan(scan); }
void GraphSlam::finish() { parts_->finish(); }
const std::vector<Pose2>& GraphSlam::poses() const { return parts_->poses; }
const SlamReport& GraphSlam::report() const { return parts_->report; }

std::vector<trajectory::Constraint> GraphSlam::constraints() const {
  std::vector<trajectory::Constraint> constraints;
  const auto add = [&](int i, int j, const Pose2& i_from_j, const Mat3& information, double score) {
    const auto stamp = [&](int node) {
      const int scan = parts_->tracker.nodes()[static_cast<std::size_t>(node)].scan;
      return parts_->stamps[static_cast<std::size_t>(scan)];
    };
    const bool is_forward = stamp(i) <= stamp(j);
    trajectory::Constraint constraint;
    constraint.stamp_i = stamp(is_forward ? i : j);
    constraint.stamp_j = stamp(is_forward ? j : i);
    constraint.i_from_j = constraint.proposed = is_forward ? i_from_j : i_from_j.inverse();
    constraint.covariance = is_forward ? covariance_of(information)
                                       : inverse_covariance(covariance_of(information), i_from_j);
    constraint.score = score;
    constraint.kind = constraint.stamp_j - constraint.stamp_i > trajectory::kLoopSeconds
                          ? trajectory::ConstraintKind::LoopClosure
                          : trajectory::ConstraintKind::Neighbour;
    constraint.maker = "rubble slam";
    constraints.push_back(std::move(constraint));
  };
  const trajectory::PoseGraph graph = parts_->graph();
  const std::size_t chain = parts_->nodes.empty() ? 0 : parts_->nodes.size() - 1;
  for (std::size_t k = 0; k < chain; ++k) {
    const trajectory::GraphEdge& edge = graph.edges[k];
    add(edge.i, edge.j, edge.i_from_j, edge.information, 1.0);
  }
  for (std::size_t k = 0; k < parts_->loops.size(); ++k) {
    const LoopClosure& loop = parts_->loops[k];
    add(loop.i, loop.j, loop.i_from_j, loop.information, loop.score);
    if (k >= parts_->loop_weights.size() || parts_->loop_weights[k] >= kRejectedWeight) continue;
    constraints.back().state = trajectory::ConstraintState::Rejected;
    constraints.back().note = "disagrees with the others";
  }
  return constraints;
}

}  // namespace rubble::slam
