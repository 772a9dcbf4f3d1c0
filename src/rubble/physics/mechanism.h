// SPDX-License-Identifier: Apache-2.0
// Mechanisms: bodies on joints, without wheels. Chains of heavy and light links, linkages, things
// on springs.
//
// Sequential impulses carry an error along a chain by a share of the mass ratio in each pass: a
// light link between heavy ones leaves joints open, and closing them again makes energy. So the
// joints of a mechanism are solved at once, by a sparse LDLT factorisation of J M^-1 J^T (Baraff
// 1996, "Linear-time dynamics using Lagrange multipliers"), and a step is cut into substeps, since
// what is left is how far bodies go straight on where their joints lead them round. Limits, motors
// and contacts, which push in one direction or up to some strength, follow by projected
// Gauss-Seidel on the system with its joints eliminated (the Schur complement).
#pragma once

#include <Eigen/SparseCholesky>
#include <vector>

#include "rubble/physics/islands.h"
#include "rubble/physics/row_solver.h"

namespace rubble::physics {

// Into how many substeps a step is cut: 4, or more where links whirl.
int substeps_of(const Island& island, double step);
// Share of a joint's error that is taken back in a substep. Safe where joints are solved exactly.
constexpr double kMechanismErrorReduction = 0.8;

// Two bodies that move hang on one joint, and no vehicle is part of it: wheels and tracks are tuned
// to whole steps.
bool is_mechanism(const Island& island);

// Goes on for a substep, and takes the points of contact along.
void move_bodies(const Island& island, double seconds);

// What contacts and joints carry over a whole step, while substeps start each from the last.
// Between steps impulses are those of a whole step.
class SubstepSums {
 public:
  // Turns impulses of a step into those of a substep.
  SubstepSums(const Island& island, int substeps);
  void add(const Island& island);
  void write_back(const Island& island) const;

 private:
  int substeps_;
  std::vector<double> impulses_;  // contacts, then joints, in their order
  std::vector<btVector3> loads_;  // force and torque of joints that can break
};

// Solves rows of which some hold whatever it takes: the joints.
class DirectSolver {
 public:
  // False where there is nothing to eliminate, or it would take too much memory.
  bool eliminate_joints(RowSolver& solver);
  // Passes over the other rows that it took.
  int solve(RowSolver& solver, int max_iterations, double tolerance);

 private:
  // A row that is limited, and how all bodies respond to it with their joints in place.
  struct LimitedRow {
    Row* row;
    std::size_t first_response;  // in responses_, one for each body
    double response;             // the row's own velocity per impulse; 0: the joints hold it
    double compliance;           // velocity it gives way by per impulse
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
