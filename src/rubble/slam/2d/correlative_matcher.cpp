// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/correlative_matcher.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rubble::slam {
namespace {

constexpr int kCoarseCells = 2;            // grid step of the exhaustive search
constexpr double kDistancePenalty = 0.05;  // score subtracted at the edge of the window
constexpr double kTurnPenalty = 0.03;
constexpr double kMinTurnStep = 0.004;  // rad
constexpr double kMaxTurnStep = 0.02;   // rad
constexpr std::size_t kLevels = 6;      // steps of 1 .. 32 cells
// Of distinct_matches().
constexpr double kTurnedReach = 0.75;       // of the reach, lost to the widest turn
constexpr double kRoughTurn = 1.0;          // cells that the farther points move by between turns
constexpr double kNearlyBest = 0.75;        // of the best score
constexpr double kSameMatchDistance = 0.2;  // m
constexpr double kSameMatchTurn = 0.05;     // rad

// The rotation that moves the farther points by about a cell.
double turn_step(std::span<const OrientedPoint> points, double cell) {
  double squares = 0.0;
  for (const OrientedPoint& point : points)
    squares += static_cast<double>(point.point.squaredNorm());
  const double radius =
      std::sqrt(squares / static_cast<double>(std::max<std::size_t>(1, points.size())));
  return std::clamp(cell / (1.5 * std::max(radius, 0.1)), kMinTurnStep, kMaxTurnStep);
}

std::vector<CellIndex> cells_of(const SurfelMap& map, std::span<const OrientedPoint> points,
                                const Pose2& pose) {
  const float c = static_cast<float>(std::cos(pose.theta));
  const float s = static_cast<float>(std::sin(pose.theta));
  const Vec2f shift = pose.position().cast<float>();
  std::vector<CellIndex> cells;
  cells.reserve(points.size());
  for (const OrientedPoint& point : points) {
    const Vec2f& p = point.point;
    cells.push_back({map.column_of(shift.x() + c * p.x() - s * p.y()),
                     map.row_of(shift.y() + s * p.x() + c * p.y())});
  }
  return cells;
}

// The cells of a scan, split by whether a shift may move them out of the grid.
struct SplitCells {
  std::vector<std::int32_t> inner;  // indices of cells that stay inside for every shift
  std::vector<CellIndex> edge;
};

SplitCells split_cells(const SurfelMap& map, const std::vector<CellIndex>& cells, int max_shift) {
  SplitCells split;
  split.inner.reserve(cells.size());
  for (const CellIndex& cell : cells) {
    if (cell.column >= max_shift && cell.row >= max_shift &&
        cell.column < map.width() - max_shift && cell.row < map.height() - max_shift)
      split.inner.push_back(cell.row * map.width() + cell.column);
    else
      split.edge.push_back(cell);
  }
  return split;
}

int sum_at(const SurfelMap& map, const SplitCells& cells, int dx, int dy) {
  int sum = 0;
  const std::uint8_t* likelihoods = map.likelihoods().data();
  const int width = map.width(), height = map.height();
  const std::int32_t shift = dy * width + dx;
  for (const std::int32_t index : cells.inner) sum += likelihoods[index + shift];
  for (const CellIndex& cell : cells.edge) {
    const int column = cell.column + dx, row = cell.row + dy;
    if (static_cast<unsigned>(column) < static_cast<unsigned>(width) &&
        static_cast<unsigned>(row) < static_cast<unsigned>(height))
      sum += likelihoods[row * width + column];
  }
  return sum;
}

}  // namespace

SearchResult correlative_search(const SurfelMap& map, std::span<const OrientedPoint> points,
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
    const Pose2 rotated{middle.x, middle.y, wrap_angle(middle.theta + angle)};
    const SplitCells cells = split_cells(map, cells_of(map, points, rotated), steps * kCoarseCells);
    const double turn_pull = kTurnPenalty * std::pow(angle / std::max(window.turn, turn), 2);
    for (int j = -steps; j <= steps; ++j)
      for (int i = -steps; i <= steps; ++i) {
        const double score = scale * sum_at(map, cells, i * kCoarseCells, j * kCoarseCells);
        const double off =
            (i * i + j * j) * kStep * kStep / std::max(window.reach * window.reach, kStep * kStep);
        const double value = score - turn_pull - kDistancePenalty * off;
        if (value <= best_value) continue;
        best_value = value;
        best = {{rotated.x + i * kStep, rotated.y + j * kStep, rotated.theta}, score};
      }
  }
  return best;
}

