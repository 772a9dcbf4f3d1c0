// SPDX-License-Identifier: Apache-2.0
#pragma once

// Branch and bound over the rotations and shifts of a point set on a grid (Olson 2009, "Real-time
// correlative scan matching"; Hess et al. 2016, "Real-time loop closure in 2D LIDAR SLAM"). The
// bounds usually come from a BoundPyramid.

#include <algorithm>
#include <vector>

namespace rubble {

// Range of shifts, in cells, both ends included.
struct ShiftWindow {
  int low_x = 0, high_x = 0;
  int low_y = 0, high_y = 0;
};

// A node of the search tree: at one rotation all shifts from (dx, dy) on, as many each way as its
// level's step.
struct ShiftSquare {
  int turn = 0;  // index of the rotation
  int dx = 0;    // cells
  int dy = 0;
  int bound = 0;  // upper bound of the scores in the square; on level 0 the score
};

// The squares of a level that cover the window, at each rotation.
inline std::vector<ShiftSquare> root_squares(int turns, const ShiftWindow& window, int level) {
  std::vector<ShiftSquare> squares;
  const int step = 1 << level;
  for (int turn = 0; turn < turns; ++turn)
    for (int dy = window.low_y; dy <= window.high_y; dy += step)
      for (int dx = window.low_x; dx <= window.high_x; dx += step)
        squares.push_back({turn, dx, dy});
  return squares;
}

// The quarters of a square that lie in the window.
inline std::vector<ShiftSquare> quarters_of(const ShiftSquare& square, int level,
                                            const ShiftWindow& window) {
  const int half = 1 << (level - 1);
  std::vector<ShiftSquare> quarters;
  quarters.reserve(4);
  for (const int dy : {square.dy, square.dy + half})
    for (const int dx : {square.dx, square.dx + half})
      if (dx <= window.high_x && dy <= window.high_y) quarters.push_back({square.turn, dx, dy});
  return quarters;
}

// Depth first, the highest bound first; of equal ones the first listed. A search has
//   ShiftWindow window() const;
//   bool is_possible(const ShiftSquare&, int level) const;  // else it is left out
//   int bound_of(const ShiftSquare&, int level);
//   int least() const;                   // what a bound must exceed; rises as matches are found
//   bool visit(const ShiftSquare& leaf); // a match; true: leave out the other quarters beside it
template <class Search>
void branch_and_bound(Search& search, std::vector<ShiftSquare> squares, int level) {
  std::erase_if(squares, [&](const ShiftSquare& each) { return !search.is_possible(each, level); });
  for (ShiftSquare& square : squares) square.bound = search.bound_of(square, level);
  std::stable_sort(squares.begin(), squares.end(),
                   [](const ShiftSquare& a, const ShiftSquare& b) { return a.bound > b.bound; });
  for (const ShiftSquare& square : squares) {
    if (square.bound <= search.least()) return;
    if (level > 0)
      branch_and_bound(search, quarters_of(square, level, search.window()), level - 1);
    else if (search.visit(square))
      return;
  }
}

}  // namespace rubble
