// SPDX-License-Identifier: Apache-2.0
#include "rubble/report/scale_bar.h"

#include <fmt/format.h>

#include <cmath>

#include "rubble/base/assert.h"

namespace rubble::report {

double round_length(double limit) {
  RUBBLE_ASSERT(limit > 0.0);
  const double power = std::pow(10.0, std::floor(std::log10(limit)));
  for (const double factor : {5.0, 2.0})
    if (factor * power <= limit) return factor * power;
  return power;
}

double draw_scale_bar(Canvas& canvas, const Vec2& left, double pixels_per_metre, double max_width) {
  const double length = round_length(max_width / pixels_per_metre);
  const Vec2 right = left + Vec2(length * pixels_per_metre, 0.0);
  canvas.line(left, right, {.width = 2.0});
  for (const Vec2& end : {left, right})
    canvas.line(end - Vec2(0, 5), end + Vec2(0, 5), {.width = 2.0});
  canvas.text(right + Vec2(9, 4), fmt::format("{:g} m", length), {.size = 13});
  return right.x();
}

}  // namespace rubble::report
