// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/live_mapper.h"

#include <algorithm>
#include <limits>

#include "rubble/base/assert.h"
#include "rubble/slam/2d/leveling.h"

namespace rubble::slam {
namespace {

constexpr double kInfiniteStamp = std::numeric_limits<double>::infinity();
constexpr double kMappingDelay = 0.25;  // s
constexpr std::size_t kKeptScans = 100;
constexpr std::size_t kMaxPendingScans = 50;

}  // namespace

LiveMapper::LiveMapper(const LiveMapperSettings& settings)
    : fault_(settings.fault), projector_(log_, settings.scans) {
  mapped_.slam = std::make_unique<GraphSlam>(settings.slam);
}

void LiveMapper::add(const logs::SensorSample& sample,
                     const std::vector<logs::LaserMount>& lasers) {
  RUBBLE_ASSERT(mapped_.slam != nullptr);  // not after finish()
  log_.lasers = lasers;
  for (logs::LaserMount& laser : log_.lasers) logs::correct(laser, fault_.laser);
  if (const auto* laser_scan = std::get_if<logs::LaserScan>(&sample)) {
    log_.laser_scans.push_back(*laser_scan);
    logs::correct(log_.laser_scans.back(), fault_.laser);
  }
  if (const auto* odometry = std::get_if<logs::StampedOdometry>(&sample))
    log_.odometry.push_back({odometry->stamp, logs::corrected(odometry->pose, fault_.odometry)});
  if (const auto* attitude = std::get_if<logs::AttitudeSample>(&sample))
    attitudes_.add(attitude->stamped, attitude->source, log_.attitudes);
  if (const auto* ins = std::get_if<logs::StampedInsPose>(&sample))
    ins_.push_back({ins->stamp, planar(ins->pose)});
  if (!log_.laser_scans.empty()) map_until(log_.laser_scans.back().stamp - kMappingDelay);
}

MappedRun LiveMapper::finish() {
  RUBBLE_ASSERT(mapped_.slam != nullptr);
  map_until(kInfiniteStamp);
  if (!mapped_.scans.empty()) mapped_.slam->finish();
  mapped_.odometry = inertial_odometry(log_);
  mapped_.seconds = seconds();
  return std::move(mapped_);
}

void LiveMapper::map_until(double stamp) {
  if (log_.odometry.empty()) log_.odometry.swap(ins_);
  for (; next_ < log_.laser_scans.size() && (log_.laser_scans[next_].stamp <= stamp ||
                                             log_.laser_scans.size() - next_ > kMaxPendingScans);
       ++next_) {
    if (auto scan = projector_.scan_of(next_)) {
      mapped_.slam->add_scan(*scan);
      mapped_.scans.push_back(*std::move(scan));
    }
    if (next_ > kKeptScans) log_.laser_scans[next_ - kKeptScans].ranges = {};
  }
}

double LiveMapper::seconds() const {
  double first = kInfiniteStamp, last = -first;
  for (const logs::LaserScan& laser_scan : log_.laser_scans) {
    first = std::min(first, laser_scan.stamp);
    last = std::max(last, laser_scan.stamp);
  }
  return std::max(0.0, last - first);
}

}  // namespace rubble::slam
