// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/report/canvas.h"

namespace rubble::report {

// The largest of 1, 2 or 5 times a power of ten up to this length.
double round_length(double limit);

// A horizontal bar of a round length of at most `max_width` pixels, its left end at `left`, with
// the length in metres to its right. Returns the x of its right end.
double draw_scale_bar(Canvas& canvas, const Vec2& left, double pixels_per_metre, double max_width);

}  // namespace rubble::report
