// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/messages/reading.h"

namespace rubble::report {

// Top view of a scan, x axis of the sensor up, with range rings: free space is blue, echoes are
// dark, beams with an error code are red. For a 3-D scan: its range image.
Image scan_picture(const RangeScan& scan);

// Ranges as brightness, near is bright.
Image depth_picture(const RangeImage& image);

}  // namespace rubble::report
