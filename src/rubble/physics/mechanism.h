// SPDX-License-Identifier: Apache-2.0
// Direct solver for mechanisms: jointed bodies without wheels, such as chains of heavy and light
// links, closed linkages and bodies on springs.
//
// Sequential impulses converge slowly at large mass ratios: a light link between heavy ones leaves
// joint errors, and correcting them adds energy. The joints of a mechanism are therefore solved
// directly, by a sparse LDLT factorisation of J M^-1 J^T (Baraff 1996, "Linear-time dynamics using
// Lagrange multipliers"). The step is divided into substeps, because the remaining error comes from
// integrating curved motion along straight lines. Inequality rows (limits, motors, contacts) are
// solved by projected Gauss-Seidel on the Schur complement, in which the joints are eliminated.
#pragma once

#include <Eigen/SparseCholesky>
#include <vector>

#include "rubble/physics/islands.h"
#include "rubble/physics/row_solver.h"

namespace rubble::physics {

// Number of substeps: 4, or more where links rotate fast. `step` in s.
int substeps_of(const Island& island, double step);
// Error reduction parameter: fraction of a joint's error corrected in a substep. Such a large value
// is stable because joints are solved exactly.
constexpr double kMechanismErrorReduction = 0.8;

// True if a joint connects two moving bodies and no vehicle is part of the island: the contact
// rules of wheels and tracks are tuned to whole steps.
bool is_mechanism(const Island& island);

// Integrates the bodies over a substep and updates the contact points.
void move_bodies(const Island& island, double seconds);

// Accumulates the impulses of contacts and joints over the substeps of a step. Between steps,
// stored impulses are those of a whole step.
class SubstepSums {
 public:
  // Scales the stored impulses of a step to those of a substep.
  SubstepSums(const Island& island, int substeps);
  void add(const Island& island);
  void write_back(const Island& island) const;

 private:
  int substeps_;
  std::vector<double> impulses_;  // of contacts, then of joints
  std::vector<btVector3> loads_;  // force and torque of joints that can break
};

// Solves an island's rows with the joints (equality rows) eliminated.
class DirectSolver {
 public:
  // False if there are no joints to eliminate, or if it would take too much memory.
  bool eliminate_joints(RowSolver& solver);
  // Returns the number of iterations over the inequality rows.
  int solve(RowSolver& solver, int max_iterations, double tolerance);

 private:
  // An inequality row and the response of all bodies to it under the joint constraints.
  struct LimitedRow {
    Row* row;
    std::size_t first_response;  // in responses_, one per body
    double response;             // velocity of the row per impulse; 0: locked by the joints
    double compliance;           // velocity per impulse due to softness
  };

  void sort_rows(std::span<Row> rows);
  bool factorise();
  void solve_joints(std::span<BodyVelocity> velocities);
  void respond(LimitedRow& limited, std::size_t body_count);
  double sweep(std::span<Row> rows, std::span<BodyVelocity> velocities);

  std::vector<Row*> joints_;
  std::vector<LimitedRow> limited_;
  std::vector<BodyVelocity> responses_;
  std::vector<BodyVelocity> before_;
  std::vector<double> impulses_before_;
  std::vector<std::vector<int>> joints_at_body_;
  Eigen::SparseMatrix<double> matrix_;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors_;
  Eigen::VectorXd right_side_;
};

}  // namespace rubble::physics
