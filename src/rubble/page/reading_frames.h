// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/messages/reading.h"
#include "rubble/page/catalog.h"

namespace rubble::page {

// Thinned to at most this.
constexpr int kMostScanValues = 60000;
constexpr int kWidestDepthImage = 320;
constexpr int kHighestDepthImage = 240;

// Of the scan's codes all but no_return_code are errors.
Frame scan_frame(int stream, double time, const Pose& world_from_sensor, const RangeScan& scan,
                 int no_return_code = kNoCode);
Frame depth_frame(int stream, double time, const Pose& world_from_sensor, const RangeImage& image);
Frame values_message(int stream, double time, const ReadingData& data);

}  // namespace rubble::page
