// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "rubble/physics/bullet_types.h"

namespace rubble::physics {

// Constraint rows packed for the inner loop: what Bullet's own rows hold in 400 bytes of general
// purpose, in half of that and without the parts that are the same for all.
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
  // Gives impulses and velocities back to Bullet.
  void finish(btAlignedObjectArray<btSolverBody>& bodies) const;

 private:
  // Velocity change of a body so far: linear, then angular.
  using Velocity = std::array<double, 6>;

  struct Row {
    std::array<double, 6> direction_a;  // velocity of the row per velocity of body a
    std::array<double, 6> direction_b;
    std::array<double, 6> response_a;  // velocity of body a per impulse of the row
    std::array<double, 6> response_b;
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
  };

  double solve(Row& row);

  std::vector<Row> rows_;
  std::vector<Velocity> velocities_;
};

}  // namespace rubble::physics
