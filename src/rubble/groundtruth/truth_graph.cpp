// SPDX-License-Identifier: Apache-2.0
#include "rubble/groundtruth/truth_graph.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace rubble::groundtruth {

namespace {

constexpr double kStampTolerance = 1e-3;  // s; stamps may have lost digits in files of others
constexpr double kNodeWay = 0.5;          // m
constexpr double kNodeTurn = 0.5;         // rad
constexpr std::size_t kMaxNodes = 40'000;

struct Sigmas {
  double way;   // m
  double turn;  // rad
};
constexpr Sigmas kVerified{0.005, 0.002};
constexpr Sigmas kProposedNeighbour{0.01, 0.005};  // at least: proposals know their own
constexpr Sigmas kProposedLoop{0.03, 0.01};
constexpr double kMaxSigma = 1.0;  // m or rad, of a proposal

Mat3 information_of(const Sigmas& sigmas) {
  const double way = 1.0 / (sigmas.way * sigmas.way);
  return Vec3(way, way, 1.0 / (sigmas.turn * sigmas.turn)).asDiagonal();
}

// The proposal's own covariance, no smaller than the sigmas; these alone if it makes no sense.
Mat3 proposal_information(const Mat3& covariance, const Sigmas& least) {
  const Mat3 floor = information_of(least).inverse();
  if (!covariance.allFinite()) return information_of(least);
  const Eigen::SelfAdjointEigenSolver<Mat3> own(0.5 * (covariance + covariance.transpose()));
  const Vec3 bounded = own.eigenvalues().cwiseMax(0.0).cwiseMin(kMaxSigma * kMaxSigma);
  const Mat3 sane = own.eigenvectors() * bounded.asDiagonal() * own.eigenvectors().transpose();
  return (sane + floor).inverse();
}

Mat3 information_of(const trajectory::Constraint& constraint) {
  if (trajectory::is_verified(constraint)) return information_of(kVerified);
  const bool is_neighbour = constraint.kind == trajectory::ConstraintKind::Neighbour;
  return proposal_information(constraint.covariance,
                              is_neighbour ? kProposedNeighbour : kProposedLoop);
}

bool is_counted(const trajectory::Constraint& constraint) {
  return constraint.state != trajectory::ConstraintState::Rejected;
}

// Wheels slip more the further they go.
Sigmas odometry_sigmas(const Pose2& step, bool is_spanned) {
  const double doubt = is_spanned ? 5.0 : 1.0;  // a neighbour knows better
  const double way = std::hypot(step.x, step.y), turn = std::abs(step.theta);
  return {doubt * (0.02 + 0.1 * way), doubt * (0.02 + 0.1 * turn + 0.02 * way)};
}

// Index of the scan with about this stamp; nothing if there is none.
std::optional<std::size_t> scan_at(const std::vector<slam::PlanarScan>& scans, double stamp) {
  const auto after = std::lower_bound(
      scans.begin(), scans.end(), stamp,
      [](const slam::PlanarScan& scan, double wanted) { return scan.stamp < wanted; });
  std::optional<std::size_t> best;
  const auto consider = [&](auto scan) {
    const double off = std::abs(scan->stamp - stamp);
    if (off > kStampTolerance) return;
    const auto at = static_cast<std::size_t>(scan - scans.begin());
    if (!best || off < std::abs(scans[*best].stamp - stamp)) best = at;
  };
  if (after != scans.end()) consider(after);
  if (after != scans.begin()) consider(after - 1);
  return best;
}

}  // namespace

TruthGraph::TruthGraph(std::vector<slam::PlanarScan> scans,
                       std::span<const trajectory::Constraint> constraints) {
  std::stable_sort(scans.begin(), scans.end(),
                   [](const slam::PlanarScan& one, const slam::PlanarScan& other) {
                     return one.stamp < other.stamp;
                   });
  choose_nodes(std::move(scans), constraints);
  chain(constraints);
  solve(constraints);
}

void TruthGraph::choose_nodes(std::vector<slam::PlanarScan> scans,
                              std::span<const trajectory::Constraint> constraints) {
  std::vector<bool> is_end(scans.size(), false);
  for (const trajectory::Constraint& constraint : constraints)
    for (const double stamp : {constraint.stamp_i, constraint.stamp_j})
      if (const auto at = scan_at(scans, stamp)) is_end[*at] = true;
  for (std::size_t k = 0; k < scans.size(); ++k) {
    bool is_node = is_end[k] || scans_.empty() || k + 1 == scans.size();
    if (!is_node && scans_.size() < kMaxNodes) {
      const Pose2 step = scans_.back().odometry.inverse() * scans[k].odometry;
      is_node = std::hypot(step.x, step.y) >= kNodeWay || std::abs(step.theta) >= kNodeTurn;
    }
    if (is_node) scans_.push_back(std::move(scans[k]));
  }
}

