// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "rubble/base/random.h"
#include "rubble/smoke/smoke_field.h"

// Small airs and their brute-force twins for the tests.
namespace rubble::smoke {

inline SmokeArea area_of(Geometry geometry, const Pose& pose, double density) {
  SmokeArea area;
  area.geometry = std::move(geometry);
  area.pose = pose;
  area.density = density;
  return area;
}

inline World world_of(std::vector<SmokeArea> areas) {
  World world;
  world.smokes = std::move(areas);
  return world;
}

inline Line line_between(const Vec3& from, const Vec3& to) {
  return {from, (to - from).normalized(), (to - from).norm()};
}

inline Vec3 random_point(Random& random, double reach) {
  const double x = random.uniform(-reach, reach), y = random.uniform(-reach, reach);
  return {x, y, random.uniform(-reach, reach)};
}

inline Line random_line(Random& random, double reach_of_start, double reach_of_end) {
  const Vec3 end = random_point(random, reach_of_end);
  return line_between(random_point(random, reach_of_start), end);
}

inline Pose random_pose(Random& random, double reach) {
  const Vec3 position = random_point(random, reach);
  const double roll = random.uniform(-3, 3), pitch = random.uniform(-1.5, 1.5);
  return make_pose(position.x(), position.y(), position.z(), roll, pitch, random.uniform(-3, 3));
}

inline double total_of(const SmokeField& smoke_field, const Line& line) {
  double total = 0.0;
  smoke_field.integrals({&line, 1}, {&total, 1});
  return total;
}

// Midpoint sums of density_at.
inline double sampled_total(const SmokeField& smoke_field, const Line& line, int samples) {
  double sum = 0.0;
  for (int i = 0; i < samples; ++i)
    sum +=
        smoke_field.density_at(line.origin + line.direction * (line.length * (i + 0.5) / samples));
  return sum * line.length / samples;
}

}  // namespace rubble::smoke
