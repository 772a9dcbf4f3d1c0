// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "rubble/base/assert.h"
#include "rubble/smoke/curve.h"
#include "rubble/smoke/smoke_field.h"

namespace rubble::smoke {

double Path::total() const { return integrals_.empty() ? 0.0 : integrals_.back(); }

double Path::length() const { return knots_.empty() ? 0.0 : knots_.back(); }

std::span<const double> Path::knots() const { return knots_; }

double Path::integral(double s) const {
  if (knots_.empty() || !(s > 0.0)) return 0.0;
  if (s >= knots_.back()) return integrals_.back();
  const auto next = std::upper_bound(knots_.begin(), knots_.end(), s);
  return piece(static_cast<std::size_t>(next - knots_.begin()) - 1).integral(s);
}

double Path::distance_at(double q) const {
  if (!(q > 0.0)) return 0.0;
  if (!(q <= total())) return std::numeric_limits<double>::infinity();
  const auto next = std::lower_bound(integrals_.begin(), integrals_.end(), q);
  const auto index = static_cast<std::size_t>(next - integrals_.begin());
  return *next == q ? knots_[index] : piece(index - 1).distance_at(q);
}

CurvePiece Path::piece(std::size_t i) const {
  RUBBLE_ASSERT(i + 1 < knots_.size());
  return {{knots_[i], integrals_[i], densities_[2 * i + 1]},
          {knots_[i + 1], integrals_[i + 1], densities_[2 * i + 2]}};
}

void Path::resize(std::size_t knot_count) {
  knots_.resize(knot_count);
  integrals_.resize(knot_count);
  densities_.resize(2 * knot_count);
}

}  // namespace rubble::smoke
