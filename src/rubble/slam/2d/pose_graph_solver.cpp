// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/pose_graph_solver.h"

#include <ceres/ceres.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace rubble::slam {
namespace {

// R with R^T R = information. A singular matrix has no Cholesky factor; eigenvalues are used then.
Mat3 square_root_of(const Mat3& information) {
  const Eigen::LLT<Mat3> factor(information);
  if (factor.info() == Eigen::Success) return factor.matrixL().transpose();
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(information);
  return solver.eigenvalues().cwiseMax(0.0).cwiseSqrt().asDiagonal() *
         solver.eigenvectors().transpose();
}

// Residual of an edge, whitened (in sigmas).
class EdgeResidual {
 public:
  explicit EdgeResidual(const trajectory::GraphEdge& edge)
      : edge_(edge), root_(square_root_of(edge.information)) {}

  template <class T>
  bool operator()(const T* i, const T* j, T* residual) const {
    const T c = cos(i[2]), s = sin(i[2]);
    const T dx = j[0] - i[0], dy = j[1] - i[1];
    const T turn = j[2] - i[2] - T(edge_.i_from_j.theta);
    Eigen::Matrix<T, 3, 1> error;
    error << c * dx + s * dy - T(edge_.i_from_j.x), -s * dx + c * dy - T(edge_.i_from_j.y),
        turn - T(2.0 * kPi) * floor((turn + T(kPi)) / T(2.0 * kPi));
    Eigen::Map<Eigen::Matrix<T, 3, 1>> out(residual);
    out = root_.cast<T>() * error;
    return true;
  }

 private:
  trajectory::GraphEdge edge_;
  Mat3 root_;
};

// Robust loss of Geman and McClure 1985: rho(s) = s c^2 / (c^2 + s) of the squared residual s.
// Redescending: the weight (c^2 / (c^2 + s))^2 of an outlier goes to zero.
class GemanMcClureLoss final : public ceres::LossFunction {
 public:
  explicit GemanMcClureLoss(double scale) : squared_(scale * scale) {}
  void Evaluate(double s, double* out) const override {
    const double part = squared_ / (squared_ + s);
    out[0] = s * part;
    out[1] = part * part;
    out[2] = -2.0 * part * part / (squared_ + s);
  }

 private:
  double squared_;
};

double weight_of(const trajectory::GraphEdge& edge, const trajectory::PoseGraph& graph,
                 double scale) {
  if (!edge.is_robust) return 1.0;
  const Pose2& i = graph.poses[static_cast<std::size_t>(edge.i)];
  const Pose2& j = graph.poses[static_cast<std::size_t>(edge.j)];
  const Pose2 between = i.inverse() * j;
  const Vec3 off(between.x - edge.i_from_j.x, between.y - edge.i_from_j.y,
                 wrap_angle(between.theta - edge.i_from_j.theta));
  const double part = scale * scale / (scale * scale + off.dot(edge.information * off));
  return part * part;
}

}  // namespace

GraphSolution optimise(trajectory::PoseGraph& graph, const SolverSettings& settings) {
  GraphSolution solution;
  if (graph.poses.empty() || graph.edges.empty()) return solution;
  std::vector<std::array<double, 3>> values(graph.poses.size());
  for (std::size_t k = 0; k < values.size(); ++k)
    values[k] = {graph.poses[k].x, graph.poses[k].y, graph.poses[k].theta};
  ceres::Problem::Options ownership;
  ownership.loss_function_ownership = ceres::DO_NOT_TAKE_OWNERSHIP;
  ceres::Problem problem(ownership);
  GemanMcClureLoss robust_loss(settings.robust_scale);
  for (const trajectory::GraphEdge& edge : graph.edges) {
    if (edge.i == edge.j) continue;  // constrains no pose
    problem.AddResidualBlock(
        new ceres::AutoDiffCostFunction<EdgeResidual, 3, 3, 3>(new EdgeResidual(edge)),
        edge.is_robust ? &robust_loss : nullptr, values[static_cast<std::size_t>(edge.i)].data(),
        values[static_cast<std::size_t>(edge.j)].data());
  }
  const std::vector<int> fixed = graph.fixed.empty() ? std::vector<int>{0} : graph.fixed;
  for (const int k : fixed)
    if (problem.HasParameterBlock(values[static_cast<std::size_t>(k)].data()))
      problem.SetParameterBlockConstant(values[static_cast<std::size_t>(k)].data());
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::SPARSE_NORMAL_CHOLESKY;
  // SuiteSparse would use whichever BLAS is installed, and that whatever the CPU has.
  options.sparse_linear_algebra_library_type = ceres::EIGEN_SPARSE;
  options.max_num_iterations = settings.max_iterations;
  if (settings.converges_fully) {
    options.function_tolerance = 1e-16;
    options.parameter_tolerance = 1e-15;
    options.gradient_tolerance = 1e-12;
  }
  options.num_threads = 1;
  options.logging_type = ceres::SILENT;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
  for (std::size_t k = 0; k < values.size(); ++k)
    graph.poses[k] = {values[k][0], values[k][1], wrap_angle(values[k][2])};
  solution.initial_cost = summary.initial_cost;
  solution.final_cost = summary.final_cost;
  solution.iterations = static_cast<int>(summary.iterations.size());
  solution.has_converged = summary.termination_type == ceres::CONVERGENCE;
  for (const trajectory::GraphEdge& edge : graph.edges)
    solution.edge_weights.push_back(weight_of(edge, graph, settings.robust_scale));
  return solution;
}

}  // namespace rubble::slam
