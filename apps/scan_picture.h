// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/messages/reading.h"

namespace rubble::apps {

// A scan from above, the sensor's x axis up, rings at even distances: free air is blue, echoes are
// dark, beams that ended in a code are red. Of a 3-D scan its range image.
Image scan_picture(const RangeScan& scan);

// Distances as brightness, near is bright.
Image depth_picture(const RangeImage& image);

}  // namespace rubble::apps
