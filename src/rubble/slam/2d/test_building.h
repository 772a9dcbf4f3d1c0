// SPDX-License-Identifier: Apache-2.0
// A building of straight walls that tests drive through.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "rubble/base/random.h"
#include "rubble/slam/2d/planar_scan.h"

namespace rubble::slam {

struct TestWall {
  Vec2 from;
  Vec2 to;
};

inline double range_to(const TestWall& wall, const Vec2& origin, const Vec2& direction) {
  const Vec2 along = wall.to - wall.from, off = wall.from - origin;
  const double across = direction.x() * along.y() - direction.y() * along.x();
  if (std::abs(across) < 1e-12) return std::numeric_limits<double>::infinity();
  const double range = (off.x() * along.y() - off.y() * along.x()) / across;
  const double share = (off.x() * direction.y() - off.y() * direction.x()) / across;
  return range > 0.0 && share >= 0.0 && share <= 1.0 ? range
                                                     : std::numeric_limits<double>::infinity();
}

inline void add_box(std::vector<TestWall>& walls, const Vec2& low, const Vec2& high) {
  const Vec2 b(high.x(), low.y()), d(low.x(), high.y());
  for (const TestWall& wall : {TestWall{low, b}, {b, high}, {high, d}, {d, low}})
    walls.push_back(wall);
}

// A corridor around a block, 24 x 18 m, with niches and boxes so that no two places look alike.
inline std::vector<TestWall> ring_building() {
  std::vector<TestWall> walls;
  add_box(walls, {0, 0}, {24, 18});
  add_box(walls, {3, 3}, {21, 15});
  add_box(walls, {6, 0}, {6.8, 0.5});
  add_box(walls, {15.5, 2.6}, {17, 3});
  add_box(walls, {23.3, 6}, {24, 7.2});
  add_box(walls, {21, 11}, {21.5, 11.4});
  add_box(walls, {18, 17.2}, {19.5, 18});
  add_box(walls, {11, 15}, {11.3, 15.6});
  add_box(walls, {5, 17.5}, {5.4, 18});
  add_box(walls, {0, 12}, {0.9, 12.6});
  add_box(walls, {2.6, 6}, {3, 8});
  return walls;
}

// 361 beams over a half circle up to 20 m, with a centimetre of noise.
inline PlanarScan scan_in(const std::vector<TestWall>& walls, const Pose2& pose,
                          std::uint64_t key) {
  PlanarScan scan;
  Random random(key, "range");
  for (int i = 0; i <= 360; ++i) {
    const double angle = radians(-90.0 + 0.5 * i);
    const Vec2 local(std::cos(angle), std::sin(angle));
    const Vec2 direction = pose * local - pose.position();
    double range = std::numeric_limits<double>::infinity();
    for (const TestWall& wall : walls)
      range = std::min(range, range_to(wall, pose.position(), direction));
    if (range < 20.0) scan.hits.push_back(((range + 0.01 * random.normal()) * local).cast<float>());
  }
  return scan;
}

}  // namespace rubble::slam
