// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "rubble/physics/bullet_types.h"

namespace rubble::physics {

// Velocity change of a body so far: linear, then angular.
using BodyVelocity = std::array<double, 6>;

inline double dot(const BodyVelocity& a, const BodyVelocity& b) {
  return (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) + (a[3] * b[3] + a[4] * b[4] + a[5] * b[5]);
}
inline void add_scaled(BodyVelocity& sum, const BodyVelocity& term, double factor) {
  for (std::size_t i = 0; i < 6; ++i) sum[i] += term[i] * factor;
}

// A constraint row packed for the inner loop, about half the size of Bullet's btSolverConstraint.
struct Row {
  BodyVelocity direction_a;  // velocity of the row per velocity of body a
  BodyVelocity direction_b;
  BodyVelocity response_a;  // velocity of body a per impulse of the row
  BodyVelocity response_b;
  double impulse;
  double error;     // impulse that corrects the row's initial error
  double softness;  // fraction of the impulse lost to compliance (CFM)
  double velocity_to_impulse;
  double lower, upper;
  double friction;
  double error_scale;  // converts an impulse of the row to a velocity error, m/s per impulse
  int body_a, body_b;  // -1 = cannot move
  int contact;         // row whose impulse limits this one, or -1
  btSolverConstraint* origin;

  // Velocity of the row for the given body velocities.
  double velocity(std::span<const BodyVelocity> velocities) const {
    double sum = 0.0;
    if (body_a >= 0) sum += dot(direction_a, velocities[static_cast<std::size_t>(body_a)]);
    if (body_b >= 0) sum += dot(direction_b, velocities[static_cast<std::size_t>(body_b)]);
    return sum;
  }
  // Applies an impulse of the row to the body velocities.
  void push(std::span<BodyVelocity> velocities, double impulse_change) const {
    if (body_a >= 0)
      add_scaled(velocities[static_cast<std::size_t>(body_a)], response_a, impulse_change);
    if (body_b >= 0)
      add_scaled(velocities[static_cast<std::size_t>(body_b)], response_b, impulse_change);
  }
};

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

  // One iteration over all rows in the order they were added. Returns the largest velocity error.
  double sweep();

  // Rows and velocities, for the direct solver.
  std::span<Row> rows() { return rows_; }
  std::span<BodyVelocity> velocities() { return velocities_; }

  // Writes impulses and velocities back to Bullet's rows and bodies.
  void finish(btAlignedObjectArray<btSolverBody>& bodies) const;

 private:
  double solve(Row& row);

  std::vector<Row> rows_;
  std::vector<BodyVelocity> velocities_;
};

}  // namespace rubble::physics
