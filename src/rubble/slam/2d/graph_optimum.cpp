// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/graph_optimum.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace rubble::slam {
namespace {

using Mat2 = Eigen::Matrix2d;

constexpr double kOptimumScales[] = {20.0, 5.0};  // sigmas, of the robust loss, one after another
constexpr double kRejectedTrust = 0.05;

Vec3 edge_error(const trajectory::GraphEdge& edge, const trajectory::PoseGraph& graph) {
  const Pose2 between = graph.poses[static_cast<std::size_t>(edge.i)].inverse() *
                        graph.poses[static_cast<std::size_t>(edge.j)];
  return {between.x - edge.i_from_j.x, between.y - edge.i_from_j.y,
          wrap_angle(between.theta - edge.i_from_j.theta)};
}

double chi2_of_edge(const trajectory::GraphEdge& edge, const trajectory::PoseGraph& graph) {
  const Vec3 error = edge_error(edge, graph);
  return error.dot(edge.information * error);
}

Result<void> check_information(const trajectory::GraphFile& file) {
  constexpr double kRounding = 1e-9;
  for (const trajectory::GraphEdge& edge : file.graph.edges) {
    const Vec3 values =
        Eigen::SelfAdjointEigenSolver<Mat3>(edge.information, Eigen::EigenvaluesOnly).eigenvalues();
    if (values.minCoeff() >= -kRounding * std::abs(values.maxCoeff())) continue;
    return Error{{file.path},
                 fmt::format("the information matrix of the edge from {} to {} has a negative "
                             "eigenvalue ({:.3g}); it wants an inverse covariance",
                             file.ids[static_cast<std::size_t>(edge.i)],
                             file.ids[static_cast<std::size_t>(edge.j)], values.minCoeff())};
  }
  return {};
}

// The first vertex of each part.
std::vector<int> roots_of(const trajectory::PoseGraph& graph) {
  std::vector<int> root(graph.poses.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int k) {
    while (root[static_cast<std::size_t>(k)] != k)
      k = root[static_cast<std::size_t>(k)] =
          root[static_cast<std::size_t>(root[static_cast<std::size_t>(k)])];
    return k;
  };
  for (const trajectory::GraphEdge& edge : graph.edges) {
    const int i = find(edge.i), j = find(edge.j);
    root[static_cast<std::size_t>(std::max(i, j))] = std::min(i, j);
  }
  for (int k = 0; k < static_cast<int>(root.size()); ++k)
    root[static_cast<std::size_t>(k)] = find(k);
  return root;
}

struct Held {
  std::vector<int> vertices;
  int parts = 0;
};

Held held_vertices(const trajectory::PoseGraph& graph) {
  const std::vector<int> roots = roots_of(graph);
  std::vector<bool> has_fixed(graph.poses.size(), false);
  Held held{graph.fixed};
  for (const int k : graph.fixed)
    has_fixed[static_cast<std::size_t>(roots[static_cast<std::size_t>(k)])] = true;
  for (int k = 0; k < static_cast<int>(roots.size()); ++k) {
    if (roots[static_cast<std::size_t>(k)] != k) continue;
    ++held.parts;
    if (!has_fixed[static_cast<std::size_t>(k)]) held.vertices.push_back(k);
  }
  return held;
}

// Linear least squares over two numbers a vertex, of which some are known. Every equation is
// |weight (left x_i + right x_j - value)|^2.
class PlaneEquations {
 public:
  PlaneEquations(std::size_t vertices, const std::vector<int>& held) : place_(vertices, 0) {
    for (const int k : held) place_[static_cast<std::size_t>(k)] = kHeld;
    for (int& place : place_)
      if (place != kHeld) place = unknowns_++;
    right_ = Eigen::VectorXd::Zero(2 * unknowns_);
    known_.resize(vertices, Vec2::Zero());
  }

  void set(int vertex, const Vec2& value) { known_[static_cast<std::size_t>(vertex)] = value; }
  void add(int i, const Mat2& left, int j, const Mat2& right, const Vec2& value,
           const Mat2& information) {
    const std::pair<int, Mat2> terms[] = {{i, left}, {j, right}};
    Vec2 wanted = value;
    for (const auto& [vertex, factor] : terms)
      if (place(vertex) == kHeld) wanted -= factor * known_[static_cast<std::size_t>(vertex)];
    for (const auto& [row, first] : terms) {
      if (place(row) == kHeld) continue;
      right_.segment<2>(2 * place(row)) += first.transpose() * information * wanted;
      for (const auto& [column, second] : terms)
        if (place(column) != kHeld)
          add_block(place(row), place(column), first.transpose() * information * second);
    }
  }

  // One value a vertex; nothing where the equations do not say enough.
  std::optional<std::vector<Vec2>> solved() const {
    std::vector<Vec2> values = known_;
    if (unknowns_ == 0) return values;
    Eigen::SparseMatrix<double> matrix(2 * unknowns_, 2 * unknowns_);
    matrix.setFromTriplets(entries_.begin(), entries_.end());
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver(matrix);
    if (solver.info() != Eigen::Success) return std::nullopt;
    const Eigen::VectorXd solution = solver.solve(right_);
    if (!solution.allFinite()) return std::nullopt;
    for (std::size_t k = 0; k < values.size(); ++k)
      if (place_[k] != kHeld) values[k] = solution.segment<2>(2 * place_[k]);
    return values;
  }

 private:
  static constexpr int kHeld = -1;
  int place(int vertex) const { return place_[static_cast<std::size_t>(vertex)]; }
  void add_block(int row, int column, const Mat2& block) {
    for (int r = 0; r < 2; ++r)
      for (int c = 0; c < 2; ++c) entries_.emplace_back(2 * row + r, 2 * column + c, block(r, c));
  }

