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
  Bumped,       // a robot began to touch something that is not the floor; text: what
  JointBroken,  // text: the joint
  ObjectCreated,
  ObjectRemoved,
  TagDropped,
  RobotMoved,  // a robot does not stand where it was to start or to be put; text: where and why
};

// Something worth telling that happened in a tick.
struct Event {
  Tick tick = 0;
  EventKind kind = EventKind::RobotEntered;
  std::string subject;  // the robot or thing
  std::string text;
};

// "robot_entered"
const char* name_of(EventKind kind);

}  // namespace rubble
