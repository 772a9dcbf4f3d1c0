// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/solver.h"

#include <algorithm>
#include <cmath>

namespace rubble::physics {
namespace {

constexpr double kJointWarmStart = 1.0;
constexpr double kFrictionWarmStart = 1.0;

}  // namespace

Solver::Effort Solver::solve(Island& island, const btContactSolverInfo& info) {
  effort_ = {};
  is_direct_ = island.is_mechanism;
  if (island.is_mechanism)
    solve_in_substeps(island, info);
  else
    solve_once(island, info);
  return effort_;
}

void Solver::solve_once(Island& island, const btContactSolverInfo& info) {
  const auto count = [](const auto& list) { return static_cast<int>(list.size()); };
  solveGroup(island.bodies.data(), count(island.bodies), island.manifolds.data(),
             count(island.manifolds), island.constraints.data(), count(island.constraints), info,
             nullptr, nullptr);
}

void Solver::solve_in_substeps(Island& island, const btContactSolverInfo& info) {
  const int substeps = substeps_of(island, info.m_timeStep);
  btContactSolverInfo substep = info;
  substep.m_timeStep = info.m_timeStep / substeps;
  substep.m_erp = kMechanismErrorReduction;
  SubstepSums sums(island, substeps);
  for (int i = 0; i < substeps; ++i) {
    solve_once(island, substep);
    sums.add(island);
    move_bodies(island, substep.m_timeStep);
  }
  sums.write_back(island);
}

btScalar Solver::solveGroupCacheFriendlySetup(btCollisionObject** bodies, int body_count,
                                              btPersistentManifold** manifolds, int manifold_count,
                                              btTypedConstraint** constraints, int constraint_count,
                                              const btContactSolverInfo& info,
                                              btIDebugDraw* drawer) {
  const btScalar result = btSequentialImpulseConstraintSolver::solveGroupCacheFriendlySetup(
      bodies, body_count, manifolds, manifold_count, constraints, constraint_count, info, drawer);
  warm_start_joints(constraints, constraint_count);
  collect_friction_rows();
  return result;
}

void Solver::warm_start(btSolverConstraint& row, double impulse) {
  btSolverBody& a = m_tmpSolverBodyPool[row.m_solverBodyIdA];
  btSolverBody& b = m_tmpSolverBodyPool[row.m_solverBodyIdB];
  row.m_appliedImpulse = impulse;
  a.internalApplyImpulse(row.m_contactNormal1 * a.internalGetInvMass(), row.m_angularComponentA,
                         impulse);
  b.internalApplyImpulse(row.m_contactNormal2 * b.internalGetInvMass(), row.m_angularComponentB,
                         impulse);
}

void Solver::warm_start_joints(btTypedConstraint** constraints, int constraint_count) {
  int row = 0;
  for (int i = 0; i < constraint_count; ++i) {
    const int row_count = m_tmpConstraintSizesPool[i].m_numConstraintRows;
    const auto* memory = static_cast<JointMemory*>(constraints[i]->getUserConstraintPtr());
    if (memory != nullptr && memory->row_count == row_count)
      for (int k = 0; k < row_count; ++k) {
        btSolverConstraint& constraint = m_tmpSolverNonContactConstraintPool[row + k];
        const double impulse = kJointWarmStart * memory->impulses[static_cast<std::size_t>(k)];
        warm_start(constraint,
                   std::clamp<double>(impulse, constraint.m_lowerLimit, constraint.m_upperLimit));
      }
    row += row_count;
  }
}

// Bullet forgets the torques from outside when it sets up friction: a wheel that something holds
// back would slip by what the torque does in one step.
void Solver::add_external_torques(btSolverConstraint& row) {
  const btSolverBody& a = m_tmpSolverBodyPool[row.m_solverBodyIdA];
  const btSolverBody& b = m_tmpSolverBodyPool[row.m_solverBodyIdB];
  const double velocity = row.m_relpos1CrossNormal.dot(a.m_externalTorqueImpulse) +
                          row.m_relpos2CrossNormal.dot(b.m_externalTorqueImpulse);
  row.m_rhs -= velocity * row.m_jacDiagABInv;
}

// Keeps the rows that can carry something, and starts them from the impulses that the contact rules
// have turned into the new directions.
void Solver::collect_friction_rows() {
  friction_rows_.resize(0);
  for (int i = 0; i < m_tmpSolverContactConstraintPool.size(); ++i) {
    const btSolverConstraint& contact = m_tmpSolverContactConstraintPool[i];
    const auto& point = *static_cast<const btManifoldPoint*>(contact.m_originalContactPoint);
    const bool is_sliding = (point.m_contactPointFlags & kSlidingFlag) != 0;
    const double remembered[] = {point.m_appliedImpulseLateral1, point.m_appliedImpulseLateral2};
    for (int k = 0; k < 2; ++k) {
      btSolverConstraint& row =
          m_tmpSolverContactFrictionConstraintPool[contact.m_frictionIndex + k];
      if (row.m_friction <= 0.0 || (is_sliding && k == 1)) continue;
      add_external_torques(row);
      row.m_cfm = point.m_frictionCFM * row.m_jacDiagABInv;
      if (row.m_appliedImpulse == 0.0) warm_start(row, kFrictionWarmStart * remembered[k]);
      friction_rows_.push_back({&row, i});
    }
  }
}

int Solver::allowed_iterations(const btContactSolverInfo& info) {
  const int affordable = std::max(4, limits_.max_row_updates / std::max(rows_.row_count(), 1));
  effort_.was_cut_short |= affordable < info.m_numIterations;
  return std::min(affordable, info.m_numIterations);
}

// Joints first, then contacts, then the friction that hangs on them.
void Solver::pack_rows() {
  rows_.clear(m_tmpSolverBodyPool);
  for (int i = 0; i < m_tmpSolverNonContactConstraintPool.size(); ++i)
    rows_.add(m_tmpSolverNonContactConstraintPool[i], m_tmpSolverBodyPool);
  const int first_contact = rows_.row_count();
  for (int i = 0; i < m_tmpSolverContactConstraintPool.size(); ++i)
    rows_.add(m_tmpSolverContactConstraintPool[i], m_tmpSolverBodyPool);
  for (int i = 0; i < friction_rows_.size(); ++i)
    rows_.add_friction(*friction_rows_[i].row, first_contact + friction_rows_[i].contact,
                       m_tmpSolverBodyPool);
  btConstraintArray& rolling = m_tmpSolverContactRollingFrictionConstraintPool;
  for (int i = 0; i < rolling.size(); ++i)
    if (rolling[i].m_friction > 0.0)
      rows_.add_friction(rolling[i], first_contact + rolling[i].m_frictionIndex,
                         m_tmpSolverBodyPool);
}

btScalar Solver::solveGroupCacheFriendlyIterations(
    btCollisionObject** bodies, int body_count, btPersistentManifold** manifolds,
    int manifold_count, btTypedConstraint** constraints, int constraint_count,
    const btContactSolverInfo& info, btIDebugDraw* drawer) {
  // Overlaps deeper than a threshold are pushed apart without giving speed.
  solveGroupCacheFriendlySplitImpulseIterations(bodies, body_count, manifolds, manifold_count,
                                                constraints, constraint_count, info, drawer);
  pack_rows();
  iterate(info);
  rows_.finish(m_tmpSolverBodyPool);
  remember_joints(constraints, constraint_count);
  return 0.0;
}

void Solver::iterate(const btContactSolverInfo& info) {
  const int most = allowed_iterations(info);
  if (is_direct_ && direct_.eliminate_joints(rows_)) {
    effort_.iterations += direct_.solve(rows_, most, limits_.tolerance);
    return;
  }
  double residual = limits_.tolerance + 1.0;
  for (int i = 0; i < most && residual > limits_.tolerance; ++i, ++effort_.iterations)
    residual = rows_.sweep();
}

void Solver::remember_joints(btTypedConstraint** constraints, int constraint_count) {
  int row = 0;
  for (int i = 0; i < constraint_count; ++i) {
    const int row_count = m_tmpConstraintSizesPool[i].m_numConstraintRows;
    auto* memory = static_cast<JointMemory*>(constraints[i]->getUserConstraintPtr());
    if (memory != nullptr) {
      memory->row_count = std::min(row_count, JointMemory::kMaxRows);
      for (int k = 0; k < memory->row_count; ++k)
        memory->impulses[static_cast<std::size_t>(k)] =
            m_tmpSolverNonContactConstraintPool[row + k].m_appliedImpulse;
    }
    row += row_count;
  }
}

}  // namespace rubble::physics
