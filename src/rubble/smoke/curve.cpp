// SPDX-License-Identifier: Apache-2.0
#include "rubble/smoke/curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rubble::smoke {
namespace {

// The density along a line is a bell too: peak * exp(-(s - middle)^2 / (2 width^2)).
struct Bell {
  double peak = 0.0;
  double middle = 0.0;
  double width = 0.0;  // infinite along the axis of the body

  double density(double s) const {
    const double x = (s - middle) / width;
    return peak * std::exp(-0.5 * x * x);
  }
  double integral(double from, double to) const {
    if (std::isinf(width)) return peak * (to - from);
    const double scale = 1.0 / (std::sqrt(2.0) * width);
    return peak * width * std::sqrt(kPi / 2.0) *
           (std::erf((to - middle) * scale) - std::erf((from - middle) * scale));
  }
};

Vec3 without_part_along(const Vec3& axis, const Vec3& v) { return v - axis.dot(v) * axis; }

Bell bell_of(const GaussianBody& body, const Line& line) {
  const Vec3 origin = without_part_along(body.axis, line.origin - body.middle);
  const Vec3 step = without_part_along(body.axis, line.direction);
  const double square = step.squaredNorm();
  const double scale = 0.5 / (body.sigma * body.sigma);
  if (square < 1e-18)
    return {body.peak * std::exp(-scale * origin.squaredNorm()), 0.0,
            std::numeric_limits<double>::infinity()};
  const double middle = -origin.dot(step) / square;
  const double aside = (origin + middle * step).squaredNorm();
  return {body.peak * std::exp(-scale * aside), middle, body.sigma / std::sqrt(square)};
}

}  // namespace

// Slopes of more than three times the mean could make the cubic fall in between.
double CurvePiece::limited(double density) const {
  return std::min(density, 3.0 * (to.integral - from.integral) / (to.s - from.s));
}

double CurvePiece::integral(double s) const {
  const double width = to.s - from.s;
  const double x = (s - from.s) / width;
  const double rise = to.integral - from.integral;
  const double slope0 = limited(from.density) * width, slope1 = limited(to.density) * width;
  return from.integral + x * (slope0 + x * ((3.0 * rise - 2.0 * slope0 - slope1) +
                                            x * (slope0 + slope1 - 2.0 * rise)));
}

double CurvePiece::density(double s) const {
  const double width = to.s - from.s;
  const double x = (s - from.s) / width;
  const double mean = (to.integral - from.integral) / width;
  const double slope0 = limited(from.density), slope1 = limited(to.density);
  return slope0 + x * (2.0 * (3.0 * mean - 2.0 * slope0 - slope1) +
                       x * 3.0 * (slope0 + slope1 - 2.0 * mean));
}

// Newton's steps, halving where they would leave the bracket.
double CurvePiece::distance_at(double q) const {
  double low = from.s, high = to.s;
  double s = low + (high - low) * (q - from.integral) / (to.integral - from.integral);
  for (int step = 0; step < 60 && high - low > 1e-12; ++step) {
    const double excess = integral(s) - q;
    (excess < 0.0 ? low : high) = s;
    const double slope = density(s);
    double next = slope > 0.0 ? s - excess / slope : low;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - s) < 1e-13) return next;
    s = next;
  }
  return s;
}

double GaussianBody::density_at(const Vec3& point) const {
  const Vec3 aside = without_part_along(axis, point - middle);
  return peak * std::exp(-0.5 * aside.squaredNorm() / (sigma * sigma));
}

double GaussianBody::total(const Line& line) const {
  return bell_of(*this, line).integral(0.0, line.length);
}

// Points an eighth of the width apart, further out a quarter, keep the cubics within 1e-6 of the
// whole.
void GaussianBody::trace(const Line& line, Curve& curve) const {
  constexpr double kReach = 6.0, kCore = 3.5;  // widths
  constexpr double kNegligible = 1e-14;        // d·m
  const Bell bell = bell_of(*this, line);
  curve.points.clear();
  if (bell.integral(0.0, line.length) < kNegligible) return;
  const auto add = [&](double s) {
    curve.points.push_back({s, bell.integral(0.0, s), bell.density(s)});
  };
  add(0.0);
  for (double x = -kReach; x <= kReach; x += std::abs(x + 0.01) < kCore ? 0.125 : 0.25) {
    const double s = bell.middle + x * bell.width;
    if (s > curve.points.back().s + 1e-9 && s < line.length - 1e-9) add(s);
  }
  if (line.length > 0.0) add(line.length);
}

double GaussianBody::distance_to_edge(const Line& line, double sigmas) const {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const Vec3 start = without_part_along(axis, line.origin - middle);
  const Vec3 step = without_part_along(axis, line.direction);
  const double square = step.squaredNorm(), reach = sigmas * sigma;
  const double outside = start.squaredNorm() - reach * reach;
  if (outside <= 0.0) return 0.0;
  const double towards = -start.dot(step);
  const double root = towards * towards - square * outside;
  if (towards <= 0.0 || root < 0.0) return kNever;
  const double s = (towards - std::sqrt(root)) / square;
  return s <= line.length ? s : kNever;
}

}  // namespace rubble::smoke
