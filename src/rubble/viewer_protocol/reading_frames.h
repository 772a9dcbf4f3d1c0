// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/messages/reading.h"
#include "rubble/viewer_protocol/entity_registry.h"

namespace rubble::viewer_protocol {

// Scans and depth images are subsampled to at most this.
constexpr int kMaxScanValues = 60000;
constexpr int kMaxDepthImageWidth = 320;
constexpr int kMaxDepthImageHeight = 240;

// All codes of the scan except no_return_code are errors.
Frame scan_frame(int stream, double time, const Pose& world_from_sensor, const RangeScan& scan,
                 int no_return_code = kNoCode);
Frame depth_frame(int stream, double time, const Pose& world_from_sensor, const RangeImage& image);
Frame values_message(int stream, double time, const ReadingData& data);

}  // namespace rubble::viewer_protocol
