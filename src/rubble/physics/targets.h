// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/world/state.h"

namespace rubble::physics {

enum class MotorMode { Free, Velocity, Position, Effort };

// Set point of a joint's motor for the coming step. Joints without a target are free.
struct JointTarget {
  JointId joint;
  MotorMode mode = MotorMode::Free;
  double value = 0.0;         // rad/s or m/s; rad or m; N·m or N
  double max_effort = 0.0;    // N·m or N
  double max_velocity = 0.0;  // rad/s or m/s, Position only
};

// Surface speed of the belt around a link. Positive drives the link forward on the ground, and
// carries objects that lie on it forward. A link without a belt gets one.
struct BeltTarget {
  InstanceId instance;
  int link = 0;
  double speed = 0.0;  // m/s
};

// Set point of a flying body: hovers and follows a velocity in its heading frame (yaw only).
struct FlightTarget {
  BodyId body;
  Vec3 velocity_heading = Vec3::Zero();  // m/s
  double yaw_rate = 0.0;                 // rad/s
  double max_acceleration = 4.0;         // m/s^2
  double max_tilt = 0.436;               // rad
};

// Sets the pose of an instance before the step. With is_motion it moves there as a kinematic body
// that drags along what touches it; otherwise it is teleported and at rest.
struct MoveTarget {
  InstanceId instance;
  Pose world_from_model;
  bool is_motion = false;
};

// Actuator set points for one step.
struct Targets {
  std::vector<JointTarget> joints;
  std::vector<BeltTarget> belts;
  std::vector<FlightTarget> flights;
  std::vector<MoveTarget> moves;
};

}  // namespace rubble::physics
