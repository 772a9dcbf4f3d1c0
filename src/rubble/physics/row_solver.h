// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "rubble/physics/bullet_types.h"

namespace rubble::physics {

// Velocity change of a body so far: linear, then angular.
using BodyVelocity = std::array<double, 6>;

// A constraint row packed for the inner loop: what Bullet's own rows hold in 400 bytes of general
// purpose, in half of that and without the parts that are the same for all.
struct Row {
  BodyVelocity direction_a;  // velocity of the row per velocity of body a
  BodyVelocity direction_b;
  BodyVelocity response_a;  // velocity of body a per impulse of the row
  BodyVelocity response_b;
  double impulse;
  double error;     // impulse that removes the error the row began with
  double softness;  // share of its impulse that a row gives up
  double velocity_to_impulse;
  double lower, upper;
  double friction;
  double error_scale;  // from the row's impulse to the speed at a surface that it stands for
  int body_a, body_b;  // -1 = cannot move
  int contact;         // row whose impulse limits this one, or -1
  btSolverConstraint* origin;

  // Of the row under the velocities of the bodies.
  double velocity(std::span<const BodyVelocity> velocities) const;
  // Adds what the row's responses to an impulse do.
  void push(std::span<BodyVelocity> velocities, double impulse_change) const;
};

double dot(const BodyVelocity& a, const BodyVelocity& b);

// Projected Gauss-Seidel over constraint rows, also known as sequential impulses.
class RowSolver {
 public:
  void clear(const btAlignedObjectArray<btSolverBody>& bodies);
  // Adds a row whose limits are fixed.
  void add(btSolverConstraint& row, const btAlignedObjectArray<btSolverBody>& bodies);
  // Adds a row limited by friction times the impulse of a row added before.
  void add_friction(btSolverConstraint& row, int contact,
                    const btAlignedObjectArray<btSolverBody>& bodies);
  int row_count() const { return static_cast<int>(rows_.size()); }

  // One pass over all rows in the order they were added; the largest velocity error met.
  double sweep();

  // The rows and velocities themselves, for a solver that goes about them in another way.
  std::span<Row> rows() { return rows_; }
  std::span<BodyVelocity> velocities() { return velocities_; }

  // Gives impulses and velocities back to Bullet.
  void finish(btAlignedObjectArray<btSolverBody>& bodies) const;

 private:
  double solve(Row& row);

  std::vector<Row> rows_;
  std::vector<BodyVelocity> velocities_;
};

}  // namespace rubble::physics
