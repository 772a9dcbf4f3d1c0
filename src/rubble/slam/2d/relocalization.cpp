// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/relocalization.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rubble/slam/2d/correlative_matcher.h"

namespace rubble::slam {
namespace {

constexpr double kMinSearchScore = 0.2;  // of the branch-and-bound search
constexpr std::size_t kMaxSearchMatches = 20;
constexpr int kCoarser = 2;                  // map cells per search cell
constexpr double kFreeSpacePenalty = 1.0;    // score per contradicted point, relative to an inlier
constexpr double kSeenThroughPenalty = 0.5;  // score, if every map wall nearby is seen through
constexpr double kOffArcPenalty = 0.04;      // score per metre backwards or off the arc
constexpr double kVelocityChangePenalty =
    0.02;                                 // score per metre of difference to the previous step
constexpr double kOdometryPenalty = 0.1;  // score per metre from odometry, up to 1 m
constexpr double kSameDistance = 0.08;    // m; alignments that converge to one pose
constexpr double kSameTurn = 0.03;        // rad
constexpr SearchWindow kAroundBest{0.3, 0.2};
constexpr double kOtherDistance = 0.5;  // m; beyond is a different pose
constexpr double kOtherTurn = 0.2;      // rad
constexpr double kMaxArcTurn = 1.5;     // rad

// Scores how well a pose explains the scan.
class ScanExplanation {
 public:
  ScanExplanation(const SurfelMap& map, const RelocalizationScan& scan,
                  const RelocalizationPrior& start)
      : map_(map), scan_(scan), start_(start) {
    Vec2f low = scan.origin, high = scan.origin;
    for (const OrientedPoint& point : scan.alignment_points) {
      low = low.cwiseMin(point.point);
      high = high.cwiseMax(point.point);
    }
    seen_.cover(low, high);
    for (const OrientedPoint& point : scan.alignment_points) seen_.mark(scan.origin, point.point);
  }

  double score_of(const ScanAlignment& alignment) const {
    const double against =
        alignment.support > 0.0 ? alignment.inlier_share * (1.0 / alignment.support - 1.0) : 1.0;
    return alignment.inlier_share - kFreeSpacePenalty * against -
           kSeenThroughPenalty * seen_through(alignment.map_from_scan) -
           motion_penalty(alignment.map_from_scan);
  }

 private:
  // Share of map surfels inside the free space of the scan: n / (n + points of the scan).
  double seen_through(const Pose2& map_from_scan) const {
    const Pose2 scan_from_map = map_from_scan.inverse();
    const float c = static_cast<float>(std::cos(scan_from_map.theta));
    const float s = static_cast<float>(std::sin(scan_from_map.theta));
    const Vec2f shift = scan_from_map.position().cast<float>();
    double walls = 0.0;
    for (const Surfel& surfel : map_.surfels()) {
      const Vec2f& p = surfel.mean;
      const Vec2f pose = shift + Vec2f(c * p.x() - s * p.y(), s * p.x() + c * p.y());
      if (seen_.is_free(pose)) walls += 1.0;
    }
    return walls / (walls + static_cast<double>(scan_.alignment_points.size()));
  }

  double motion_penalty(const Pose2& map_from_scan) const {
    const Pose2 step = start_.map_from_last.inverse() * map_from_scan;
    const double arc = step.x * std::tan(0.5 * std::clamp(step.theta, -kMaxArcTurn, kMaxArcTurn));
    double motion_penalty = kOffArcPenalty * (std::max(0.0, -step.x) + std::abs(step.y - arc)) +
                            kVelocityChangePenalty * std::hypot(step.x - start_.last_step.x,
                                                                step.y - start_.last_step.y);
    if (start_.odometry)
      motion_penalty +=
          kOdometryPenalty *
          std::min(1.0, (start_.odometry->position() - map_from_scan.position()).norm());
    return motion_penalty;
  }

  const SurfelMap& map_;
  const RelocalizationScan& scan_;
  const RelocalizationPrior& start_;
  FreeSpace seen_;
};

bool is_elsewhere(const Pose2& a, const Pose2& b) {
  return (a.position() - b.position()).norm() > kOtherDistance ||
         std::abs(wrap_angle(a.theta - b.theta)) > kOtherTurn;
}

// The poses that the guesses converge to, without duplicates.
std::vector<Pose2> distinct_poses(const SurfelMap& map, const RelocalizationScan& scan,
                                  const std::vector<Pose2>& guesses) {
  std::vector<Pose2> candidates;
  for (const Pose2& guess : guesses) {
    const Pose2 pose = align_point_to_line(map, scan.search_points, guess).map_from_scan;
    const auto is_same = [&](const Pose2& other) {
      return (pose.position() - other.position()).norm() < kSameDistance &&
             std::abs(wrap_angle(pose.theta - other.theta)) < kSameTurn;
    };
    if (std::none_of(candidates.begin(), candidates.end(), is_same)) candidates.push_back(pose);
  }
  return candidates;
}

}  // namespace

std::optional<Relocalization> relocalize(const SurfelMap& map, const RelocalizationScan& scan,
                                         const RelocalizationPrior& start) {
  std::vector<Pose2> guesses{start.map_from_last, start.map_from_last * start.last_step};
  if (start.odometry) guesses.push_back(*start.odometry);
  for (const SearchResult& pose :
       BranchAndBoundMatcher(map, kCoarser)
           .distinct_matches(scan.search_points, start.map_from_last, {start.reach, start.turn},
                             kMinSearchScore, kMaxSearchMatches))
    guesses.push_back(pose.map_from_scan);
  const ScanExplanation explanation(map, scan, start);
  std::vector<Relocalization> steps;
  for (const Pose2& pose : distinct_poses(map, scan, guesses)) {
    const ScanAlignment alignment = align_point_to_line(map, scan.alignment_points, pose);
    steps.push_back({alignment, explanation.score_of(alignment), 0.0});
  }
  const auto is_worse = [](const Relocalization& a, const Relocalization& b) {
    return a.score < b.score;
  };
  Relocalization best = *std::max_element(steps.begin(), steps.end(), is_worse);
  // Search again around the winner on the fine grid: the first search was coarse, and alignment
  // only finds the nearest local optimum.
  const SearchResult around =
      correlative_search(map, scan.search_points, best.alignment.map_from_scan, kAroundBest);
  const ScanAlignment again = align_point_to_line(map, scan.alignment_points, around.map_from_scan);
  best = std::max(best, Relocalization{again, explanation.score_of(again), 0.0}, is_worse);
  if (best.alignment.inlier_share == 0.0) return std::nullopt;
  best.runner_up_score = -std::numeric_limits<double>::infinity();
  for (const Relocalization& step : steps)
    if (is_elsewhere(step.alignment.map_from_scan, best.alignment.map_from_scan))
      best.runner_up_score = std::max(best.runner_up_score, step.score);
  return best;
}

}  // namespace rubble::slam
