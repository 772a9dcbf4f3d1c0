// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "rubble/mapping/leveling.h"
#include "rubble/mapping/planar_scan.h"

namespace rubble::mapping {

// Makes plan scans of a log's sweeps in their order; of a log that still grows, too. Odometry and
// attitude around a sweep should be there when it is asked for.
class ScanProjector {
 public:
  ScanProjector(const RobotLog& log, const PlanarScanSettings& settings);

  // Nothing if the sweep is not of the laser that maps: the level one, chosen at the first call.
  std::optional<PlanarScan> scan_of(std::size_t laser_scan);

 private:
  const RobotLog& log_;
  PlanarScanSettings settings_;
  std::optional<int> laser_;
  HeightTrack heights_;
  std::vector<StampedOdometry> odometry_;
};

}  // namespace rubble::mapping
