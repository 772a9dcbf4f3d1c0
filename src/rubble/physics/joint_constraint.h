// SPDX-License-Identifier: Apache-2.0
// Bullet's joints, corrected where they violate Newton's third law or the effort limit of a motor.
// See docs/decisions/0011-mechanisms.md.
#pragma once

#include "rubble/geometry/pose.h"
#include "rubble/physics/bullet_types.h"
#include "rubble/world/model.h"

namespace rubble::physics {

// One end of a joint: the rigid body and the joint frame in its mass frame.
struct JointEnd {
  btRigidBody* body = nullptr;
  Pose mass_from_joint;
};

// Actuation of a joint along or about its axis.
struct AxisDrive {
  double effort = 0.0;          // N·m or N, applied regardless of velocity
  double motor_velocity = 0.0;  // rad/s or m/s, set point of the velocity motor
  double motor_effort = 0.0;    // N·m or N, limit of the motor; 0: no motor
};

// Constraint rows of a joint's axis: one for effort and spring, one for the motor. In Bullet the
// motor of a hinge shares a row with the limit, so that at the limit it is as strong as the limit,
// and its strength is an impulse per step, independent of the step's length. An effort applied to
// the bodies as a force would keep its point of attack while substeps move the bodies.
class AxisRows {
 public:
  AxisRows(const Joint& plan, const JointEnd& parent, const JointEnd& child);

  // True for joints with one degree of freedom, which can be driven and measured.
  bool has_axis() const {
    return plan_.kind == JointKind::Revolute || plan_.kind == JointKind::Prismatic ||
           plan_.kind == JointKind::Screw;
  }
  void set_drive(const AxisDrive& drive) { drive_ = drive; }
  const AxisDrive& drive() const { return drive_; }
  bool has_motor() const { return drive_.motor_effort > 0.0; }
  int row_count() const {
    return (has_push() ? 1 : 0) + (has_motor() ? 1 : 0) + (is_universal() ? 1 : 0) +
           (is_at_far_limit() ? 1 : 0);
  }

  bool is_universal() const { return plan_.kind == JointKind::Universal; }
  bool is_screw() const { return plan_.kind == JointKind::Screw; }
  // True for limits that Bullet's hinge cannot express: beyond one turn, or one-sided.
  bool has_far_limits() const;
  // Turns the three rows that hold a hinge's ends together into those of a screw: rotation about
  // the axis is coupled to translation along it.
  void write_thread(btTypedConstraint::btConstraintInfo2& rows) const;

  // Fills row_count() rows beginning at `first`.
  void write(btTypedConstraint::btConstraintInfo2& rows, int first) const;

  btVector3 anchor_world() const;  // of the child's end
  btVector3 axis_world() const;    // fixed to the child
  // Joint position, rad or m. Angles are unwrapped relative to the last position.
  double position() const;
  double velocity() const;
  void set_last_position(double position) { last_position_ = position; }

 private:
  bool has_push() const {
    return has_axis() && (drive_.effort != 0.0 || plan_.axis.spring_stiffness > 0.0);
  }
  bool is_at_far_limit() const;
  void write_far_limit(btTypedConstraint::btConstraintInfo2& rows, int at) const;
  void write_cross(btTypedConstraint::btConstraintInfo2& rows, int at) const;
  bool slides() const { return plan_.kind == JointKind::Prismatic; }
  double motor_velocity(double rate) const;
  void write_direction(btTypedConstraint::btConstraintInfo2& rows, int at) const;
  void write_push(btTypedConstraint::btConstraintInfo2& rows, int at) const;
  double response(const btTypedConstraint::btConstraintInfo2& rows, int at) const;

  const Joint& plan_;
  JointEnd parent_;
  JointEnd child_;
  AxisDrive drive_;
  double last_position_ = 0.0;
};

// Moves the point of attack of all rows to one point. Bullet applies a joint's forces to each body
// at that body's own end. Where the ends are apart (travel of a slider, joint error), the force
// pair would create angular momentum from nothing.
void act_at_one_point(btTypedConstraint::btConstraintInfo2& rows, int row_count,
                      const btRigidBody& parent, const btRigidBody& child,
                      const btVector3& point_world);

// A Bullet constraint for the locked degrees of freedom, extended by our rows for the axis.
template <class BulletConstraint>
class JointConstraint : public BulletConstraint {
 public:
  template <class... Arguments>
  explicit JointConstraint(const AxisRows& axis, Arguments&&... arguments)
      : BulletConstraint(std::forward<Arguments>(arguments)...), axis_(axis) {}

  void getInfo1(btTypedConstraint::btConstraintInfo1* info) override {
    BulletConstraint::getInfo1(info);
    own_row_count_ = info->m_numConstraintRows;
    info->m_numConstraintRows += axis_.row_count();
  }
  void getInfo2(btTypedConstraint::btConstraintInfo2* rows) override {
    BulletConstraint::getInfo2(rows);
    act_at_one_point(*rows, own_row_count_, this->getRigidBodyA(), this->getRigidBodyB(),
                     axis_.anchor_world());
    if (axis_.is_screw()) axis_.write_thread(*rows);
    axis_.write(*rows, own_row_count_);
  }

 private:
  const AxisRows& axis_;
  int own_row_count_ = 0;
};

}  // namespace rubble::physics