// The shifts to search and the region to exclude, in cells.
struct BranchAndBoundMatcher::Limits {
  int cells = 0;    // how far to each side
  int radius = -1;  // of the excluded region; -1: none
  int x = 0;
  int y = 0;

  // Whether a whole square of shifts is out of reach. turn: -1..1, share of the window.
  bool is_beyond(int dx, int dy, int step, double turn) const {
    const int aside = std::clamp(0, dx, dx + step - 1), ahead = std::clamp(0, dy, dy + step - 1);
    return std::hypot(aside, ahead) > cells * (1.0 - kTurnedReach * turn * turn);
  }
  bool excludes(int dx, int dy) const {
    return std::abs(dx - x) <= radius && std::abs(dy - y) <= radius;
  }
};

// The scan at one rotation of the window, as cells.
struct BranchAndBoundMatcher::RotatedScan {
  double theta = 0.0;
  std::vector<std::int32_t> inner;  // cells that stay inside the grid for every shift
  std::vector<CellIndex> edge;      // cells that some shift moves out of the grid
};

// A node of the search tree: all shifts of a square from (dx, dy) on, as wide as its level's step.
struct BranchAndBoundMatcher::Candidate {
  int turn = 0;
  int dx = 0;
  int dy = 0;
  int sum = 0;
};

namespace {

// Max pooling by size x size cells.
std::vector<std::uint8_t> max_pooled(const SurfelMap& map, int size, int width, int height) {
  std::vector<std::uint8_t> cells(static_cast<std::size_t>(width) *
                                  static_cast<std::size_t>(height));
  const std::uint8_t* from = map.likelihoods().data();
  for (int row = 0; row < map.height(); ++row) {
    std::uint8_t* to = cells.data() + static_cast<std::ptrdiff_t>(row / size) * width;
    for (int left = 0; left < map.width(); left += size, ++to)
      for (int k = std::min(size, map.width() - left); k > 0; --k, ++from)
        *to = std::max(*to, *from);
  }
  return cells;
}

// Division that rounds towards minus infinity.
std::int32_t floor_div(std::int32_t value, std::int32_t by) {
  return value >= 0 ? value / by : -((by - 1 - value) / by);
}

// Element-wise maximum.
void max_in_place(std::uint8_t* values, const std::uint8_t* others, int count) {
  for (int i = 0; i < count; ++i) values[i] = std::max(values[i], others[i]);
}

}  // namespace

BranchAndBoundMatcher::BranchAndBoundMatcher(const SurfelMap& map, int downsampling)
    : map_(map),
      downsampling_(downsampling),
      cell_(downsampling * SurfelMap::kCell),
      width_((map.width() + downsampling - 1) / downsampling),
      height_((map.height() + downsampling - 1) / downsampling) {
  levels_.push_back(
      {1, downsampling == 1 ? map.likelihoods() : max_pooled(map, downsampling, width_, height_)});
  while (levels_.size() < kLevels) {
    const int reach = levels_.back().step;
    Level level{reach * 2, levels_.back().cells};
    for (int row = 0; row < height_; ++row) {
      std::uint8_t* cells = level.cells.data() + static_cast<std::ptrdiff_t>(row) * width_;
      max_in_place(cells, cells + reach, std::max(0, width_ - reach));
    }
    for (int row = 0; row + reach < height_; ++row) {
      std::uint8_t* cells = level.cells.data() + static_cast<std::ptrdiff_t>(row) * width_;
      max_in_place(cells, cells + static_cast<std::ptrdiff_t>(reach) * width_, width_);
    }
    levels_.push_back(std::move(level));
  }
}

// Upper bound of the score over a square of shifts, exact on level 0. A cell left of or below the
// grid may still reach it by a shift within the square.
int BranchAndBoundMatcher::score_at(const Level& level, const RotatedScan& rotated, int dx,
                                    int dy) const {
  int sum = 0;
  const std::uint8_t* shifted = level.cells.data() + static_cast<std::ptrdiff_t>(dy) * width_ + dx;
  for (const std::int32_t index : rotated.inner) sum += shifted[index];
  for (const CellIndex& cell : rotated.edge) {
    int column = cell.column + dx, row = cell.row + dy;
    if (column <= -level.step || row <= -level.step) continue;
    column = std::max(column, 0);
    row = std::max(row, 0);
    if (column < width_ && row < height_)
      sum += level.cells[static_cast<std::size_t>(row * width_ + column)];
  }
  return sum;
}

