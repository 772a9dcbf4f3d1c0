// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "rubble/smoke/smoke_field.h"

// Intersects one line with many convex bodies. Bodies are stored as a structure of arrays, so that
// the loops are free of branches and can be vectorised. A kernel writes the distances at which the
// line enters and leaves each body, clipped to the line; start >= end for a miss.
namespace rubble::smoke {

struct KernelLine {
  explicit KernelLine(const Line& line);

  double ox, oy, oz;  // origin
  double dx, dy, dz;  // unit direction
  double ix, iy, iz;  // one over the direction, infinite where it is 0
  double length;
};

struct AlignedBoxes {
  std::vector<double> low_x, low_y, low_z, high_x, high_y, high_z;
};

struct OrientedBoxes {
  std::vector<double> x, y, z;                             // middle
  std::vector<double> ux, uy, uz, vx, vy, vz, wx, wy, wz;  // the box's axes in the world
  std::vector<double> half_u, half_v, half_w;
};

struct Balls {
  std::vector<double> x, y, z, square;  // middle, radius squared
};

struct Cylinders {
  std::vector<double> x, y, z, ux, uy, uz;  // middle, unit axis
  std::vector<double> square, half;         // radius squared, half the length
};

// Bodies first .. first + count.
struct KernelRange {
  std::size_t first = 0;
  std::size_t count = 0;
};

void cross(const AlignedBoxes& boxes, KernelRange range, const KernelLine& line, double* starts,
           double* ends);
void cross(const OrientedBoxes& boxes, KernelRange range, const KernelLine& line, double* starts,
           double* ends);
void cross(const Balls& balls, KernelRange range, const KernelLine& line, double* starts,
           double* ends);
// A ball whose density falls as 1 - (r / radius)^2. Writes the interval of uniform density that has
// the same integral as the whole chord: 5/3 of the chord through the centre, 0 at the surface.
void cross_soft_balls(const Balls& soft_balls, KernelRange range, const KernelLine& line,
                      double* starts, double* ends);
void cross(const Cylinders& cylinders, KernelRange range, const KernelLine& line, double* starts,
           double* ends);

// Adds weight times length of each interval to the sum. Missed bodies add exactly 0, so that the
// result has the same bits with or without them.
double add_lengths(double sum, const double* starts, const double* ends, const double* weights,
                   std::size_t count);

}  // namespace rubble::smoke
