// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/map_search.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace rubble::evaluation {
namespace {

// A square of places that are still possible.
struct Node {
  std::size_t turn = 0;
  int level = 0;
  int column = 0;
  int row = 0;
  int bound = 0;
};

// After so many squares the best so far is the answer: walls that fit nowhere would be tried
// everywhere.
constexpr long kMaxNodes = 4'000'000;

class Search {
 public:
  Search(const ScorePyramid& pyramid, const std::vector<TurnedPoints>& turns,
         const SearchWindow& window, int least)
      : pyramid_(pyramid), turns_(turns), window_(window) {
    best_.sum = least;
  }

  SearchResult run() {
    std::vector<Node> tops = top_nodes();
    sort_by_bound(tops);
    for (const Node& node : tops) {
      if (node.bound <= best_.sum) break;
      descend(node);
    }
    return best_;
  }

 private:
  int bound_of(const Node& node) {
    ++visited_;
    const TurnedPoints& points = turns_[node.turn];
    int sum = 0;
    for (std::size_t i = 0; i < points.columns.size(); ++i)
      sum += pyramid_.best(node.level, points.columns[i] + node.column, points.rows[i] + node.row);
    return sum;
  }

  static void sort_by_bound(std::vector<Node>& nodes) {
    std::stable_sort(nodes.begin(), nodes.end(),
                     [](const Node& a, const Node& b) { return a.bound > b.bound; });
  }

  std::vector<Node> top_nodes() {
    const int level = pyramid_.levels() - 1, step = 1 << level;
    std::vector<Node> nodes;
    for (std::size_t turn = 0; turn < turns_.size(); ++turn)
      for (int row = window_.low_row; row <= window_.high_row; row += step)
        for (int column = window_.low_column; column <= window_.high_column; column += step) {
          nodes.push_back({turn, level, column, row});
          nodes.back().bound = bound_of(nodes.back());
        }
    return nodes;
  }

  void descend(const Node& node) {
    if (node.level == 0) {
      best_ = {turns_[node.turn].turn, node.column, node.row, node.bound};
      return;
    }
    const int level = node.level - 1, step = 1 << level;
    std::vector<Node> parts;
    for (const int row : {node.row, node.row + step})
      for (const int column : {node.column, node.column + step}) {
        if (row > window_.high_row || column > window_.high_column) continue;
        parts.push_back({node.turn, level, column, row});
        parts.back().bound = bound_of(parts.back());
      }
    sort_by_bound(parts);
    for (const Node& part : parts) {
      if (part.bound <= best_.sum || visited_ > kMaxNodes) break;
      descend(part);
    }
  }

  const ScorePyramid& pyramid_;
  const std::vector<TurnedPoints>& turns_;
  SearchWindow window_;
  SearchResult best_;
  long visited_ = 0;
};

}  // namespace

ScorePyramid::ScorePyramid(const maps::OccupancyMap& map, double cell) : cell_(cell) {
  const DistanceField field(map);
  const double fine = map.resolution;
  width_ = static_cast<int>(std::ceil(map.width * fine / cell));
  height_ = static_cast<int>(std::ceil(map.height * fine / cell));
  stride_ = width_ + kMargin;
  levels_.emplace_back(
      static_cast<std::size_t>(stride_) * static_cast<std::size_t>(height_ + kMargin),
      std::uint8_t{0});
  for (int row = 0; row < height_; ++row)
    for (int column = 0; column < width_; ++column) {
      const Vec2 middle{(column + 0.5) * cell, (row + 0.5) * cell};
      const double sigmas = field.distance(map.origin * middle) / cell;
      levels_[0][static_cast<std::size_t>(row + kMargin) * static_cast<std::size_t>(stride_) +
                 static_cast<std::size_t>(column + kMargin)] =
          static_cast<std::uint8_t>(std::lround(kBest * std::exp(-0.5 * sigmas * sigmas)));
    }
  while (levels() < kLevels) add_level();
}

// Each square is the best of four squares of the level below.
void ScorePyramid::add_level() {
  const int level = levels() - 1, step = 1 << level;
  std::vector<std::uint8_t> next(levels_.back().size(), 0);
  for (int row = -kMargin; row < height_; ++row)
    for (int column = -kMargin; column < width_; ++column)
      next[static_cast<std::size_t>(row + kMargin) * static_cast<std::size_t>(stride_) +
           static_cast<std::size_t>(column + kMargin)] =
          static_cast<std::uint8_t>(
              std::max({best(level, column, row), best(level, column + step, row),
                        best(level, column, row + step), best(level, column + step, row + step)}));
  levels_.push_back(std::move(next));
}

SearchResult best_place(const ScorePyramid& pyramid, const std::vector<TurnedPoints>& turns,
                        const SearchWindow& window, int least) {
  return Search(pyramid, turns, window, least).run();
}

}  // namespace rubble::evaluation
