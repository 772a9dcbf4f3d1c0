// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/smoke/smoke_snapshot.h"

namespace rubble::smoke {

// Sums the density of all smoke on a line into one Path. Reuses its memory between lines; one per
// thread.
class PathBuilder {
 public:
  void build(const SmokeSnapshot& snapshot, const Line& line, Path& path);

 private:
  // Distance at which a uniform body begins or ends.
  struct Edge {
    double s = 0.0;
    double change = 0.0;  // of the density
  };

  void collect(const SmokeSnapshot& snapshot, const Line& line);
  // Uniform smoke only, with knots at its edges and at `places_`.
  void sweep(double length, Path& path) const;
  static void add_curve(const Curve& curve, Path& path);

  double haze_ = 0.0;           // d
  double first_density_ = 0.0;  // at the beginning of the line, d
  int first_open_ = 0;          // number of bodies that contain the start of the line
  std::vector<Edge> edges_;
  std::vector<Curve> curves_;
  std::size_t curve_count_ = 0;
  std::vector<double> places_;  // knots of the curves, ascending
};

}  // namespace rubble::smoke