  std::vector<int> place_;
  int unknowns_ = 0;
  std::vector<Vec2> known_;
  std::vector<Eigen::Triplet<double>> entries_;
  Eigen::VectorXd right_;
};

Mat2 rotation_by(double angle) { return Eigen::Rotation2Dd(angle).toRotationMatrix(); }

// A start that the edges alone say; nothing if they do not say enough.
std::optional<std::vector<Pose2>> poses_by_edges(const trajectory::PoseGraph& graph,
                                                 const std::vector<int>& held) {
  PlaneEquations headings(graph.poses.size(), held);
  PlaneEquations places(graph.poses.size(), held);
  for (const int k : held) {
    const Pose2& pose = graph.poses[static_cast<std::size_t>(k)];
    headings.set(k, {std::cos(pose.theta), std::sin(pose.theta)});
    places.set(k, pose.position());
  }
  for (const trajectory::GraphEdge& edge : graph.edges)
    if (edge.i != edge.j)
      headings.add(edge.i, -rotation_by(edge.i_from_j.theta), edge.j, Mat2::Identity(),
                   Vec2::Zero(), edge.information(2, 2) * Mat2::Identity());
  const auto directions = headings.solved();
  if (!directions) return std::nullopt;
  std::vector<Pose2> poses(graph.poses.size());
  for (std::size_t k = 0; k < poses.size(); ++k)
    poses[k].theta = std::atan2((*directions)[k].y(), (*directions)[k].x());
  for (const trajectory::GraphEdge& edge : graph.edges) {
    if (edge.i == edge.j) continue;
    const Mat2 i_from_world = rotation_by(-poses[static_cast<std::size_t>(edge.i)].theta);
    places.add(edge.i, -i_from_world, edge.j, i_from_world, edge.i_from_j.position(),
               edge.information.topLeftCorner<2, 2>());
  }
  const auto positions = places.solved();
  if (!positions) return std::nullopt;
  for (std::size_t k = 0; k < poses.size(); ++k) {
    poses[k].x = (*positions)[k].x();
    poses[k].y = (*positions)[k].y();
  }
  for (const int k : held)
    poses[static_cast<std::size_t>(k)] = graph.poses[static_cast<std::size_t>(k)];
  return poses;
}

// Vertices that follow each other are those whose ids do.
void mark_robust(trajectory::GraphFile& file) {
  std::vector<std::size_t> order(file.ids.size()), rank(file.ids.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t one, std::size_t other) { return file.ids[one] < file.ids[other]; });
  for (std::size_t k = 0; k < order.size(); ++k) rank[order[k]] = k;
  for (trajectory::GraphEdge& edge : file.graph.edges) {
    const std::size_t i = rank[static_cast<std::size_t>(edge.i)];
    const std::size_t j = rank[static_cast<std::size_t>(edge.j)];
    edge.is_robust = std::max(i, j) - std::min(i, j) > 1;
  }
}

struct Attempt {
  trajectory::PoseGraph graph;
  GraphSolution solution;
  int iterations = 0;
};

Attempt attempt_from(trajectory::PoseGraph graph, const OptimumSettings& settings) {
  Attempt attempt{std::move(graph), {}, 0};
  const auto run = [&](double scale) {
    attempt.solution = optimise(attempt.graph, {.max_iterations = settings.max_iterations,
                                                .robust_scale = scale,
                                                .converges_fully = true});
    attempt.iterations += attempt.solution.iterations;
  };
  if (!settings.is_robust) run(1.0);
  if (settings.is_robust)
    for (const double scale : kOptimumScales) run(scale);
  return attempt;
}

bool ends_lower(const Attempt& one, const Attempt& other) {
  constexpr double kSame = 1.0 - 1e-9;
  return std::isfinite(one.solution.final_cost) &&
         one.solution.final_cost < kSame * other.solution.final_cost;
}

}  // namespace

double chi2_of(const trajectory::PoseGraph& graph) {
  double sum = 0.0;
  for (const trajectory::GraphEdge& edge : graph.edges) sum += chi2_of_edge(edge, graph);
  return sum;
}

Result<GraphOptimum> find_optimum(trajectory::GraphFile& file, const OptimumSettings& settings) {
  if (file.graph.edges.empty())
    return Error{{file.path}, "has no edges, so that there is nothing to optimise"};
  if (const auto checked = check_information(file); !checked) return checked.error();
  GraphOptimum optimum;
  optimum.chi2_before = chi2_of(file.graph);
  if (settings.is_robust) mark_robust(file);
  const Held held = held_vertices(file.graph);
  optimum.parts = held.parts;
  trajectory::PoseGraph start = file.graph;
  start.fixed = held.vertices;
  Attempt best = attempt_from(start, settings);
  if (auto poses = poses_by_edges(start, held.vertices)) {
    start.poses = *std::move(poses);
    Attempt other = attempt_from(std::move(start), settings);
    optimum.starts_from_edges = ends_lower(other, best);
    if (optimum.starts_from_edges) best = std::move(other);
  }
  file.graph.poses = best.graph.poses;
  optimum.iterations = best.iterations;
  optimum.has_converged = best.solution.has_converged;
  optimum.chi2_after = chi2_of(file.graph);
  for (std::size_t k = 0; k < file.graph.edges.size(); ++k) {
    const trajectory::GraphEdge& edge = file.graph.edges[k];
    if (edge.is_robust && best.solution.edge_weights[k] < kRejectedTrust)
      optimum.rejected.push_back(k);
    else
      optimum.chi2_kept += chi2_of_edge(edge, file.graph);
  }
  return optimum;
}

}  // namespace rubble::slam
