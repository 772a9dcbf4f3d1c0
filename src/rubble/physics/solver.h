// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "rubble/physics/bullet_types.h"
#include "rubble/physics/islands.h"
#include "rubble/physics/mechanism.h"
#include "rubble/physics/row_solver.h"

namespace rubble::physics {

class AxisRows;

// Impulses of a joint's rows for the warm start of the next step. Stored in the constraint's user
// pointer.
struct JointMemory {
  static constexpr int kMaxRows = 10;
  int row_count = 0;
  std::array<double, kMaxRows> impulses{};
  const AxisRows* axis = nullptr;
};

// Contact point flag: the point slides along its first friction direction, so that friction acts
// only in that direction.
constexpr int kSlidingFlag = 1 << 20;

struct SolverLimits {
  double tolerance = 5e-4;  // m/s
  int max_row_updates = 400000;
};

// Bullet's sequential impulses with four changes. Joints and friction are warm-started too, not
// only contacts. A sliding contact has friction along its slip only, which turns Bullet's friction
// pyramid into a cone. An island stops iterating when it has converged. The joints of a mechanism
// (jointed bodies without wheels) are solved directly in substeps.
class Solver : public btSequentialImpulseConstraintSolver {
 public:
  explicit Solver(const SolverLimits& limits) : limits_(limits) {}

  struct Effort {
    bool was_cut_short = false;
    int iterations = 0;
  };
  // Computes the velocities of an island's bodies after the step. Bodies of a mechanism are also
  // integrated.
  Effort solve(Island& island, const btContactSolverInfo& info);

 protected:
  btScalar solveGroupCacheFriendlySetup(btCollisionObject** bodies, int body_count,
                                        btPersistentManifold** manifolds, int manifold_count,
                                        btTypedConstraint** constraints, int constraint_count,
                                        const btContactSolverInfo& info,
                                        btIDebugDraw* drawer) override;
  btScalar solveGroupCacheFriendlyIterations(btCollisionObject** bodies, int body_count,
                                             btPersistentManifold** manifolds, int manifold_count,
                                             btTypedConstraint** constraints, int constraint_count,
                                             const btContactSolverInfo& info,
                                             btIDebugDraw* drawer) override;

 private:
  struct FrictionRow {
    btSolverConstraint* row;
    int contact;  // number of its contact row
  };

  void solve_once(Island& island, const btContactSolverInfo& info);
  void solve_in_substeps(Island& island, const btContactSolverInfo& info);
  void iterate(const btContactSolverInfo& info);
  void warm_start(btSolverConstraint& row, double impulse);
  void warm_start_joints(btTypedConstraint** constraints, int constraint_count);
  void add_external_torques(btSolverConstraint& row);
  void collect_friction_rows();
  void remember_joints(btTypedConstraint** constraints, int constraint_count);
  int allowed_iterations(const btContactSolverInfo& info);
  void pack_rows();

  SolverLimits limits_;
  btAlignedObjectArray<FrictionRow> friction_rows_;
  RowSolver rows_;
  DirectSolver direct_;
  bool is_direct_ = false;
  Effort effort_;
};

}  // namespace rubble::physics
