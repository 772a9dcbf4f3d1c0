// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/logs/log_fault.h"
#include "rubble/logs/usarsim_sensor_decoder.h"
#include "rubble/slam/2d/graph_slam.h"
#include "rubble/slam/2d/scan_projector.h"

namespace rubble::slam {

struct LiveMapperSettings {
  SlamSettings slam = {};
  PlanarScanSettings scans = {};
  logs::LogFault fault = {};  // corrected in every sample
};

// A run that was mapped scan by scan.
struct MappedRun {
  double seconds = 0.0;  // between the first and the last scan
  std::vector<PlanarScan> scans;
  std::vector<logs::StampedOdometry> odometry;
  std::unique_ptr<GraphSlam> slam;  // one pose per scan
};

// Maps a live robot from its sensor samples. A scan is mapped 0.25 s after its stamp, so that its
// odometry has arrived. Ranges of mapped scans are freed. One thread.
class LiveMapper {
 public:
  explicit LiveMapper(const LiveMapperSettings& settings);
  // The projector refers to the log.
  LiveMapper(const LiveMapper&) = delete;
  LiveMapper& operator=(const LiveMapper&) = delete;

  // `lasers`: the mounts known when the sample arrived.
  void add(const logs::SensorSample& sample, const std::vector<logs::LaserMount>& lasers);
  // Maps the pending scans and closes the graph. Call once.
  MappedRun finish();

 private:
  void map_until(double stamp);
  double seconds() const;

  logs::LogFault fault_;
  logs::RobotLog log_;
  ScanProjector projector_;
  std::vector<logs::StampedOdometry> ins_;  // used if there is no odometry
  logs::AttitudeSelector attitudes_;
  std::size_t next_ = 0;  // scan of the log to be mapped next
  MappedRun mapped_;
};

}  // namespace rubble::slam
