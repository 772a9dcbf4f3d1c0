// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/explore/scan_matcher.h"

#include <cmath>

namespace rubble::pilots {
namespace {

class Matcher {
 public:
  Matcher(const Grid& grid, std::vector<Vec2> points, const FlatPose& guess,
          const MatchSettings& settings)
      : grid_(grid), points_(std::move(points)), guess_(guess), settings_(settings) {}

  FlatPose coarse() const {
    FlatPose best = guess_;
    double best_objective = -1e9;
    const int turns = static_cast<int>(std::lround(settings_.yaw_reach / settings_.yaw_step));
    const int steps = static_cast<int>(std::lround(settings_.reach / settings_.step));
    for (int turn = -turns; turn <= turns; ++turn) {
      const double yaw = guess_.yaw + turn * settings_.yaw_step;
      const std::vector<Vec2> around = points_rotated_by(yaw);
      for (int y = -steps; y <= steps; ++y)
        for (int x = -steps; x <= steps; ++x) {
          const FlatPose pose{guess_.position + settings_.step * Vec2(x, y), yaw};
          double sum = 0.0;
          for (const Vec2& point : around) sum += grid_.likelihood(Vec2(pose.position + point));
          const double objective = sum / static_cast<double>(points_.size()) - prior_cost(pose);
          if (objective <= best_objective) continue;
          best_objective = objective;
          best = pose;
        }
    }
    return best;
  }

  FlatPose refined(FlatPose pose) const {
    constexpr int kHalvings = 4;
    double step = settings_.step / 2, turn = settings_.yaw_step / 2;
    for (int i = 0; i < kHalvings; ++i, step /= 2, turn /= 2)
      while (climb(pose, step, turn)) {
      }
    return pose;
  }

  double score(const FlatPose& pose) const {
    double sum = 0.0;
    for (const Vec2& point : points_) sum += grid_.interpolated_likelihood(pose * point);
    return sum / static_cast<double>(points_.size());
  }

 private:
  std::vector<Vec2> points_rotated_by(double yaw) const {
    const FlatPose turned{Vec2::Zero(), yaw};
    std::vector<Vec2> around;
    around.reserve(points_.size());
    for (const Vec2& point : points_) around.push_back(turned * point);
    return around;
  }
  // Goes to the best neighbour; false on a top.
  bool climb(FlatPose& pose, double step, double turn) const {
    FlatPose best = pose;
    double best_objective = objective_of(pose) + 1e-9;
    for (const FlatPose& next :
         {moved(pose, step, 0, 0), moved(pose, -step, 0, 0), moved(pose, 0, step, 0),
          moved(pose, 0, -step, 0), moved(pose, 0, 0, turn), moved(pose, 0, 0, -turn)}) {
      const double objective = objective_of(next);
      if (objective <= best_objective) continue;
      best_objective = objective;
      best = next;
    }
    const bool is_better = !(best.position == pose.position && best.yaw == pose.yaw);
    pose = best;
    return is_better;
  }
  static FlatPose moved(const FlatPose& pose, double x, double y, double yaw) {
    return {pose.position + Vec2(x, y), pose.yaw + yaw};
  }
  double prior_cost(const FlatPose& pose) const {
    const double turn = wrap_angle(pose.yaw - guess_.yaw);
    return settings_.distance_weight * (pose.position - guess_.position).squaredNorm() +
           settings_.yaw_weight * turn * turn;
  }
  double objective_of(const FlatPose& pose) const { return score(pose) - prior_cost(pose); }

  const Grid& grid_;
  std::vector<Vec2> points_;
  FlatPose guess_;
  const MatchSettings& settings_;
};

std::vector<Vec2> subsampled(std::span<const Vec2> points, int most) {
  const auto wanted = std::min(points.size(), static_cast<std::size_t>(most));
  std::vector<Vec2> few;
  few.reserve(wanted);
  for (std::size_t i = 0; i < wanted; ++i) few.push_back(points[i * points.size() / wanted]);
  return few;
}

}  // namespace

Match match_scan(const Grid& grid, std::span<const Vec2> points, const FlatPose& guess,
                 const MatchSettings& settings) {
  if (points.empty()) return {guess, 0.0};
  const Matcher matcher(grid, subsampled(points, settings.max_points), guess, settings);
  const FlatPose pose = matcher.refined(matcher.coarse());
  return {pose, matcher.score(pose)};
}

}  // namespace rubble::pilots
