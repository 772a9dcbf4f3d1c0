// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/messages/reading.h"

namespace rubble::apps {

// A scan from above, the sensor in the middle looking up: free air light, echoes dark, beams that
// ended in a code as red rays. Of a 3-D scan its range image.
Image scan_picture(const RangeScan& scan);

// Distances as brightness, near is bright.
Image depth_picture(const RangeImage& image);

}  // namespace rubble::apps
