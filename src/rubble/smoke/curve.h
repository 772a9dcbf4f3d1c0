// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/smoke/smoke_field.h"

namespace rubble::smoke {

// Where a curve q(s) of the density integral is known exactly, with its slope.
struct CurvePoint {
  double s = 0.0;
  double integral = 0.0;  // d·m
  double density = 0.0;   // d
};

// Between two such points q is the cubic that meets both values and both slopes: exact for a
// density that is constant or grows linearly, fourth order otherwise. Any stretch of it is again
// such a piece, so that curves with different points can be added without loss.
struct CurvePiece {
  CurvePoint from, to;

  double integral(double s) const;
  double density(double s) const;
  // The smallest s with integral(s) >= q, for q between the ends.
  double distance_at(double q) const;

  double limited(double density) const;  // a slope that keeps the piece from falling
};

// The density integral of one body along a line; flat before its first and behind its last point.
struct Curve {
  std::vector<CurvePoint> points;

  double total() const { return points.empty() ? 0.0 : points.back().integral; }
};

// Smoke whose density falls off with the distance from a point or from a straight axis.
struct GaussianBody {
  Vec3 middle = Vec3::Zero();
  Vec3 axis = Vec3::Zero();  // unit; zero = around the point
  double sigma = 1.0;        // m
  double peak = 0.0;         // d

  double density_at(const Vec3& point) const;
  double total(const Line& line) const;  // d·m
  void trace(const Line& line, Curve& curve) const;
  // Where the line comes within so many sigmas of the middle, or infinity.
  double distance_to_edge(const Line& line, double sigmas) const;
};

}  // namespace rubble::smoke
