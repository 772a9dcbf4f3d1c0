// SPDX-License-Identifier: Apache-2.0
#include "rubble/mapping/search.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rubble::mapping {
namespace {

constexpr int kCoarseCells = 2;         // step of the nearby search
constexpr double kDistancePull = 0.05;  // score that the edge of a nearby window must be better by
constexpr double kTurnPull = 0.03;
constexpr double kFinestTurn = 0.004;  // rad
constexpr double kWidestTurn = 0.02;   // rad
constexpr std::size_t kLevels = 6;     // steps of 1 .. 32 cells

// The turn that moves the farther points by about a cell.
double turn_step(std::span<const OrientedPoint> points, double cell) {
  double squares = 0.0;
  for (const OrientedPoint& point : points)
    squares += static_cast<double>(point.point.squaredNorm());
  const double radius =
      std::sqrt(squares / static_cast<double>(std::max<std::size_t>(1, points.size())));
  return std::clamp(cell / (1.5 * std::max(radius, 0.1)), kFinestTurn, kWidestTurn);
}

std::vector<CellPlace> cells_of(const SurfelMap& map, std::span<const OrientedPoint> points,
                                const Pose2& pose) {
  const float c = static_cast<float>(std::cos(pose.theta));
  const float s = static_cast<float>(std::sin(pose.theta));
  const Vec2f shift = pose.position().cast<float>();
  std::vector<CellPlace> cells;
  cells.reserve(points.size());
  for (const OrientedPoint& point : points) {
    const Vec2f& p = point.point;
    cells.push_back({map.column_of(shift.x() + c * p.x() - s * p.y()),
                     map.row_of(shift.y() + s * p.x() + c * p.y())});
  }
  return cells;
}

int sum_at(const SurfelMap& map, const std::vector<CellPlace>& cells, int dx, int dy) {
  int sum = 0;
  const std::uint8_t* likelihoods = map.likelihoods().data();
  const int width = map.width(), height = map.height();
  for (const CellPlace& cell : cells) {
    const int column = cell.column + dx, row = cell.row + dy;
    if (static_cast<unsigned>(column) < static_cast<unsigned>(width) &&
        static_cast<unsigned>(row) < static_cast<unsigned>(height))
      sum += likelihoods[row * width + column];
  }
  return sum;
}

}  // namespace

SearchResult search_nearby(const SurfelMap& map, std::span<const OrientedPoint> points,
                           const Pose2& middle, const SearchWindow& window) {
  SearchResult best{.map_from_scan = middle};
  if (points.empty()) return best;
  constexpr double kStep = kCoarseCells * SurfelMap::kCell;
  const double turn = turn_step(points, kStep);
  const int turns = static_cast<int>(std::ceil(window.turn / turn));
  const int steps = static_cast<int>(std::ceil(window.reach / kStep));
  const double scale = 1.0 / (255.0 * static_cast<double>(points.size()));
  double best_value = -1.0;
  for (int k = -turns; k <= turns; ++k) {
    const double angle = k * turn;
    const Pose2 turned{middle.x, middle.y, wrap_angle(middle.theta + angle)};
    const std::vector<CellPlace> cells = cells_of(map, points, turned);
    const double turn_pull = kTurnPull * std::pow(angle / std::max(window.turn, turn), 2);
    for (int j = -steps; j <= steps; ++j)
      for (int i = -steps; i <= steps; ++i) {
        const double score = scale * sum_at(map, cells, i * kCoarseCells, j * kCoarseCells);
        const double off =
            (i * i + j * j) * kStep * kStep / std::max(window.reach * window.reach, kStep * kStep);
        const double value = score - turn_pull - kDistancePull * off;
        if (value <= best_value) continue;
        best_value = value;
        best = {{turned.x + i * kStep, turned.y + j * kStep, turned.theta}, score};
      }
  }
  return best;
}

// Shifts that count, in cells.
struct WideSearch::Limits {
  int cells = 0;    // how far to each side
  int radius = -1;  // of the place that is left out
  int x = 0;
  int y = 0;

  bool forbids(int dx, int dy) const {
    return std::abs(dx - x) <= radius && std::abs(dy - y) <= radius;
  }
};

// A turn of the window, and where the points lie with it.
struct WideSearch::Turned {
  double theta = 0.0;
  std::vector<CellPlace> cells;
};

// A square of shifts: from (dx, dy) on, as wide as its level's step.
struct WideSearch::Candidate {
  int turn = 0;
  int dx = 0;
  int dy = 0;
  int sum = 0;
};

