// SPDX-License-Identifier: Apache-2.0
#include "rubble/mapping/blind_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rubble/mapping/search.h"

namespace rubble::mapping {
namespace {

constexpr double kLeastBlindScore = 0.2;  // of the search
constexpr std::size_t kMostPlaces = 20;
constexpr int kCoarser = 2;             // cells of the map a cell of the search
constexpr double kAgainst = 1.0;        // points that one in free space outweighs
constexpr double kSeenThrough = 0.5;    // value, if the scan looked through all walls
constexpr double kAsidePull = 0.04;     // value a metre, back or beside the arc
constexpr double kSteadyPull = 0.02;    // value a metre, off the step before
constexpr double kToldPull = 0.1;       // value a metre, off what wheels say, up to a metre
constexpr double kSameDistance = 0.08;  // m; guesses that slide together are one
constexpr double kSameTurning = 0.03;   // rad
constexpr SearchWindow kAroundBest{0.3, 0.2};
constexpr double kOtherPlace = 0.5;  // m; what is further off is another place
constexpr double kOtherTurn = 0.2;   // rad
constexpr double kMostArc = 1.5;     // rad

// How well places explain a scan.
class BlindJudge {
 public:
  BlindJudge(const SurfelMap& map, const BlindScan& scan, const BlindStart& start)
      : map_(map), scan_(scan), start_(start) {
    Vec2f low = scan.origin, high = scan.origin;
    for (const OrientedPoint& point : scan.many) {
      low = low.cwiseMin(point.point);
      high = high.cwiseMax(point.point);
    }
    seen_.cover(low, high);
    for (const OrientedPoint& point : scan.many) seen_.mark(scan.origin, point.point);
  }

  double value_of(const Refinement& where) const {
    const double against =
        where.support > 0.0 ? where.inlier_share * (1.0 / where.support - 1.0) : 1.0;
    return where.inlier_share - kAgainst * against -
           kSeenThrough * seen_through(where.map_from_scan) - pull(where.map_from_scan);
  }

 private:
  // Walls of the map that the scan looked through, against its own points.
  double seen_through(const Pose2& map_from_scan) const {
    const Pose2 scan_from_map = map_from_scan.inverse();
    const float c = static_cast<float>(std::cos(scan_from_map.theta));
    const float s = static_cast<float>(std::sin(scan_from_map.theta));
    const Vec2f shift = scan_from_map.position().cast<float>();
    double walls = 0.0;
    for (const Surfel& surfel : map_.surfels()) {
      const Vec2f& p = surfel.mean;
      const Vec2f place = shift + Vec2f(c * p.x() - s * p.y(), s * p.x() + c * p.y());
      if (seen_.is_free(place)) walls += 1.0;
    }
    return walls / (walls + static_cast<double>(scan_.many.size()));
  }

  double pull(const Pose2& map_from_scan) const {
    const Pose2 step = start_.map_from_last.inverse() * map_from_scan;
    const double arc = step.x * std::tan(0.5 * std::clamp(step.theta, -kMostArc, kMostArc));
    double pull =
        kAsidePull * (std::max(0.0, -step.x) + std::abs(step.y - arc)) +
        kSteadyPull * std::hypot(step.x - start_.last_step.x, step.y - start_.last_step.y);
    if (start_.told)
      pull +=
          kToldPull * std::min(1.0, (start_.told->position() - map_from_scan.position()).norm());
    return pull;
  }

  const SurfelMap& map_;
  const BlindScan& scan_;
  const BlindStart& start_;
  FreeSpace seen_;
};

bool is_elsewhere(const Pose2& a, const Pose2& b) {
  return (a.position() - b.position()).norm() > kOtherPlace ||
         std::abs(wrap_angle(a.theta - b.theta)) > kOtherTurn;
}

// Where the guesses slide to, each place once.
std::vector<Pose2> distinct_places(const SurfelMap& map, const BlindScan& scan,
                                   const std::vector<Pose2>& guesses) {
  std::vector<Pose2> places;
  for (const Pose2& guess : guesses) {
    const Pose2 place = refine(map, scan.few, guess).map_from_scan;
    const auto is_same = [&](const Pose2& other) {
      return (place.position() - other.position()).norm() < kSameDistance &&
             std::abs(wrap_angle(place.theta - other.theta)) < kSameTurning;
    };
    if (std::none_of(places.begin(), places.end(), is_same)) places.push_back(place);
  }
  return places;
}

}  // namespace

std::optional<BlindStep> find_blind_step(const SurfelMap& map, const BlindScan& scan,
                                         const BlindStart& start) {
  std::vector<Pose2> guesses{start.map_from_last, start.map_from_last * start.last_step};
  if (start.told) guesses.push_back(*start.told);
  for (const SearchResult& place :
       WideSearch(map, kCoarser)
           .places(scan.few, start.map_from_last, {start.reach, start.turn}, kLeastBlindScore,
                   kMostPlaces))
    guesses.push_back(place.map_from_scan);
  const BlindJudge judge(map, scan, start);
  std::vector<BlindStep> steps;
  for (const Pose2& place : distinct_places(map, scan, guesses)) {
    const Refinement where = refine(map, scan.many, place);
    steps.push_back({where, judge.value_of(where), 0.0});
  }
  const auto is_worse = [](const BlindStep& a, const BlindStep& b) { return a.value < b.value; };
  BlindStep best = *std::max_element(steps.begin(), steps.end(), is_worse);
  // The search was coarse, and sliding ends at the next best place.
  const SearchResult around = search_nearby(map, scan.few, best.where.map_from_scan, kAroundBest);
  const Refinement again = refine(map, scan.many, around.map_from_scan);
  best = std::max(best, BlindStep{again, judge.value_of(again), 0.0}, is_worse);
  if (best.where.inlier_share == 0.0) return std::nullopt;
  best.rival = -std::numeric_limits<double>::infinity();
  for (const BlindStep& step : steps)
    if (is_elsewhere(step.where.map_from_scan, best.where.map_from_scan))
      best.rival = std::max(best.rival, step.value);
  return best;
}

}  // namespace rubble::mapping
