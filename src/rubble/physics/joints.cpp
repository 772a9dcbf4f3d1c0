// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/joints.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/tick.h"

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
    : plan_(plan), instance_(instance), index_(index), parent_(parent), child_(child) {
  switch (plan.kind) {
    case JointKind::Revolute:
    case JointKind::Screw:  // Bullet cannot couple turning and sliding; the loader has warned
      build_hinge();
      break;
    case JointKind::Prismatic:
      build_slider();
      break;
    case JointKind::Ball:
      build_ball();
      break;
    case JointKind::Universal:
      build_universal();
      break;
    case JointKind::Fixed:
      build_fixed();
      break;
  }
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
  auto hinge = std::make_unique<btHingeConstraint>(
      *parent_.body, *child_.body,
      to_bullet(joint_frame(parent_.mass_from_joint, Vec3::UnitZ(), against)),
      to_bullet(joint_frame(child_.mass_from_joint, Vec3::UnitZ(), against)));
  hinge_ = hinge.get();
  constexpr double kTurn = 2.0 * kPi;
  const bool fits_one_turn = plan_.axis.upper - plan_.axis.lower < kTurn;
  if (fits_one_turn)
    hinge_->setLimit(plan_.axis.lower, plan_.axis.upper, 0.9, 0.3, 0.0);
  else
    hinge_->setLimit(1.0, -1.0);
  constraint_ = std::move(hinge);
}

void RunningJoint::build_slider() {
  const Vec3& along = plan_.axis.direction_joint;
  auto slider = std::make_unique<btGeneric6DofSpring2Constraint>(
      *parent_.body, *child_.body,
      to_bullet(joint_frame(parent_.mass_from_joint, Vec3::UnitX(), along)),
      to_bullet(joint_frame(child_.mass_from_joint, Vec3::UnitX(), along)));
  slider_ = slider.get();
  const bool is_limited = has_limits(plan_.axis);
  const double lower = std::isfinite(plan_.axis.lower) ? plan_.axis.lower : -1e6;
  const double upper = std::isfinite(plan_.axis.upper) ? plan_.axis.upper : 1e6;
  slider_->setLinearLowerLimit({is_limited ? lower : 1.0, 0, 0});
  slider_->setLinearUpperLimit({is_limited ? upper : -1.0, 0, 0});
  slider_->setAngularLowerLimit({0, 0, 0});
  slider_->setAngularUpperLimit({0, 0, 0});
  constraint_ = std::move(slider);
}

void RunningJoint::build_ball() {
  constraint_ = std::make_unique<btPoint2PointConstraint>(
      *parent_.body, *child_.body, to_bullet(parent_.mass_from_joint.position),
      to_bullet(child_.mass_from_joint.position));
}

void RunningJoint::build_universal() {
  const btTransform child_world =
      child_.body->getWorldTransform() * to_bullet(child_.mass_from_joint);
  const btVector3 first = child_world.getBasis() * to_bullet(plan_.axis.direction_joint);
  btVector3 second = child_world.getBasis() * to_bullet(plan_.second_axis.direction_joint);
  second -= first * first.dot(second);
  if (second.length2() < 1e-6) {
    btVector3 other;
    btPlaneSpace1(first, second, other);
  }
  const btVector3 anchor = child_world.getOrigin();
  second.normalize();
  constraint_ =
      std::make_unique<btUniversalConstraint>(*parent_.body, *child_.body, anchor, first, second);
}

void RunningJoint::build_fixed() {
  constraint_ = std::make_unique<btFixedConstraint>(*parent_.body, *child_.body,
                                                    to_bullet(parent_.mass_from_joint),
                                                    to_bullet(child_.mass_from_joint));
}

btVector3 RunningJoint::axis_world() const {
  return child_.body->getWorldTransform().getBasis() *
         to_bullet(child_.mass_from_joint.rotation * plan_.axis.direction_joint);
}

