// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/base/tick.h"

namespace rubble {

enum class EventKind {
  RobotEntered,
  RobotLeft,
  CommandRefused,
  BatteryEmpty,
  Bumped,       // a robot began to touch something other than the floor; text: its name
  JointBroken,  // text: name of the joint
  ObjectCreated,
  ObjectRemoved,
  TagDropped,
  RobotMoved,  // a robot was placed beside the requested pose; text: where and why
};

// Something that happened in a tick.
struct Event {
  Tick tick = 0;
  EventKind kind = EventKind::RobotEntered;
  std::string subject;  // name of the robot or object
  std::string text;
};

// The name in JSON, such as "robot_entered".
const char* name_of(EventKind kind);

}  // namespace rubble
