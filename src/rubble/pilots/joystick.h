// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/messages/command.h"
#include "rubble/world/model.h"

namespace rubble::pilots {

// Joystick axes, -1..1 each, as shares of the limits of the robot.
struct JoystickCommand {
  double forward = 0.0;
  double turn = 0.0;  // to the left; of a car the steering wheel
  double left = 0.0;  // flying robots only
  double up = 0.0;    // flying robots only
};

// The drive command for the kind of the robot. A robot without a drive gets one that is rejected.
Command drive_command(const Model& model, const std::string& robot,
                      const JoystickCommand& joystick);

// Limits on flat ground, or in the air; 0 without a drive.
struct TopSpeeds {
  double ahead = 0.0;  // m/s
  double turn = 0.0;   // rad/s; of a car at its tightest and fastest
};
TopSpeeds top_speeds(const Model& model);

// Largest curvature of the path of a car, 1/m; 0 for all other drives.
double max_curvature(const Model& model);

}  // namespace rubble::pilots
