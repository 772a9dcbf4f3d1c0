// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "rubble/physics/bullet_types.h"
#include "rubble/physics/islands.h"
#include "rubble/physics/mechanism.h"
#include "rubble/physics/row_solver.h"

namespace rubble::physics {

class AxisRows;

// Impulses a joint's rows ended with, to start the next step from. Hangs on the constraint's user
// pointer.
struct JointMemory {
  static constexpr int kMaxRows = 10;
  int row_count = 0;
  std::array<double, kMaxRows> impulses{};
  const AxisRows* axis = nullptr;
};

// Set on a contact point whose friction acts along its first direction alone: it slides that way.
constexpr int kSlidingFlag = 1 << 20;

struct SolverLimits {
  double tolerance = 5e-4;  // m/s
  int max_row_updates = 400000;
};

// Bullet's sequential impulses with four changes. Joints and friction start from the last step's
// impulses too, not only contacts. A sliding contact rubs against its slip and not across it, which
// makes Bullet's friction pyramid a cone. An island is done when it has converged. And a mechanism,
// an island of jointed bodies without wheels, has its joints solved directly and in small steps.
class Solver : public btSequentialImpulseConstraintSolver {
 public:
  explicit Solver(const SolverLimits& limits) : limits_(limits) {}

  struct Effort {
    bool was_cut_short = false;
    int iterations = 0;
  };
  // Gives the bodies of an island the velocities after the step. Those of a mechanism have also
  // been moved by then.
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
