// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "rubble/base/archive.h"
#include "rubble/physics/bullet_types.h"
#include "rubble/physics/joint_constraint.h"
#include "rubble/physics/report.h"
#include "rubble/physics/solver.h"
#include "rubble/physics/targets.h"
#include "rubble/world/state.h"

namespace rubble::physics {

// Bullet's side of a joint: one constraint with its motor.
class RunningJoint {
 public:
  RunningJoint(const Joint& plan, InstanceId instance, int index, const JointEnd& parent,
               const JointEnd& child);
  ~RunningJoint();
  RunningJoint(const RunningJoint&) = delete;
  RunningJoint& operator=(const RunningJoint&) = delete;

  btTypedConstraint& constraint() { return *constraint_; }
  btRigidBody& child_body() { return *child_.body; }
  InstanceId instance() const { return instance_; }

  // Sets the motor for the coming step. rolling_drag: rolling resistance torque of the wheel that
  // is this joint's child, N·m.
  void drive(const JointTarget& target, const JointState& state, double rolling_drag);

  // Position and velocity after the step.
  void read(JointState& state) const;

  // Load at the joint, low-pass filtered over a few steps: an impact of rigid bodies lasts one
  // step, a real one some milliseconds. Zero unless the joint can break.
  struct Load {
    double force = 0.0;   // N
    double torque = 0.0;  // N·m
  };
  Load load();
  // Whether the load exceeds the joint's break limit.
  bool breaks_under(const Load& load) const;
  int index() const { return index_; }
  // What it remembers from step to step.
  void serialize(Archive& archive);
  bool can_break() const { return plan_.break_limit.is_given(); }

 private:
  void build_hinge();
  void build_slider();
  void build_ball();
  void build_fixed();
  AxisDrive resisting(const JointState& state, double rolling_drag) const;

  const Joint& plan_;
  InstanceId instance_;
  int index_;
  JointEnd parent_;
  JointEnd child_;
  AxisRows axis_;
  std::unique_ptr<btTypedConstraint> constraint_;
  btJointFeedback feedback_;
  btVector3 force_{0, 0, 0};  // smoothed, at the joint
  btVector3 torque_{0, 0, 0};
  JointMemory memory_;
};

}  // namespace rubble::physics
