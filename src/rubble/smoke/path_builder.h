// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/smoke/smoke_snapshot.h"

namespace rubble::smoke {

// Adds up everything on a line into one path. Keeps its memory from line to line.
class PathBuilder {
 public:
  void build(const SmokeSnapshot& snapshot, const Line& line, Path& path);

 private:
  // A place where even smoke begins or ends.
  struct Edge {
    double s = 0.0;
    double change = 0.0;  // of the density
  };

  void collect(const SmokeSnapshot& snapshot, const Line& line);
  // Even smoke alone, with knots at its edges and at further places, ascending.
  void sweep(double length, Path& path) const;
  static void add_curve(const Curve& curve, Path& path);

  double haze_ = 0.0;           // d
  double first_density_ = 0.0;  // at the beginning of the line, d
  int first_open_ = 0;          // bodies the beginning is in
  std::vector<Edge> edges_;
  std::vector<Curve> curves_;
  std::size_t curve_count_ = 0;
  std::vector<double> places_;  // where curves want knots
};

}  // namespace rubble::smoke
