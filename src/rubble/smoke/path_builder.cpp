// SPDX-License-Identifier: Apache-2.0
#include "rubble/smoke/path_builder.h"

#include <algorithm>

namespace rubble::smoke {

void PathBuilder::collect(const SmokeSnapshot& snapshot, const Line& line) {
  edges_.clear();
  haze_ = 0.0;
  for (const Smoke& haze : snapshot.hazes) haze_ += haze.density;
  first_density_ = haze_;
  first_open_ = 0;
  // Bodies around the beginning, and those around the end, need no sorting there.
  snapshot.visit_bodies(line, [&](const Span& span, const Smoke& smoke) {
    if (span.start > 0.0) {
      edges_.push_back({span.start, smoke.density});
    } else {
      first_density_ += smoke.density;
      ++first_open_;
    }
    if (span.end < line.length) edges_.push_back({span.end, -smoke.density});
  });
  std::sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) { return a.s < b.s; });
  curve_count_ = 0;
  places_.clear();
  snapshot.visit_curves(line, [&](const Curve& curve, const Smoke&) {
    if (!(curve.total() > 0.0)) return;
    if (curve_count_ == curves_.size()) curves_.emplace_back();
    curves_[curve_count_++].points = curve.points;
    for (const CurvePoint& point : curve.points) places_.push_back(point.s);
  });
  std::sort(places_.begin(), places_.end());
}

void PathBuilder::sweep(double length, Path& path) const {
  double s = 0.0, q = 0.0, density = first_density_;
  int open =
      first_open_;  // bodies the line is in: without any, no rounding of the density may remain
  auto edge = edges_.begin();
  auto place = places_.begin();
  path.resize(edges_.size() + places_.size() + 2);
  std::size_t count = 0;
  for (bool is_last = false; !is_last;) {
    const double left = density;
    for (; edge != edges_.end() && edge->s <= s; ++edge) {
      open += edge->change > 0.0 ? 1 : -1;
      density = open == 0 ? haze_ : std::max(0.0, density + edge->change);
    }
    while (place != places_.end() && *place <= s) ++place;
    path.knots_[count] = s;
    path.integrals_[count] = q;
    path.densities_[2 * count] = left;
    path.densities_[2 * count + 1] = density;
    ++count;
    is_last = s >= length;
    double next = edge != edges_.end() ? std::min(length, edge->s) : length;
    if (place != places_.end()) next = std::min(next, *place);
    q += density * (next - s);
    s = next;
  }
  path.resize(count);
}

void PathBuilder::add_curve(const Curve& curve, Path& path) {
  const auto& points = curve.points;
  std::size_t left = 0, right = 0;  // the first point at or behind, and behind, the knot
  for (std::size_t k = 0; k < path.knots_.size(); ++k) {
    const double s = path.knots_[k];
    while (left < points.size() && points[left].s < s) ++left;
    while (right < points.size() && points[right].s <= s) ++right;
    if (left > 0 && left < points.size())
      path.densities_[2 * k] += CurvePiece{points[left - 1], points[left]}.density(s);
    if (right == points.size()) {
      path.integrals_[k] += curve.total();
    } else if (right > 0) {
      const CurvePiece piece{points[right - 1], points[right]};
      path.densities_[2 * k + 1] += piece.density(s);
      path.integrals_[k] += piece.integral(s);
    }
  }
}

void PathBuilder::build(const SmokeSnapshot& snapshot, const Line& line, Path& path) {
  collect(snapshot, line);
  sweep(line.length, path);
  if (curve_count_ == 0) return;
  for (std::size_t i = 0; i < curve_count_; ++i) add_curve(curves_[i], path);
  // Sums of rounded curves may fall by a last digit where nothing is added.
  for (std::size_t k = 1; k < path.integrals_.size(); ++k)
    path.integrals_[k] = std::max(path.integrals_[k], path.integrals_[k - 1]);
}

}  // namespace rubble::smoke
