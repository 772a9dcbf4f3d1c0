// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/map_alignment.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "rubble/evaluation/map_search.h"

namespace rubble::evaluation {
namespace {

constexpr std::size_t kCoarsePoints = 500, kFinePoints = 4000;

// Every so many-th, at most `most`.
std::vector<Vec2> thinned(const std::vector<Vec2>& points, std::size_t most) {
  std::vector<Vec2> kept;
  const std::size_t step = std::max<std::size_t>(1, (points.size() + most - 1) / most);
  for (std::size_t i = 0; i < points.size(); i += step) kept.push_back(points[i]);
  return kept;
}

// One point a cell.
std::vector<Vec2> one_a_cell(const std::vector<Vec2>& points, double cell) {
  std::set<std::pair<long, long>> taken;
  std::vector<Vec2> kept;
  for (const Vec2& point : points)
    if (taken.insert({std::lround(point.x() / cell), std::lround(point.y() / cell)}).second)
      kept.push_back(point);
  return kept;
}

Vec2 middle_of_points(const std::vector<Vec2>& points) {
  Vec2 sum = Vec2::Zero();
  for (const Vec2& point : points) sum += point;
  return sum / static_cast<double>(points.size());
}

double radius_of(const std::vector<Vec2>& points, const Vec2& middle) {
  double radius = 0.0;
  for (const Vec2& point : points) radius = std::max(radius, (point - middle).norm());
  return std::max(radius, 1e-6);
}

// Turns about the middle of the points, then moves: a small turn moves nothing far.
struct Placement {
  Vec2 middle;
  double turn = 0.0;
  Vec2 place;  // where the middle comes to

  Pose2 pose() const {
    const Vec2 moved = place - Pose2{0, 0, turn} * middle;
    return {moved.x(), moved.y(), wrap_angle(turn)};
  }
};

double score_at(const DistanceField& field, const std::vector<Vec2>& points,
                const Placement& placement, double sigma) {
  const Pose2 pose = placement.pose();
  const double c = std::cos(pose.theta), s = std::sin(pose.theta);
  double sum = 0.0;
  for (const Vec2& point : points) {
    const Vec2 moved{pose.x + c * point.x() - s * point.y(),
                     pose.y + s * point.x() + c * point.y()};
    const double sigmas = field.distance(moved) / sigma;
    if (sigmas < 5.0) sum += std::exp(-0.5 * sigmas * sigmas);
  }
  return sum / static_cast<double>(points.size());
}

// Goes to the best of the neighbours as long as there is a better one.
Placement hill_climb(const DistanceField& field, const std::vector<Vec2>& points,
                     Placement placement, double step, double turn_step, double sigma) {
  constexpr int kMaxSteps = 60;
  double best = score_at(field, points, placement, sigma);
  for (int count = 0; count < kMaxSteps; ++count) {
    Placement next = placement;
    for (int axis = 0; axis < 3; ++axis)
      for (const double sign : {-1.0, 1.0}) {
        Placement tried = placement;
        if (axis == 2)
          tried.turn += sign * turn_step;
        else
          tried.place[axis] += sign * step;
        const double score = score_at(field, points, tried, sigma);
        if (score <= best) continue;
        best = score;
        next = tried;
      }
    if (next.turn == placement.turn && next.place == placement.place) break;
    placement = next;
  }
  return placement;
}

Placement refined(const DistanceField& field, const std::vector<Vec2>& points, Placement placement,
                  double first_step) {
  const double radius = radius_of(points, placement.middle);
  for (double step = first_step; step > 0.05 * field.resolution(); step *= 0.5)
    placement = hill_climb(field, points, placement, step, step / radius,
                           std::max(2.0 * step, field.resolution()));
  return placement;
}

std::vector<TurnedPoints> turned_points(const std::vector<Vec2>& points, const Vec2& middle,
                                        double cell, double base_turn, double max_turn) {
  const double step = cell / radius_of(points, middle);
  const int half = static_cast<int>(std::ceil(std::min(max_turn, kPi) / step));
  std::vector<TurnedPoints> turns;
  for (int k = -half; k <= half; ++k) {
    TurnedPoints turned{.turn = base_turn + std::min(max_turn, kPi) * k / std::max(1, half)};
    const Pose2 turning{0, 0, turned.turn};
    for (const Vec2& point : points) {
      const Vec2 cells = turning * (point - middle) / cell;
      turned.columns.push_back(static_cast<int>(std::lround(cells.x())));
      turned.rows.push_back(static_cast<int>(std::lround(cells.y())));
    }
    turns.push_back(std::move(turned));
  }
  return turns;
}

// Where the middle may come to: on the truth, and within reach of where it is now.
ShiftWindow window_of(const ScorePyramid& pyramid, const Vec2& now, double reach) {
  const double cells = std::min(reach / pyramid.cell(), 1e6);
  const auto low = [&](double at) {
    return static_cast<int>(std::max(0.0, std::floor(at - cells)));
  };
  const auto high = [&](double at, int most) {
    return static_cast<int>(std::min(most - 1.0, std::ceil(at + cells)));
  };
  const Vec2 at = now / pyramid.cell();
  return {low(at.x()), high(at.x(), pyramid.width()), low(at.y()), high(at.y(), pyramid.height())};
}

double coarse_cell(const maps::OccupancyMap& truth) {
  const double extent = truth.resolution * std::max(truth.width, truth.height);
  return std::max(truth.resolution, std::clamp(extent / 128.0, 0.1, 1.0));
}

}  // namespace

MapAlignment align_maps(const maps::OccupancyMap& estimate, const maps::OccupancyMap& truth,
                        const MapAlignmentSettings& settings) {
  const std::vector<Vec2> all = wall_points(estimate);
  if (all.empty()) return {};
  const DistanceField field(truth);
  const double cell = coarse_cell(truth);
  const std::vector<Vec2> fine = thinned(all, kFinePoints);
  const Vec2 middle = middle_of_points(fine);
  // All that follows is in the coordinates of the true map; the search in cells of its grid.
  Placement best = refined(field, fine, {middle, 0.0, middle}, cell);
  const double sigma = std::max(cell, field.resolution());
  double best_score = score_at(field, fine, best, sigma);
  const std::vector<Vec2> coarse = thinned(one_a_cell(all, cell), kCoarsePoints);
  const ScorePyramid pyramid(truth, cell);
  const Pose2 grid_from_truth = truth.origin.inverse();
  const auto turns = turned_points(coarse, middle, cell, grid_from_truth.theta, settings.turn);
  const auto most = static_cast<double>(ScorePyramid::kBest * static_cast<int>(coarse.size()));
  const SearchResult found =
      best_place(pyramid, turns, window_of(pyramid, grid_from_truth * middle, settings.reach),
                 static_cast<int>(0.97 * best_score * most));
  const Vec2 place = truth.origin * Vec2((found.column + 0.5) * cell, (found.row + 0.5) * cell);
  const Placement elsewhere =
      refined(field, fine, {middle, found.turn + truth.origin.theta, place}, cell);
  if (score_at(field, fine, elsewhere, sigma) > best_score) best = elsewhere;
  return {best.pose(), score_at(field, fine, best, std::max(0.05, field.resolution()))};
}

}  // namespace rubble::evaluation
