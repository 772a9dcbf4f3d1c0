// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "rubble/slam/2d/leveling.h"
#include "rubble/slam/2d/planar_scan.h"

namespace rubble::slam {

// Projects the laser scans of a log onto the plane, in order. The log may still grow; odometry and
// attitude around a scan should be present when it is projected.
class ScanProjector {
 public:
  ScanProjector(const logs::RobotLog& log, const PlanarScanSettings& settings);

  // Nothing if the scan is not of the mapping laser: the horizontal one, chosen at the first call.
  std::optional<PlanarScan> scan_of(std::size_t laser_scan);

 private:
  const logs::RobotLog& log_;
  PlanarScanSettings settings_;
  std::optional<int> laser_;
  HeightTrack heights_;
  std::vector<logs::StampedOdometry> odometry_;
};

}  // namespace rubble::slam
