// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/smoke/smoke_field.h"

namespace rubble::smoke {

// A point of the density integral q(s) with its slope, both exact.
struct CurvePoint {
  double s = 0.0;
  double integral = 0.0;  // d·m
  double density = 0.0;   // d
};

// Cubic Hermite segment between two points: exact for constant or linear density, fourth order
// otherwise. Any part of a segment is a segment again, so curves with different knots can be added
// without loss.
struct CurvePiece {
  CurvePoint from, to;

  double integral(double s) const;
  double density(double s) const;
  // The smallest s with integral(s) >= q, for q between the ends.
  double distance_at(double q) const;

  double limited(double density) const;  // limits a slope so that the segment stays monotone
};

// Density integral of one body along a line. Constant before the first and after the last point.
struct Curve {
  std::vector<CurvePoint> points;

  double total() const { return points.empty() ? 0.0 : points.back().integral; }
};

// Smoke with a Gaussian density profile around a point or a straight axis, world frame.
struct GaussianBody {
  Vec3 middle = Vec3::Zero();
  Vec3 axis = Vec3::Zero();  // unit vector; zero = around the point
  double sigma = 1.0;        // m
  double peak = 0.0;         // d

  double density_at(const Vec3& point) const;
  double total(const Line& line) const;  // d·m
  void trace(const Line& line, Curve& curve) const;
  // Distance (m) at which the line comes within this many sigmas of the centre, or infinity.
  double distance_to_edge(const Line& line, double sigmas) const;
};

}  // namespace rubble::smoke
