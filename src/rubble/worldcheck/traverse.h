// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/worldcheck/column_map.h"

namespace rubble::worldcheck {

// A robot as a disc that moves over the columns of a map.
struct RobotDisc {
  double radius = 0.30;    // m
  double max_step = 0.03;  // m, height difference between neighbouring columns
  // Height band (m above ground) of the body: matter inside it blocks the disc, matter below is
  // floor.
  double body_low = 0.42;
  double body_high = 0.50;
};

// The top of a solid span with free space above it, as in a heightfield of spans.
struct WalkableSpan {
  int column = 0;
  int row = 0;
  double height = 0.0;
  bool is_lowest = false;  // lowest span of its column
  bool is_free = false;    // the disc fits, and most of it is supported
  bool is_reached = false;
};

// All walkable spans of a map, and which of them the robot reaches from the given points on the
// ground (flood fill).
class Reachability {
 public:
  Reachability(const ColumnMap& map, const RobotDisc& robot, const std::vector<Vec2>& starts);

  const std::vector<WalkableSpan>& walkable_spans() const { return walkable_spans_; }
  // Share of the free ground inside the area that is reached.
  double reached_share(const Bounds& area) const;
  bool reaches_near(const Vec3& point, double distance) const;

 private:
  std::vector<std::size_t> neighbors(const WalkableSpan& place, double max_step) const;

  const ColumnMap& map_;
  std::vector<WalkableSpan> walkable_spans_;
  std::vector<std::size_t> first_;  // of each column; one more at the end
};

}  // namespace rubble::worldcheck
