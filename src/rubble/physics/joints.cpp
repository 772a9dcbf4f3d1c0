// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/joints.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/tick.h"
#include "rubble/physics/bullet_archive.h"

namespace rubble::physics {
namespace {

constexpr double kServoGain = 20.0;   // 1/s, of position motors
constexpr double kLargeEffort = 1e6;  // N·m or N, stands for no limit

// A frame at the joint whose given column points along an axis.
Pose joint_frame(const Pose& mass_from_joint, const Vec3& column, const Vec3& axis_joint) {
  return mass_from_joint * Pose{Vec3::Zero(), Quat::FromTwoVectors(column, axis_joint)};
}

double finite_effort(double effort) { return std::min(effort, kLargeEffort); }

bool has_limits(const JointAxis& axis) {
  return std::isfinite(axis.lower) || std::isfinite(axis.upper);
}

}  // namespace

RunningJoint::RunningJoint(const Joint& plan, InstanceId instance, int index,
                           const JointEnd& parent, const JointEnd& child)
    : plan_(plan),
      instance_(instance),
      index_(index),
      parent_(parent),
      child_(child),
      axis_(plan, parent, child) {
  switch (plan.kind) {
    case JointKind::Revolute:
    case JointKind::Screw:  // with a thread
      build_hinge();
      break;
    case JointKind::Prismatic:
      build_slider();
      break;
    case JointKind::Ball:
    case JointKind::Universal:  // with axes that stay square
      build_ball();
      break;
    case JointKind::Fixed:
      build_fixed();
      break;
  }
  memory_.axis = &axis_;
  constraint_->setUserConstraintPtr(&memory_);
  feedback_ = {};
  if (can_break()) {
    constraint_->enableFeedback(true);
    constraint_->setJointFeedback(&feedback_);
  }
}

RunningJoint::~RunningJoint() = default;

// Bullet measures the parent's angle against the child about z; with z against the axis its sign is
// SDF's.
void RunningJoint::build_hinge() {
  const Vec3 against = -plan_.axis.direction_joint;
  auto hinge = std::make_unique<JointConstraint<btHingeConstraint>>(
      axis_, *parent_.body, *child_.body,
      to_bullet(joint_frame(parent_.mass_from_joint, Vec3::UnitZ(), against)),
      to_bullet(joint_frame(child_.mass_from_joint, Vec3::UnitZ(), against)));
  constexpr double kTurn = 2.0 * kPi;
  const bool fits_one_turn = plan_.axis.upper - plan_.axis.lower < kTurn;
  if (fits_one_turn)
    hinge->setLimit(plan_.axis.lower, plan_.axis.upper, 0.9, 0.3, 0.0);
  else
    hinge->setLimit(1.0, -1.0);  // see AxisRows::has_far_limits
  constraint_ = std::move(hinge);
}

void RunningJoint::build_slider() {
  const Vec3& along = plan_.axis.direction_joint;
  auto slider = std::make_unique<JointConstraint<btGeneric6DofSpring2Constraint>>(
      axis_, *parent_.body, *child_.body,
      to_bullet(joint_frame(parent_.mass_from_joint, Vec3::UnitX(), along)),
      to_bullet(joint_frame(child_.mass_from_joint, Vec3::UnitX(), along)));
  const bool is_limited = has_limits(plan_.axis);
  const double lower = std::isfinite(plan_.axis.lower) ? plan_.axis.lower : -1e6;
  const double upper = std::isfinite(plan_.axis.upper) ? plan_.axis.upper : 1e6;
  slider->setLinearLowerLimit({is_limited ? lower : 1.0, 0, 0});
  slider->setLinearUpperLimit({is_limited ? upper : -1.0, 0, 0});
  slider->setAngularLowerLimit({0, 0, 0});
  slider->setAngularUpperLimit({0, 0, 0});
  constraint_ = std::move(slider);
}

void RunningJoint::build_ball() {
  constraint_ = std::make_unique<JointConstraint<btPoint2PointConstraint>>(
      axis_, *parent_.body, *child_.body, to_bullet(parent_.mass_from_joint.position),
      to_bullet(child_.mass_from_joint.position));
}

void RunningJoint::build_fixed() {
  constraint_ = std::make_unique<JointConstraint<btFixedConstraint>>(
      axis_, *parent_.body, *child_.body, to_bullet(parent_.mass_from_joint),
      to_bullet(child_.mass_from_joint));
}

// What resists the motion is a motor that wants to stand still but is only so strong.
AxisDrive RunningJoint::resisting(const JointState& state, double rolling_drag) const {
  return {.motor_effort = finite_effort(
              plan_.axis.friction + plan_.axis.damping * std::abs(state.velocity) + rolling_drag)};
}

void RunningJoint::drive(const JointTarget& target, const JointState& state, double rolling_drag) {
  if (!axis_.has_axis()) return;
  axis_.set_last_position(state.position);
  AxisDrive drive;
  switch (target.mode) {
    case MotorMode::Free:
      drive = resisting(state, rolling_drag);
      break;
    case MotorMode::Effort:
      drive = resisting(state, rolling_drag);
      drive.effort = std::clamp(target.value, -target.max_effort, target.max_effort);
      break;
    case MotorMode::Velocity:
      drive = {.motor_velocity = target.value, .motor_effort = finite_effort(target.max_effort)};
      if (rolling_drag > 0.0)
        child_.body->applyTorque(axis_.axis_world() *
                                 (-rolling_drag * std::clamp(state.velocity / 0.05, -1.0, 1.0)));
      break;
    case MotorMode::Position: {
      const double wanted = kServoGain * (target.value - state.position);
      drive = {.motor_velocity = std::clamp(wanted, -target.max_velocity, target.max_velocity),
               .motor_effort = finite_effort(target.max_effort)};
      break;
    }
  }
  axis_.set_drive(drive);
}

void RunningJoint::read(JointState& state) const {
  if (!axis_.has_axis()) return;
  state.position = axis_.position();
  state.velocity = axis_.velocity();
  const auto last_row = static_cast<std::size_t>(memory_.row_count) - 1;
  const double motor =
      axis_.has_motor() && memory_.row_count > 0 ? memory_.impulses[last_row] / kTickSeconds : 0.0;
  state.effort = motor + axis_.drive().effort;
}

// Bullet reports what the constraint did to each centre of mass; moved to the joint that is
// torque - r x force. The child's side and the parent's are equal and opposite there.
RunningJoint::Load RunningJoint::load() {
  constexpr double kShare = 0.25;  // of the newest step: a time constant of about 16 ms
  const btVector3 arm = axis_.anchor_world() - child_.body->getCenterOfMassPosition();
  const btVector3& force = feedback_.m_appliedForceBodyB;
  const btVector3 torque = feedback_.m_appliedTorqueBodyB - arm.cross(force);
  force_ += (force - force_) * kShare;
  torque_ += (torque - torque_) * kShare;
  return {force_.length(), torque_.length()};
}

void RunningJoint::serialize(Archive& archive) {
  archive(memory_.row_count, memory_.impulses, force_, torque_);
  archive(feedback_.m_appliedForceBodyA, feedback_.m_appliedTorqueBodyA,
          feedback_.m_appliedForceBodyB, feedback_.m_appliedTorqueBodyB);
  if (memory_.row_count < 0 || memory_.row_count > JointMemory::kMaxRows)
    archive.fail("a joint has no such rows");
}

bool RunningJoint::breaks_under(const Load& load) const {
  return load.force > plan_.break_limit.force || load.torque > plan_.break_limit.torque;
}

}  // namespace rubble::physics
