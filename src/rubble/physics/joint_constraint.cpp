// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/joint_constraint.h"

#include <cmath>

namespace rubble::physics {
namespace {

void write_vector(btScalar* row, const btVector3& vector) {
  for (int i = 0; i < 3; ++i) row[i] = vector[i];
}

btVector3 read_vector(const btScalar* row) { return {row[0], row[1], row[2]}; }

btVector3 arm_of(const btRigidBody& body, const btVector3& point_world) {
  return point_world - body.getCenterOfMassPosition();
}

Pose world_from_joint(const JointEnd& end) {
  return from_bullet(end.body->getWorldTransform()) * end.mass_from_joint;
}

Vec3 any_normal_to(const Vec3& direction) {
  Eigen::Index least = 0;
  direction.cwiseAbs().minCoeff(&least);
  return direction.cross(Vec3(Vec3::Unit(least))).normalized();
}

double response_of(const btRigidBody& body, const btVector3& linear, const btVector3& angular) {
  return linear.length2() * body.getInvMass() +
         angular.dot(body.getInvInertiaTensorWorld() * angular);
}

}  // namespace

AxisRows::AxisRows(const Joint& plan, const JointEnd& parent, const JointEnd& child)
    : plan_(plan), parent_(parent), child_(child) {}

btVector3 AxisRows::anchor_world() const {
  return child_.body->getWorldTransform() * to_bullet(child_.mass_from_joint.position);
}

btVector3 AxisRows::axis_world() const {
  return child_.body->getWorldTransform().getBasis() *
         to_bullet(child_.mass_from_joint.rotation * plan_.axis.direction_joint);
}

double AxisRows::position() const {
  const Pose at_parent = world_from_joint(parent_);
  const Pose at_child = world_from_joint(child_);
  if (slides())
    return (at_child.position - at_parent.position)
        .dot(at_parent.rotation * plan_.axis.direction_joint);
  const Quat turn = at_parent.rotation.conjugate() * at_child.rotation;
  const double angle = 2.0 * std::atan2(turn.vec().dot(plan_.axis.direction_joint), turn.w());
  return last_position_ + wrap_angle(angle - last_position_);
}

double AxisRows::velocity() const {
  const Vec3 axis = world_from_joint(parent_).rotation * plan_.axis.direction_joint;
  if (!slides())
    return from_bullet(child_.body->getAngularVelocity() - parent_.body->getAngularVelocity())
        .dot(axis);
  const btVector3 anchor = anchor_world();
  const auto velocity_there = [&](const btRigidBody& body) {
    return body.getVelocityInLocalPoint(arm_of(body, anchor));
  };
  return from_bullet(velocity_there(*child_.body) - velocity_there(*parent_.body)).dot(axis);
}

// Slows down before a limit instead of running into it.
double AxisRows::motor_velocity(double rate) const {
  const double wanted = drive_.motor_velocity;
  const double limit = wanted > 0.0 ? plan_.axis.upper : plan_.axis.lower;
  if (!std::isfinite(limit)) return wanted;
  const double room = (limit - position()) * (wanted > 0.0 ? 1.0 : -1.0);
  const double reach = std::abs(wanted) / rate;
  if (room >= reach) return wanted;
  return room <= 0.0 ? 0.0 : wanted * room / reach;
}

// The row's velocity is the joint's.
void AxisRows::write_direction(btTypedConstraint::btConstraintInfo2& rows, int at) const {
  const btVector3 axis = axis_world();
  if (slides()) {
    const btVector3 anchor = anchor_world();
    write_vector(rows.m_J1linearAxis + at, -axis);
    write_vector(rows.m_J2linearAxis + at, axis);
    write_vector(rows.m_J1angularAxis + at, -arm_of(*parent_.body, anchor).cross(axis));
    write_vector(rows.m_J2angularAxis + at, arm_of(*child_.body, anchor).cross(axis));
  } else {
    write_vector(rows.m_J1angularAxis + at, -axis);
    write_vector(rows.m_J2angularAxis + at, axis);
  }
}

// e (v_parent - v_child) = -pitch (e a) a (w_child - w_parent), for each direction e.
void AxisRows::write_thread(btTypedConstraint::btConstraintInfo2& rows) const {
  const btVector3 axis = axis_world();
  for (int i = 0; i < 3; ++i) {
    const int at = i * rows.rowskip;
    const double share = plan_.thread_pitch * read_vector(rows.m_J1linearAxis + at).dot(axis);
    write_vector(rows.m_J1angularAxis + at, read_vector(rows.m_J1angularAxis + at) - share * axis);
    write_vector(rows.m_J2angularAxis + at, read_vector(rows.m_J2angularAxis + at) + share * axis);
    rows.m_constraintError[at] -= rows.fps * rows.erp * share * position();
  }
}

double AxisRows::response(const btTypedConstraint::btConstraintInfo2& rows, int at) const {
  return response_of(*parent_.body, read_vector(rows.m_J1linearAxis + at),
                     read_vector(rows.m_J1angularAxis + at)) +
         response_of(*child_.body, read_vector(rows.m_J2linearAxis + at),
                     read_vector(rows.m_J2angularAxis + at));
}

// A spring is as strong as it is at the beginning of the step: with velocities before places that
// keeps its energy. One that is too stiff for that (its mass would swing by more than a radian in a
// step) is strong as it will be at the end, which is stable for any stiffness and damps what a step
// cannot show anyway.
void AxisRows::write_push(btTypedConstraint::btConstraintInfo2& rows, int at) const {
  const double step = 1.0 / rows.fps;
  const double stiffness = plan_.axis.spring_stiffness;
  const double stretch = stiffness > 0.0 ? position() - plan_.axis.spring_reference : 0.0;
  const double stiff = stiffness * step * step * response(rows, at);
  if (stiff > 1.0) {
    rows.m_constraintError[at] = (drive_.effort / stiffness - stretch) / step;
    rows.cfm[at] = 1.0 / stiff;
    return;
  }
  const double impulse = step * (drive_.effort - stiffness * stretch);
  rows.m_lowerLimit[at] = impulse;
  rows.m_upperLimit[at] = impulse;
}

// The two axes of a universal joint stay square to each other, which leaves the others' angles
// free: no order of three angles, and no place where they do not exist.
void AxisRows::write_cross(btTypedConstraint::btConstraintInfo2& rows, int at) const {
  const Vec3 first = plan_.axis.direction_joint;
  const Vec3 wanted = plan_.second_axis.direction_joint;
  Vec3 second = wanted - first * first.dot(wanted);
  second = second.norm() > 1e-3 ? second.normalized() : any_normal_to(first);
  const btVector3 of_parent = to_bullet(world_from_joint(parent_).rotation * first);
  const btVector3 of_child = to_bullet(world_from_joint(child_).rotation * second);
  const btVector3 across = of_parent.cross(of_child);
  write_vector(rows.m_J1angularAxis + at, across);
  write_vector(rows.m_J2angularAxis + at, -across);
  rows.m_constraintError[at] = -rows.fps * rows.erp * of_parent.dot(of_child);
}

bool AxisRows::has_far_limits() const {
  const bool is_limited = std::isfinite(plan_.axis.lower) || std::isfinite(plan_.axis.upper);
  return !slides() && has_axis() && is_limited &&
         !(plan_.axis.upper - plan_.axis.lower < 2.0 * kPi);
}

bool AxisRows::is_at_far_limit() const {
  if (!has_far_limits()) return false;
  const double at = position();
  return at <= plan_.axis.lower || at >= plan_.axis.upper;
}

void AxisRows::write_far_limit(btTypedConstraint::btConstraintInfo2& rows, int at) const {
  const double now = position();
  const bool is_low = now <= plan_.axis.lower;
  const double beyond = (is_low ? plan_.axis.lower : plan_.axis.upper) - now;
  rows.m_constraintError[at] = rows.fps * rows.erp * beyond;
  rows.m_lowerLimit[at] = is_low ? 0.0 : -SIMD_INFINITY;
  rows.m_upperLimit[at] = is_low ? SIMD_INFINITY : 0.0;
}

void AxisRows::write(btTypedConstraint::btConstraintInfo2& rows, int first) const {
  int at = first * rows.rowskip;
  if (has_push()) {
    write_direction(rows, at);
    write_push(rows, at);
    at += rows.rowskip;
  }
  if (is_universal()) {
    write_cross(rows, at);
    at += rows.rowskip;
  }
  if (is_at_far_limit()) {
    write_direction(rows, at);
    write_far_limit(rows, at);
    at += rows.rowskip;
  }
  if (!has_motor()) return;
  write_direction(rows, at);
  rows.m_constraintError[at] = motor_velocity(rows.fps * rows.erp);
  rows.m_lowerLimit[at] = -drive_.motor_effort / rows.fps;
  rows.m_upperLimit[at] = drive_.motor_effort / rows.fps;
}

// A joint with something that cannot move is left as Bullet has it: there is nobody to take the
// reaction, and Bullet's choice of points converges faster.
void act_at_one_point(btTypedConstraint::btConstraintInfo2& rows, int row_count,
                      const btRigidBody& parent, const btRigidBody& child,
                      const btVector3& point_world) {
  if (parent.getInvMass() == 0.0 || child.getInvMass() == 0.0) return;
  for (int i = 0; i < row_count; ++i) {
    const int at = i * rows.rowskip;
    const btVector3 direction = read_vector(rows.m_J1linearAxis + at);
    if (direction.isZero()) continue;
    write_vector(rows.m_J2linearAxis + at, -direction);
    write_vector(rows.m_J1angularAxis + at, arm_of(parent, point_world).cross(direction));
    write_vector(rows.m_J2angularAxis + at, -arm_of(child, point_world).cross(direction));
  }
}

}  // namespace rubble::physics