void RunningJoint::set_motor(double velocity, double max_effort) {
  const double effort = finite_effort(max_effort);
  if (hinge_ != nullptr) hinge_->enableAngularMotor(effort > 0.0, velocity, effort * kTickSeconds);
  if (slider_ != nullptr) {
    slider_->enableMotor(0, effort > 0.0);
    slider_->setTargetVelocity(0, -velocity);
    slider_->setMaxMotorForce(0, effort);
  }
}

void RunningJoint::apply_effort(double effort) {
  const btVector3 push = axis_world() * effort;
  if (hinge_ != nullptr) {
    child_.body->applyTorque(push);
    parent_.body->applyTorque(-push);
  } else {
    child_.body->applyCentralForce(push);
    parent_.body->applyCentralForce(-push);
  }
}

void RunningJoint::drive(const JointTarget& target, const JointState& state, double rolling_drag) {
  const JointAxis& axis = plan_.axis;
  if (axis.spring_stiffness > 0.0)
    apply_effort(-axis.spring_stiffness * (state.position - axis.spring_reference));
  switch (target.mode) {
    case MotorMode::Free:
    case MotorMode::Effort:
      // What resists the motion is a motor that wants to stand still but is only so strong.
      set_motor(0.0, axis.friction + axis.damping * std::abs(state.velocity) + rolling_drag);
      if (target.mode == MotorMode::Effort)
        apply_effort(std::clamp(target.value, -target.max_effort, target.max_effort));
      break;
    case MotorMode::Velocity:
      set_motor(target.value, target.max_effort);
      if (rolling_drag > 0.0)
        child_.body->applyTorque(axis_world() *
                                 (-rolling_drag * std::clamp(state.velocity / 0.05, -1.0, 1.0)));
      break;
    case MotorMode::Position: {
      const double wanted = kServoGain * (target.value - state.position);
      set_motor(std::clamp(wanted, -target.max_velocity, target.max_velocity), target.max_effort);
      break;
    }
  }
}

void RunningJoint::read(JointState& state) const {
  const Pose world_from_parent =
      from_bullet(parent_.body->getWorldTransform()) * parent_.mass_from_joint;
  const Pose world_from_child =
      from_bullet(child_.body->getWorldTransform()) * child_.mass_from_joint;
  const Vec3 axis = world_from_parent.rotation * plan_.axis.direction_joint;
  if (slider_ != nullptr) {
    state.position = (world_from_child.position - world_from_parent.position).dot(axis);
    state.velocity =
        from_bullet(child_.body->getLinearVelocity() - parent_.body->getLinearVelocity()).dot(axis);
  } else if (hinge_ != nullptr) {
    const Quat turn = world_from_parent.rotation.conjugate() * world_from_child.rotation;
    const double angle = 2.0 * std::atan2(turn.vec().dot(plan_.axis.direction_joint), turn.w());
    state.position += wrap_angle(angle - state.position);
    state.velocity =
        from_bullet(child_.body->getAngularVelocity() - parent_.body->getAngularVelocity())
            .dot(axis);
    const bool has_motor_row = memory_.row_count == 6;
    state.effort = has_motor_row ? memory_.impulses[5] / kTickSeconds : 0.0;
  }
}

// Bullet reports what the constraint did to each centre of mass; moved to the joint that is
// torque - r x force. The child's side and the parent's are equal and opposite there.
RunningJoint::Load RunningJoint::load() {
  constexpr double kShare = 0.25;  // of the newest step: a time constant of about 16 ms
  const btVector3 anchor =
      child_.body->getWorldTransform() * to_bullet(child_.mass_from_joint.position);
  const btVector3 arm = anchor - child_.body->getCenterOfMassPosition();
  const btVector3& force = feedback_.m_appliedForceBodyB;
  const btVector3 torque = feedback_.m_appliedTorqueBodyB - arm.cross(force);
  force_ += (force - force_) * kShare;
  torque_ += (torque - torque_) * kShare;
  return {force_.length(), torque_.length()};
}

bool RunningJoint::breaks_under(const Load& load) const {
  return load.force > plan_.break_limit.force || load.torque > plan_.break_limit.torque;
}

}  // namespace rubble::physics
