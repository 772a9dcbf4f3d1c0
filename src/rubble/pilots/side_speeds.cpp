// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/side_speeds.h"

#include <algorithm>
#include <cmath>

namespace rubble::pilots {

double slip_factor(const robots::Measures& measures, DriveKind drive) {
  if (drive == DriveKind::Differential || measures.separation <= 0.0) return 1.0;
  const double ratio = measures.base / measures.separation;
  return 1.0 + ratio * ratio;
}

DriveSides side_speeds(double speed, double turn_rate, const robots::Measures& measures,
                       const RobotSpec& robot) {
  const double wheel_speed = speed / measures.wheel_radius;
  const double difference = turn_rate * measures.separation * slip_factor(measures, robot.drive) /
                            (2.0 * measures.wheel_radius);
  const double limit = std::max(robot.max_speed - std::abs(wheel_speed), 0.5 * robot.max_speed);
  const double turn = std::clamp(difference, -limit, limit);
  return {wheel_speed - turn, wheel_speed + turn};
}

}  // namespace rubble::pilots
