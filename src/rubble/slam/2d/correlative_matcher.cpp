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
constexpr int kLevels = 6;              // steps of 1 .. 32 cells
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

// The scan at one rotation of the window, as cells.
struct BranchAndBoundMatcher::RotatedScan {
  double theta = 0.0;
  std::vector<std::int32_t> inner;  // cells that stay inside the grid for every shift
  std::vector<CellIndex> edge;      // cells that some shift moves out of the grid
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

BoundPyramid pyramid_of(const SurfelMap& map, int downsampling) {
  const int width = (map.width() + downsampling - 1) / downsampling;
  const int height = (map.height() + downsampling - 1) / downsampling;
  return {downsampling == 1 ? map.likelihoods() : max_pooled(map, downsampling, width, height),
          width, height, kLevels};
}

// Division that rounds towards minus infinity.
std::int32_t floor_div(std::int32_t value, std::int32_t by) {
  return value >= 0 ? value / by : -((by - 1 - value) / by);
}

}  // namespace

BranchAndBoundMatcher::BranchAndBoundMatcher(const SurfelMap& map, int downsampling)
    : map_(map),
      downsampling_(downsampling),
      cell_(downsampling * SurfelMap::kCell),
      pyramid_(pyramid_of(map, downsampling)) {}

// Upper bound of the score over a square of shifts, exact on level 0. A cell left of or below the
// grid may still reach it by a shift within the square.
int BranchAndBoundMatcher::bound_of(const RotatedScan& rotated, const ShiftSquare& square,
                                    int level) const {
  int sum = 0;
  const int width = pyramid_.width(), height = pyramid_.height(), step = BoundPyramid::step(level);
  const std::uint8_t* cells = pyramid_.cells(level).data();
  const std::uint8_t* shifted = cells + static_cast<std::ptrdiff_t>(square.dy) * width + square.dx;
  for (const std::int32_t index : rotated.inner) sum += shifted[index];
  for (const CellIndex& cell : rotated.edge) {
    int column = cell.column + square.dx, row = cell.row + square.dy;
    if (column <= -step || row <= -step) continue;
    column = std::max(column, 0);
    row = std::max(row, 0);
    if (column < width && row < height) sum += cells[row * width + column];
  }
  return sum;
}

// What the searches below have in common: the scan at each rotation, and shifts of up to `cells` to
// each side.
class BranchAndBoundMatcher::Search {
 public:
  Search(const BranchAndBoundMatcher& matcher, const std::vector<RotatedScan>& turns, int cells,
         int least)
      : turns_(turns), cells_(cells), least_(least), matcher_(matcher) {}

  int turn_count() const { return static_cast<int>(turns_.size()); }
  ShiftWindow window() const { return {-cells_, cells_, -cells_, cells_}; }
  int bound_of(const ShiftSquare& square, int level) const {
    return matcher_.bound_of(turns_[static_cast<std::size_t>(square.turn)], square, level);
  }
  int least() const { return least_; }

 protected:
  const std::vector<RotatedScan>& turns_;
  int cells_;
  int least_;  // sum

 private:
  const BranchAndBoundMatcher& matcher_;
};

// The best match outside of a square of shifts.
class BranchAndBoundMatcher::BestMatch : public Search {
 public:
  using Search::Search;

  void exclude(int dx, int dy, int radius) {
    x_ = dx;
    y_ = dy;
    radius_ = radius;
  }
  static bool is_possible(const ShiftSquare&, int) { return true; }
  bool visit(const ShiftSquare& leaf) {
    if (std::abs(leaf.dx - x_) <= radius_ && std::abs(leaf.dy - y_) <= radius_) return false;
    best_ = leaf;
    least_ = leaf.bound;
    return true;
  }
  const std::optional<ShiftSquare>& best() const { return best_; }

 private:
  std::optional<ShiftSquare> best_;
  int x_ = 0, y_ = 0;  // cells
  int radius_ = -1;    // cells; -1: nothing is excluded
};

// The matches found so far, each the best in its neighbourhood.
class BranchAndBoundMatcher::DistinctMatches : public Search {
 public:
  // min_separation: cells
  DistinctMatches(const Search& search, int min_separation)
      : Search(search), min_separation_(min_separation) {}

  // Whether any shift of the square is within reach, which shrinks with the rotation.
  bool is_possible(const ShiftSquare& square, int level) const {
    const double middle = 0.5 * static_cast<double>(turns_.size() - 1);
    const double turn = (square.turn - middle) / std::max(middle, 1.0);  // -1..1
    const int step = BoundPyramid::step(level);
    const int aside = std::clamp(0, square.dx, square.dx + step - 1);
    const int ahead = std::clamp(0, square.dy, square.dy + step - 1);
    return std::hypot(aside, ahead) <= cells_ * (1.0 - kTurnedReach * turn * turn);
  }
  bool visit(const ShiftSquare& leaf) {
    add(leaf);
    return true;
  }
  // The best first, at most max_count.
  std::vector<ShiftSquare> best(std::size_t max_count) {
    std::erase_if(kept_, [&](const ShiftSquare& match) { return match.bound < least_; });
    std::stable_sort(kept_.begin(), kept_.end(),
                     [](const ShiftSquare& a, const ShiftSquare& b) { return a.bound > b.bound; });
    if (kept_.size() > max_count) kept_.resize(max_count);
    return kept_;
  }

