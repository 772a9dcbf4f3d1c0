// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/messages/command.h"
#include "rubble/world/model.h"

namespace rubble::pilots {

// How far a person pushes the sticks, -1..1 each, as shares of what the robot can.
struct JoystickCommand {
  double forward = 0.0;
  double turn = 0.0;  // to the left; of a car the steering wheel
  double left = 0.0;  // flying robots only
  double up = 0.0;    // flying robots only
};

// The driving order of the robot's own kind. A robot without a drive gets one that it will refuse.
Command drive_command(const Model& model, const std::string& robot,
                      const JoystickCommand& joystick);

// What a robot can do on even ground, or in the air; 0 without a drive.
struct TopSpeeds {
  double ahead = 0.0;  // m/s
  double turn = 0.0;   // rad/s; of a car at its tightest and fastest
};
TopSpeeds top_speeds(const Model& model);

// How tight a car turns, 1/m; 0 of all others.
double max_curvature(const Model& model);

}  // namespace rubble::pilots
