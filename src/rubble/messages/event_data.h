// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "rubble/geometry/pose.h"

// The kinds of events, one struct each. A new kind is a struct with its name in JSON (kKind), its
// fields in serialization/event_data_fields.h, and its place in EventData.
namespace rubble {

// --- robots and objects that come and go ------------------------------------------------------

struct RobotEntered {
  static constexpr const char* kKind = "robot_entered";
  std::string robot_class;
  Vec3 position_world = Vec3::Zero();  // m
};

struct RobotLeft {
  static constexpr const char* kKind = "robot_left";
};

// A robot was placed beside the requested pose.
struct RobotMoved {
  static constexpr const char* kKind = "robot_moved";
  std::string remark;                  // where it was placed and why; continues a sentence
  Vec3 position_world = Vec3::Zero();  // m, where it stands now
};

// An object or smoke was created in the run.
struct ObjectCreated {
  static constexpr const char* kKind = "object_created";
  std::string object_class;            // box, sphere, cylinder, smoke or the name of a model
  Vec3 position_world = Vec3::Zero();  // m
};

struct ObjectRemoved {
  static constexpr const char* kKind = "object_removed";
};

struct TagDropped {
  static constexpr const char* kKind = "tag_dropped";
  int id = 0;
  Vec3 position_world = Vec3::Zero();  // m
};

// --- what happens to them ---------------------------------------------------------------------

struct CommandRefused {
  static constexpr const char* kKind = "command_refused";
  std::string reason;
};

struct BatteryEmpty {
  static constexpr const char* kKind = "battery_empty";
};

// A robot began to touch something other than the floor. Of two robots each is a subject once.
struct Bumped {
  static constexpr const char* kKind = "bumped";
  std::string other;                 // name of the other robot or object
  std::string subject_part;          // name of the robot's link
  std::string other_part;            // name of the other's link
  Vec3 point_world = Vec3::Zero();   // m, the deepest point of the contact
  Vec3 normal_world = Vec3::Zero();  // unit, from the other to the subject
  double approach_speed = 0.0;       // m/s, along the normal before the step; 0 if they part
  double impulse = 0.0;              // N·s, along the normal in the step
};

enum class LoadKind { Force, Torque };

struct JointBroken {
  static constexpr const char* kKind = "joint_broken";
  std::string joint;
  LoadKind load_kind = LoadKind::Torque;
  double load = 0.0;   // N or N·m, when it broke
  double limit = 0.0;  // N or N·m, what it can bear
};

using EventData = std::variant<RobotEntered, RobotLeft, CommandRefused, BatteryEmpty, Bumped,
                               JointBroken, ObjectCreated, ObjectRemoved, TagDropped, RobotMoved>;

}  // namespace rubble
