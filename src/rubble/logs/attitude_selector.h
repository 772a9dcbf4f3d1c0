// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/logs/robot_log.h"

namespace rubble::logs {

enum class AttitudeSource { Imu, Ins };

// Collects the attitudes of one robot. An IMU takes precedence over an INS: its first attitude
// drops those of the INS, later ones of the INS are ignored.
class AttitudeSelector {
 public:
  // list: where attitudes are kept, in the order they came.
  void add(const StampedAttitude& attitude, AttitudeSource source,
           std::vector<StampedAttitude>& list) {
    const bool is_imu = source == AttitudeSource::Imu;
    if (is_imu && !has_imu_) list.clear();
    has_imu_ = has_imu_ || is_imu;
    if (is_imu == has_imu_) list.push_back(attitude);
  }

 private:
  bool has_imu_ = false;
};

}  // namespace rubble::logs
