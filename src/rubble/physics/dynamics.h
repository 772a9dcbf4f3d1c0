// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/base/parallel.h"
#include "rubble/physics/contact_rules.h"
#include "rubble/physics/solver.h"

namespace rubble::physics {

// Bullet's world with our contact rules before the solver, and its islands solved side by side.
class Dynamics : public btDiscreteDynamicsWorld {
 public:
  Dynamics(btDispatcher* dispatcher, btBroadphaseInterface* broadphase,
           btConstraintSolver* unused_solver, btCollisionConfiguration* configuration,
           const SolverLimits& limits, int max_contacts_per_pair, Workers& workers);

  FrictionTable& friction() { return friction_; }

  struct Effort {
    int contacts_dropped = 0;
    int islands_cut_short = 0;
    long iterations = 0;
  };
  // Of the last step.
  const Effort& effort() const { return effort_; }

 protected:
  void solveConstraints(btContactSolverInfo& info) override;

 private:
  // Bodies that can push each other, directly or through others.
  struct Island {
    int id = -1;
    std::vector<btCollisionObject*> bodies;
    std::vector<btPersistentManifold*> manifolds;
    std::vector<btTypedConstraint*> constraints;
    bool was_cut_short = false;
    int iterations = 0;
  };

  struct Collector;

  void collect_islands();

  FrictionTable friction_;
  SolverLimits limits_;
  int max_contacts_per_pair_;
  Workers& workers_;
  std::vector<Island> islands_;
  std::size_t island_count_ = 0;
  std::vector<std::unique_ptr<Solver>> solvers_;  // one for each island that ever was at a time
  Effort effort_;
};

}  // namespace rubble::physics
