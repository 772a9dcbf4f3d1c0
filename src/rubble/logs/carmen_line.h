// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "rubble/geometry/pose2.h"

namespace rubble::logs {

// Message time and logger time, in seconds of whatever clock the host had.
struct CarmenStamps {
  double message = 0.0;
  double logger = 0.0;
};

enum class CarmenTag { None, Odometry, Laser, RobotLaser, RawLaser };

// What a tag says before anything else of the line is looked at.
struct CarmenHead {
  CarmenTag tag = CarmenTag::None;
  int laser = 0;  // 0 front, 1 rear, 2 and 3 others
};
CarmenHead carmen_head(std::string_view tag);

struct CarmenOdometry {
  Pose2 pose;
  CarmenStamps stamps;
};

struct CarmenScan {
  std::vector<double> values;  // as logged; NaN where no number stands
  // Only some messages say how the beams lie; step 0: this one did not.
  double start_angle = 0.0;    // rad, of the first beam
  double step = 0.0;           // rad
  double maximum_range = 0.0;  // m; 0: not said
  bool has_poses = false;
  Pose2 laser_pose;
  Pose2 robot_pose;
  CarmenStamps stamps;
};

// Nothing if the line is not whole: fields missing, no numbers where numbers belong.
std::optional<CarmenOdometry> parse_carmen_odometry(const std::vector<std::string_view>& words);
std::optional<CarmenScan> parse_carmen_scan(CarmenTag tag,
                                            const std::vector<std::string_view>& words);

}  // namespace rubble::logs