int TruthGraph::node_at(double stamp) const {
  const auto at = scan_at(scans_, stamp);
  return at ? static_cast<int>(*at) : -1;
}

std::optional<TruthGraph::Ends> TruthGraph::ends_of(
    const trajectory::Constraint& constraint) const {
  const Ends ends{node_at(constraint.stamp_i), node_at(constraint.stamp_j)};
  if (ends.i < 0 || ends.j < 0 || ends.i == ends.j) return {};
  return ends;
}

// Where neighbours lead, and odometry where there are none: near enough for loops to close.
void TruthGraph::chain(std::span<const trajectory::Constraint> constraints) {
  std::vector<const trajectory::Constraint*> leading(scans_.size(), nullptr);
  std::vector<int> from(scans_.size(), -1);
  for (const trajectory::Constraint& constraint : constraints) {
    const auto ends = ends_of(constraint);
    if (!ends || ends->i >= ends->j || !is_counted(constraint) ||
        constraint.kind != trajectory::ConstraintKind::Neighbour)
      continue;
    const auto j = static_cast<std::size_t>(ends->j);
    if (ends->i <= from[j]) continue;  // the nearest knows best
    leading[j] = &constraint;
    from[j] = ends->i;
  }
  for (std::size_t k = 0; k < scans_.size(); ++k) {
    if (k == 0)
      graph_.poses.push_back(scans_[k].odometry);
    else if (leading[k] != nullptr)
      graph_.poses.push_back(graph_.poses[static_cast<std::size_t>(from[k])] *
                             leading[k]->i_from_j);
    else
      graph_.poses.push_back(graph_.poses[k - 1] *
                             (scans_[k - 1].odometry.inverse() * scans_[k].odometry));
  }
}

std::vector<bool> TruthGraph::spanned_steps(
    std::span<const trajectory::Constraint> constraints) const {
  std::vector<int> changes(scans_.size() + 1, 0);  // neighbours that begin minus those that end
  for (const trajectory::Constraint& constraint : constraints) {
    const auto ends = ends_of(constraint);
    if (!ends || !is_counted(constraint) ||
        constraint.kind != trajectory::ConstraintKind::Neighbour)
      continue;
    ++changes[static_cast<std::size_t>(std::min(ends->i, ends->j))];
    --changes[static_cast<std::size_t>(std::max(ends->i, ends->j))];
  }
  std::vector<bool> is_spanned;
  int open = 0;
  for (std::size_t k = 0; k < scans_.size(); ++k) is_spanned.push_back((open += changes[k]) > 0);
  return is_spanned;
}

void TruthGraph::tie(std::span<const trajectory::Constraint> constraints) {
  graph_.edges.clear();
  const std::vector<bool> is_spanned = spanned_steps(constraints);
  for (std::size_t k = 0; k + 1 < scans_.size(); ++k) {
    const Pose2 step = scans_[k].odometry.inverse() * scans_[k + 1].odometry;
    graph_.edges.push_back({static_cast<int>(k), static_cast<int>(k + 1), step,
                            information_of(odometry_sigmas(step, is_spanned[k])), false});
  }
  for (const trajectory::Constraint& constraint : constraints)
    if (const auto ends = ends_of(constraint); ends && is_counted(constraint))
      graph_.edges.push_back(
          {ends->i, ends->j, constraint.i_from_j, information_of(constraint), false});
}

double TruthGraph::solve(std::span<const trajectory::Constraint> constraints) {
  tie(constraints);
  const std::vector<Pose2> before = graph_.poses;
  solution_ = slam::optimise(graph_);
  double furthest = 0.0;
  for (std::size_t k = 0; k < before.size(); ++k)
    furthest = std::max(
        furthest, std::hypot(graph_.poses[k].x - before[k].x, graph_.poses[k].y - before[k].y));
  return furthest;
}

TravelledPath TruthGraph::path() const {
  std::vector<double> stamps;
  for (const slam::PlanarScan& scan : scans_) stamps.push_back(scan.stamp);
  return travelled_path(stamps, graph_.poses);
}

}  // namespace rubble::groundtruth