namespace {

// Each value becomes the larger of itself and the one `step` further on; beyond the end there is
// nothing.
void raise(std::uint8_t* values, const std::uint8_t* others, int count) {
  for (int i = 0; i < count; ++i) values[i] = std::max(values[i], others[i]);
}

}  // namespace

WideSearch::WideSearch(const SurfelMap& map)
    : width_(map.width()), height_(map.height()), map_(map) {
  levels_.push_back({1, map.likelihoods()});
  while (levels_.size() < kLevels) {
    const int reach = levels_.back().step;
    Level level{reach * 2, levels_.back().cells};
    for (int row = 0; row < height_; ++row) {
      std::uint8_t* cells = level.cells.data() + static_cast<std::ptrdiff_t>(row) * width_;
      raise(cells, cells + reach, std::max(0, width_ - reach));
    }
    for (int row = 0; row + reach < height_; ++row) {
      std::uint8_t* cells = level.cells.data() + static_cast<std::ptrdiff_t>(row) * width_;
      raise(cells, cells + static_cast<std::ptrdiff_t>(reach) * width_, width_);
    }
    levels_.push_back(std::move(level));
  }
}

// Cells left of or below the grid may still be reached by shifts within the square.
int WideSearch::score_at(const Level& level, const Turned& turned, int dx, int dy) const {
  int sum = 0;
  for (const CellPlace& cell : turned.cells) {
    int column = cell.column + dx, row = cell.row + dy;
    if (column <= -level.step || row <= -level.step) continue;
    column = std::max(column, 0);
    row = std::max(row, 0);
    if (column < width_ && row < height_)
      sum += level.cells[static_cast<std::size_t>(row * width_ + column)];
  }
  return sum;
}

void WideSearch::descend(std::size_t level, const std::vector<Turned>& turns,
                         std::vector<Candidate> candidates, const Limits& limits,
                         Candidate& best) const {
  for (Candidate& candidate : candidates)
    candidate.sum = score_at(levels_[level], turns[static_cast<std::size_t>(candidate.turn)],
                             candidate.dx, candidate.dy);
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.sum > b.sum; });
  for (const Candidate& candidate : candidates) {
    if (candidate.sum <= best.sum) return;
    if (level == 0) {
      if (limits.forbids(candidate.dx, candidate.dy)) continue;
      best = candidate;
      return;
    }
    const int half = levels_[level].step / 2;
    std::vector<Candidate> parts;
    for (const auto& [x, y] :
         {std::pair(0, 0), std::pair(half, 0), std::pair(0, half), std::pair(half, half)})
      if (candidate.dx + x <= limits.cells && candidate.dy + y <= limits.cells)
        parts.push_back({candidate.turn, candidate.dx + x, candidate.dy + y, 0});
    descend(level - 1, turns, std::move(parts), limits, best);
  }
}

std::optional<SearchResult> WideSearch::search(std::span<const OrientedPoint> points,
                                               const Pose2& middle, const SearchWindow& window,
                                               double least_score,
                                               const std::optional<Keepout>& keepout) const {
  if (points.empty() || map_.is_empty()) return std::nullopt;
  const double step = turn_step(points, SurfelMap::kCell);
  const int turns = static_cast<int>(std::ceil(window.turn / step));
  const int cells = static_cast<int>(std::ceil(window.reach / SurfelMap::kCell));
  std::vector<Turned> turned;
  std::vector<Candidate> candidates;
  const int stride = levels_.back().step;
  for (int k = -turns; k <= turns; ++k) {
    const double theta = wrap_angle(middle.theta + k * step);
    turned.push_back({theta, cells_of(map_, points, {middle.x, middle.y, theta})});
    for (int dy = -cells; dy <= cells; dy += stride)
      for (int dx = -cells; dx <= cells; dx += stride) candidates.push_back({k + turns, dx, dy, 0});
  }
  const double full = 255.0 * static_cast<double>(points.size());
  Candidate best{-1, 0, 0, static_cast<int>(least_score * full)};
  Limits limits{cells};
  if (keepout) {
    limits.radius = static_cast<int>(keepout->radius / SurfelMap::kCell);
    limits.x = static_cast<int>(std::lround((keepout->middle.x - middle.x) / SurfelMap::kCell));
    limits.y = static_cast<int>(std::lround((keepout->middle.y - middle.y) / SurfelMap::kCell));
  }
  descend(levels_.size() - 1, turned, std::move(candidates), limits, best);
  if (best.turn < 0) return std::nullopt;
  return SearchResult{{middle.x + best.dx * SurfelMap::kCell, middle.y + best.dy * SurfelMap::kCell,
                       turned[static_cast<std::size_t>(best.turn)].theta},
                      best.sum / full};
}

}  // namespace rubble::mapping