// Computes the bounds and sorts by them, the highest first.
void BranchAndBoundMatcher::score(std::size_t level, const std::vector<RotatedScan>& turns,
                                  std::vector<Candidate>& candidates) const {
  for (Candidate& candidate : candidates)
    candidate.sum = score_at(levels_[level], turns[static_cast<std::size_t>(candidate.turn)],
                             candidate.dx, candidate.dy);
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.sum > b.sum; });
}

std::vector<BranchAndBoundMatcher::Candidate> BranchAndBoundMatcher::children_of(
    const Candidate& candidate, std::size_t level, const Limits& limits) const {
  const int half = levels_[level].step / 2;
  std::vector<Candidate> parts;
  parts.reserve(4);
  for (const auto& [x, y] :
       {std::pair(0, 0), std::pair(half, 0), std::pair(0, half), std::pair(half, half)})
    if (candidate.dx + x <= limits.cells && candidate.dy + y <= limits.cells)
      parts.push_back({candidate.turn, candidate.dx + x, candidate.dy + y, 0});
  return parts;
}

void BranchAndBoundMatcher::branch_and_bound(std::size_t level,
                                             const std::vector<RotatedScan>& turns,
                                             std::vector<Candidate> candidates,
                                             const Limits& limits, Candidate& best) const {
  score(level, turns, candidates);
  for (const Candidate& candidate : candidates) {
    if (candidate.sum <= best.sum) return;
    if (level == 0) {
      if (limits.excludes(candidate.dx, candidate.dy)) continue;
      best = candidate;
      return;
    }
    branch_and_bound(level - 1, turns, children_of(candidate, level, limits), limits, best);
  }
}

// The matches found so far, each the best in its neighbourhood.
struct BranchAndBoundMatcher::DistinctMatches {
  int least = 0;           // sum
  int min_separation = 0;  // cells
  std::vector<Candidate> kept;

  void add(const Candidate& found, const std::vector<RotatedScan>& turns) {
    const auto is_near = [&](const Candidate& other) {
      const double turn = turns[static_cast<std::size_t>(found.turn)].theta -
                          turns[static_cast<std::size_t>(other.turn)].theta;
      return std::max(std::abs(found.dx - other.dx), std::abs(found.dy - other.dy)) <=
                 min_separation &&
             std::abs(wrap_angle(turn)) <= kSameMatchTurn;
    };
    least = std::max(least, static_cast<int>(kNearlyBest * found.sum));
    const auto better = [&](const Candidate& other) {
      return other.sum >= found.sum && is_near(other);
    };
    if (std::any_of(kept.begin(), kept.end(), better)) return;
    std::erase_if(kept, is_near);
    kept.push_back(found);
  }
};

void BranchAndBoundMatcher::collect(std::size_t level, const std::vector<RotatedScan>& turns,
                                    std::vector<Candidate> candidates, const Limits& limits,
                                    DistinctMatches& matches) const {
  const double middle = 0.5 * static_cast<double>(turns.size() - 1);
  std::erase_if(candidates, [&](const Candidate& candidate) {
    return limits.is_beyond(candidate.dx, candidate.dy, levels_[level].step,
                            (candidate.turn - middle) / std::max(middle, 1.0));
  });
  score(level, turns, candidates);
  for (const Candidate& candidate : candidates) {
    if (candidate.sum <= matches.least) return;
    if (level == 0) {
      matches.add(candidate, turns);
      return;
    }
    collect(level - 1, turns, children_of(candidate, level, limits), limits, matches);
  }
}

