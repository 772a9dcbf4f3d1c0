// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/base/tick.h"

namespace rubble {

// Wheel or sprocket speed of each side, forward positive.
struct DriveSides {
  double left = 0.0;   // rad/s
  double right = 0.0;  // rad/s
};

// Steered wheels: speed of the driven wheels and the angle of each steered axle, left positive.
struct DriveSteered {
  double speed = 0.0;        // rad/s
  double front_steer = 0.0;  // rad
  double rear_steer = 0.0;   // rad
};

// A flying robot's velocity in its own heading frame.
struct DriveFlight {
  double forward = 0.0;   // m/s
  double left = 0.0;      // m/s
  double up = 0.0;        // m/s
  double yaw_rate = 0.0;  // rad/s
};

enum class JointOrder { Angle, Speed, Effort };

// One named joint (flipper, arm, pan-tilt) to an angle or position, a speed or an effort.
struct MoveJoint {
  std::string joint;
  JointOrder order = JointOrder::Angle;
  double value = 0.0;  // rad or m; rad/s or m/s; N·m or N
};

struct SwitchLight {
  bool on = false;
};

// Sets an overturned robot on its wheels where it lies.
struct TurnUpright {};

using Order =
    std::variant<DriveSides, DriveSteered, DriveFlight, MoveJoint, SwitchLight, TurnUpright>;

// What a client, pilot or file asks of one robot. Orders hold until the next one of their kind.
struct Command {
  std::string robot;
  Order order;
};

// A command and the tick before which it takes effect.
struct TimedCommand {
  Tick tick = 0;
  Command command;
};

}  // namespace rubble
