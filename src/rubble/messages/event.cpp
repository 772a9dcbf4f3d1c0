// SPDX-License-Identifier: Apache-2.0
#include "rubble/messages/event.h"

namespace rubble {

const char* name_of(EventKind kind) {
  switch (kind) {
    case EventKind::RobotEntered:
      return "robot_entered";
    case EventKind::RobotLeft:
      return "robot_left";
    case EventKind::CommandRefused:
      return "command_refused";
    case EventKind::BatteryEmpty:
      return "battery_empty";
    case EventKind::Bumped:
      return "bumped";
    case EventKind::JointBroken:
      return "joint_broken";
    case EventKind::ObjectCreated:
      return "thing_made";
    case EventKind::ObjectRemoved:
      return "thing_left";
    case EventKind::TagDropped:
      return "tag_dropped";
    case EventKind::RobotMoved:
      return "robot_moved";
  }
  return "";
}

}  // namespace rubble