std::vector<SearchResult> BranchAndBoundMatcher::distinct_matches(
    std::span<const OrientedPoint> points, const Pose2& middle, const SearchWindow& window,
    double min_score, std::size_t max_count) const {
  if (points.empty() || map_.is_empty()) return {};
  const int cells = static_cast<int>(std::ceil(window.reach / cell_));
  std::vector<RotatedScan> rotated;
  std::vector<Candidate> candidates;
  build_candidates(points, middle, window.turn, turn_step(points, kRoughTurn * cell_), cells,
                   rotated, candidates);
  const double full = 255.0 * static_cast<double>(points.size());
  DistinctMatches matches{
      static_cast<int>(min_score * full), static_cast<int>(kSameMatchDistance / cell_), {}};
  collect(levels_.size() - 1, rotated, std::move(candidates), {cells}, matches);
  std::erase_if(matches.kept, [&](const Candidate& match) { return match.sum < matches.least; });
  std::stable_sort(matches.kept.begin(), matches.kept.end(),
                   [](const Candidate& a, const Candidate& b) { return a.sum > b.sum; });
  if (matches.kept.size() > max_count) matches.kept.resize(max_count);
  std::vector<SearchResult> results;
  for (const Candidate& match : matches.kept)
    results.push_back({{middle.x + match.dx * cell_, middle.y + match.dy * cell_,
                        rotated[static_cast<std::size_t>(match.turn)].theta},
                       match.sum / full});
  return results;
}

// Leaves out points that no shift of up to `shift` cells moves onto the grid.
BranchAndBoundMatcher::RotatedScan BranchAndBoundMatcher::rotated_by(
    std::span<const OrientedPoint> points, const Pose2& pose, int shift) const {
  RotatedScan rotated{pose.theta, {}, {}};
  rotated.inner.reserve(points.size());
  const int reach = shift + levels_.back().step;
  for (const CellIndex& fine : cells_of(map_, points, pose)) {
    const CellIndex cell{floor_div(fine.column, downsampling_), floor_div(fine.row, downsampling_)};
    const auto is_within = [&](int margin) {
      return cell.column >= margin && cell.row >= margin && cell.column < width_ - margin &&
             cell.row < height_ - margin;
    };
    if (is_within(shift))
      rotated.inner.push_back(cell.row * width_ + cell.column);
    else if (is_within(-reach))
      rotated.edge.push_back(cell);
  }
  return rotated;
}

// The roots of the search tree: every rotation with every square of the coarsest level.
void BranchAndBoundMatcher::build_candidates(std::span<const OrientedPoint> points,
                                             const Pose2& middle, double turn, double step,
                                             int cells, std::vector<RotatedScan>& rotated,
                                             std::vector<Candidate>& candidates) const {
  const int turns = static_cast<int>(std::ceil(turn / step));
  const int stride = levels_.back().step;
  for (int k = -turns; k <= turns; ++k) {
    const double theta = wrap_angle(middle.theta + k * step);
    rotated.push_back(rotated_by(points, {middle.x, middle.y, theta}, cells));
    for (int dy = -cells; dy <= cells; dy += stride)
      for (int dx = -cells; dx <= cells; dx += stride) candidates.push_back({k + turns, dx, dy, 0});
  }
}

std::optional<SearchResult> BranchAndBoundMatcher::search(
    std::span<const OrientedPoint> points, const Pose2& middle, const SearchWindow& window,
    double min_score, const std::optional<ExclusionRegion>& excluded) const {
  if (points.empty() || map_.is_empty()) return std::nullopt;
  const int cells = static_cast<int>(std::ceil(window.reach / cell_));
  std::vector<RotatedScan> rotated;
  std::vector<Candidate> candidates;
  build_candidates(points, middle, window.turn, turn_step(points, cell_), cells, rotated,
                   candidates);
  const double full = 255.0 * static_cast<double>(points.size());
  Candidate best{-1, 0, 0, static_cast<int>(min_score * full)};
  Limits limits{cells};
  if (excluded) {
    limits.radius = static_cast<int>(excluded->radius / cell_);
    limits.x = static_cast<int>(std::lround((excluded->middle.x - middle.x) / cell_));
    limits.y = static_cast<int>(std::lround((excluded->middle.y - middle.y) / cell_));
  }
  branch_and_bound(levels_.size() - 1, rotated, std::move(candidates), limits, best);
  if (best.turn < 0) return std::nullopt;
  return SearchResult{{middle.x + best.dx * cell_, middle.y + best.dy * cell_,
                       rotated[static_cast<std::size_t>(best.turn)].theta},
                      best.sum / full};
}

}  // namespace rubble::slam
