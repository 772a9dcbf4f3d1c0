// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/map_search.h"

#include <cmath>
#include <limits>

namespace rubble::evaluation {
namespace {

// After so many squares the best so far is the answer: walls that fit nowhere would be tried
// everywhere.
constexpr long kMaxNodes = 4'000'000;

class Search {
 public:
  Search(const ScorePyramid& pyramid, const std::vector<TurnedPoints>& turns,
         const ShiftWindow& window, int least)
      : pyramid_(pyramid), turns_(turns), window_(window) {
    best_.sum = least;
  }

  const SearchResult& best() const { return best_; }

  ShiftWindow window() const { return window_; }
  static bool is_possible(const ShiftSquare&, int) { return true; }
  int bound_of(const ShiftSquare& square, int level) {
    ++visited_;
    return pyramid_.bound_of(turns_[static_cast<std::size_t>(square.turn)], square.dx, square.dy,
                             level);
  }
  int least() const { return visited_ > kMaxNodes ? std::numeric_limits<int>::max() : best_.sum; }
  bool visit(const ShiftSquare& leaf) {
    best_ = {turns_[static_cast<std::size_t>(leaf.turn)].turn, leaf.dx, leaf.dy, leaf.bound};
    return true;
  }

 private:
  const ScorePyramid& pyramid_;
  const std::vector<TurnedPoints>& turns_;
  ShiftWindow window_;
  SearchResult best_;
  long visited_ = 0;
};

}  // namespace

ScorePyramid::ScorePyramid(const maps::OccupancyMap& map, double cell)
    : cell_(cell), pyramid_(pyramid_of(map, cell)) {}

BoundPyramid ScorePyramid::pyramid_of(const maps::OccupancyMap& map, double cell) {
  const DistanceField field(map);
  const int width = static_cast<int>(std::ceil(map.width * map.resolution / cell));
  const int height = static_cast<int>(std::ceil(map.height * map.resolution / cell));
  const int stride = width + kMargin;
  std::vector<std::uint8_t> scores(
      static_cast<std::size_t>(stride) * static_cast<std::size_t>(height + kMargin), 0);
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const Vec2 middle{(column + 0.5) * cell, (row + 0.5) * cell};
      const double sigmas = field.distance(map.origin * middle) / cell;
      scores[static_cast<std::size_t>(row + kMargin) * static_cast<std::size_t>(stride) +
             static_cast<std::size_t>(column + kMargin)] =
          static_cast<std::uint8_t>(std::lround(kBest * std::exp(-0.5 * sigmas * sigmas)));
    }
  return {std::move(scores), stride, height + kMargin, kLevels};
}

int ScorePyramid::bound_of(const TurnedPoints& points, int dx, int dy, int level) const {
  const std::vector<std::uint8_t>& cells = pyramid_.cells(level);
  const int stride = pyramid_.width(), rows = pyramid_.height();
  int sum = 0;
  for (std::size_t i = 0; i < points.columns.size(); ++i) {
    const int column = points.columns[i] + dx + kMargin, row = points.rows[i] + dy + kMargin;
    if (column < 0 || row < 0 || column >= stride || row >= rows) continue;
    sum += cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(stride) +
                 static_cast<std::size_t>(column)];
  }
  return sum;
}

SearchResult best_place(const ScorePyramid& pyramid, const std::vector<TurnedPoints>& turns,
                        const ShiftWindow& window, int least) {
  Search search(pyramid, turns, window, least);
  const int top = pyramid.levels() - 1;
  branch_and_bound(search, root_squares(static_cast<int>(turns.size()), window, top), top);
  return search.best();
}

}  // namespace rubble::evaluation