 private:
  bool are_near(const ShiftSquare& one, const ShiftSquare& other) const {
    const double turn = turns_[static_cast<std::size_t>(one.turn)].theta -
                        turns_[static_cast<std::size_t>(other.turn)].theta;
    return std::max(std::abs(one.dx - other.dx), std::abs(one.dy - other.dy)) <= min_separation_ &&
           std::abs(wrap_angle(turn)) <= kSameMatchTurn;
  }
  void add(const ShiftSquare& found) {
    least_ = std::max(least_, static_cast<int>(kNearlyBest * found.bound));
    const auto is_better = [&](const ShiftSquare& other) {
      return other.bound >= found.bound && are_near(found, other);
    };
    if (std::any_of(kept_.begin(), kept_.end(), is_better)) return;
    std::erase_if(kept_, [&](const ShiftSquare& other) { return are_near(found, other); });
    kept_.push_back(found);
  }

  int min_separation_;
  std::vector<ShiftSquare> kept_;
};

// Every rotation with every square of the coarsest level.
template <class Found>
void BranchAndBoundMatcher::search_all(Found& found) const {
  branch_and_bound(found, root_squares(found.turn_count(), found.window(), kLevels - 1),
                   kLevels - 1);
}

std::vector<SearchResult> BranchAndBoundMatcher::distinct_matches(
    std::span<const OrientedPoint> points, const Pose2& middle, const SearchWindow& window,
    double min_score, std::size_t max_count) const {
  if (points.empty() || map_.is_empty()) return {};
  const int cells = static_cast<int>(std::ceil(window.reach / cell_));
  const std::vector<RotatedScan> rotated =
      rotated_scans(points, middle, window.turn, turn_step(points, kRoughTurn * cell_), cells);
  const double full = 255.0 * static_cast<double>(points.size());
  DistinctMatches matches(Search(*this, rotated, cells, static_cast<int>(min_score * full)),
                          static_cast<int>(kSameMatchDistance / cell_));
  search_all(matches);
  std::vector<SearchResult> results;
  for (const ShiftSquare& match : matches.best(max_count))
    results.push_back({{middle.x + match.dx * cell_, middle.y + match.dy * cell_,
                        rotated[static_cast<std::size_t>(match.turn)].theta},
                       match.bound / full});
  return results;
}

// Leaves out points that no shift of up to `shift` cells moves onto the grid.
BranchAndBoundMatcher::RotatedScan BranchAndBoundMatcher::rotated_by(
    std::span<const OrientedPoint> points, const Pose2& pose, int shift) const {
  RotatedScan rotated{pose.theta, {}, {}};
  rotated.inner.reserve(points.size());
  const int width = pyramid_.width(), height = pyramid_.height();
  const int reach = shift + BoundPyramid::step(kLevels - 1);
  for (const CellIndex& fine : cells_of(map_, points, pose)) {
    const CellIndex cell{floor_div(fine.column, downsampling_), floor_div(fine.row, downsampling_)};
    const auto is_within = [&](int margin) {
      return cell.column >= margin && cell.row >= margin && cell.column < width - margin &&
             cell.row < height - margin;
    };
    if (is_within(shift))
      rotated.inner.push_back(cell.row * width + cell.column);
    else if (is_within(-reach))
      rotated.edge.push_back(cell);
  }
  return rotated;
}

std::vector<BranchAndBoundMatcher::RotatedScan> BranchAndBoundMatcher::rotated_scans(
    std::span<const OrientedPoint> points, const Pose2& middle, double turn, double step,
    int cells) const {
  const int turns = static_cast<int>(std::ceil(turn / step));
  std::vector<RotatedScan> rotated;
  for (int k = -turns; k <= turns; ++k)
    rotated.push_back(
        rotated_by(points, {middle.x, middle.y, wrap_angle(middle.theta + k * step)}, cells));
  return rotated;
}

std::optional<SearchResult> BranchAndBoundMatcher::search(
    std::span<const OrientedPoint> points, const Pose2& middle, const SearchWindow& window,
    double min_score, const std::optional<ExclusionRegion>& excluded) const {
  if (points.empty() || map_.is_empty()) return std::nullopt;
  const int cells = static_cast<int>(std::ceil(window.reach / cell_));
  const std::vector<RotatedScan> rotated =
      rotated_scans(points, middle, window.turn, turn_step(points, cell_), cells);
  const double full = 255.0 * static_cast<double>(points.size());
  BestMatch match(*this, rotated, cells, static_cast<int>(min_score * full));
  if (excluded)
    match.exclude(static_cast<int>(std::lround((excluded->middle.x - middle.x) / cell_)),
                  static_cast<int>(std::lround((excluded->middle.y - middle.y) / cell_)),
                  static_cast<int>(excluded->radius / cell_));
  search_all(match);
  if (!match.best()) return std::nullopt;
  const ShiftSquare& best = *match.best();
  return SearchResult{{middle.x + best.dx * cell_, middle.y + best.dy * cell_,
                       rotated[static_cast<std::size_t>(best.turn)].theta},
                      best.bound / full};
}

}  // namespace rubble::slam
