// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/row_solver.h"

#include <algorithm>
#include <cmath>

namespace rubble::physics {
namespace {

BodyVelocity joined(const btVector3& linear, const btVector3& angular) {
  return {linear.x(), linear.y(), linear.z(), angular.x(), angular.y(), angular.z()};
}

bool can_move(const btSolverBody& body) { return body.m_originalBody != nullptr; }

BodyVelocity response(const btSolverBody& body, const btVector3& normal, const btVector3& angular) {
  return joined(normal * body.internalGetInvMass() * body.m_linearFactor,
                angular * body.m_angularFactor);
}

// Turns a row's velocity into m/s: a row that only turns is judged at a lever of 10 cm.
double surface_lever(const btSolverConstraint& row) {
  constexpr double kLever = 0.1;  // m
  const bool only_turns = row.m_contactNormal1.isZero() && row.m_contactNormal2.isZero();
  return only_turns ? kLever : 1.0;
}

}  // namespace

void RowSolver::clear(const btAlignedObjectArray<btSolverBody>& bodies) {
  rows_.clear();
  velocities_.clear();
  for (int i = 0; i < bodies.size(); ++i)
    velocities_.push_back(
        joined(bodies[i].m_deltaLinearVelocity, bodies[i].m_deltaAngularVelocity));
}

void RowSolver::add(btSolverConstraint& row, const btAlignedObjectArray<btSolverBody>& bodies) {
  const btSolverBody& a = bodies[row.m_solverBodyIdA];
  const btSolverBody& b = bodies[row.m_solverBodyIdB];
  rows_.push_back({.direction_a = joined(row.m_contactNormal1, row.m_relpos1CrossNormal),
                   .direction_b = joined(row.m_contactNormal2, row.m_relpos2CrossNormal),
                   .response_a = response(a, row.m_contactNormal1, row.m_angularComponentA),
                   .response_b = response(b, row.m_contactNormal2, row.m_angularComponentB),
                   .impulse = row.m_appliedImpulse,
                   .error = row.m_rhs,
                   .softness = row.m_cfm,
                   .velocity_to_impulse = row.m_jacDiagABInv,
                   .lower = row.m_lowerLimit,
                   .upper = row.m_upperLimit,
                   .friction = row.m_friction,
                   .error_scale = surface_lever(row) / row.m_jacDiagABInv,
                   .body_a = can_move(a) ? row.m_solverBodyIdA : -1,
                   .body_b = can_move(b) ? row.m_solverBodyIdB : -1,
                   .contact = -1,
                   .origin = &row});
}

void RowSolver::add_friction(btSolverConstraint& row, int contact,
                             const btAlignedObjectArray<btSolverBody>& bodies) {
  add(row, bodies);
  rows_.back().contact = contact;
}

double RowSolver::sweep() {
  double largest = 0.0;
  for (Row& row : rows_) {
    if (row.contact >= 0) {
      row.upper = row.friction * rows_[static_cast<std::size_t>(row.contact)].impulse;
      row.lower = -row.upper;
    }
    largest = std::max(largest, solve(row));
  }
  return largest;
}

// The impulse that removes the row's velocity error, kept in its limits.
double RowSolver::solve(Row& row) {
  const double velocity = row.velocity(velocities_);
  const double wanted =
      row.impulse + row.error - row.impulse * row.softness - velocity * row.velocity_to_impulse;
  const double after = std::clamp(wanted, row.lower, row.upper);
  const double change = after - row.impulse;
  if (change == 0.0) return 0.0;
  row.impulse = after;
  row.push(velocities_, change);
  return std::abs(change) * row.error_scale;
}

void RowSolver::finish(btAlignedObjectArray<btSolverBody>& bodies) const {
  for (const Row& row : rows_) row.origin->m_appliedImpulse = row.impulse;
  for (int i = 0; i < bodies.size(); ++i) {
    const BodyVelocity& v = velocities_[static_cast<std::size_t>(i)];
    bodies[i].m_deltaLinearVelocity.setValue(v[0], v[1], v[2]);
    bodies[i].m_deltaAngularVelocity.setValue(v[3], v[4], v[5]);
  }
}

}  // namespace rubble::physics
