// SPDX-License-Identifier: Apache-2.0
// Bullet's joints, mended where they break Newton's third law or forget how strong a motor is.
#pragma once

#include "rubble/geometry/pose.h"
#include "rubble/physics/bullet_types.h"
#include "rubble/world/model.h"

namespace rubble::physics {

// A body as a joint sees it: the rigid body and where the joint sits in its mass frame.
struct JointEnd {
  btRigidBody* body = nullptr;
  Pose mass_from_joint;
};

// What moves a joint along or about its axis, N or N·m.
struct AxisDrive {
  double effort = 0.0;          // pushes however the joint moves
  double motor_velocity = 0.0;  // rad/s or m/s that the motor wants
  double motor_effort = 0.0;    // how strong it is; 0: there is none
};

// The rows of a joint's axis: one for effort and spring, one for the motor. Bullet has the motor of
// a hinge share a row with the limit, so that at a limit it is as strong as the limit, and measures
// its strength per step, however long a step is. An effort given to the bodies as a force would
// keep its place while they move on.
class AxisRows {
 public:
  AxisRows(const Joint& plan, const JointEnd& parent, const JointEnd& child);

  // One degree of freedom that can be driven and read. Balls and universal joints have more.
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
  // Bullet has limits of hinges within one turn; others, and those to one side, are here.
  bool has_far_limits() const;
  // Makes the three rows that hold a hinge's ends together those of a screw: the child goes along
  // the axis as it turns about it.
  void write_thread(btTypedConstraint::btConstraintInfo2& rows) const;

  // Fills the rows from the given one on.
  void write(btTypedConstraint::btConstraintInfo2& rows, int first) const;

  btVector3 anchor_world() const;  // at the child's end
  btVector3 axis_world() const;    // as the child has it
  // Where the joint is, rad or m; an angle counts its turns on from the last place.
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

// Bullet lets a joint's forces act on each body at that body's own end of the joint. Where the ends
// are apart, along the way of a slider or by what a joint gives, equal and opposite forces on two
// lines make a turn from nothing. Here both act at the child's end: no momentum appears.
void act_at_one_point(btTypedConstraint::btConstraintInfo2& rows, int row_count,
                      const btRigidBody& parent, const btRigidBody& child,
                      const btVector3& point_world);

// A joint of Bullet's for what it holds, with rows of ours for its axis.
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
