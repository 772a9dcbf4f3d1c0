// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "rubble/base/parallel.h"
#include "rubble/physics/broadphase.h"
#include "rubble/physics/contact_rules.h"
#include "rubble/physics/dispatcher.h"
#include "rubble/physics/islands.h"
#include "rubble/physics/solver.h"

namespace rubble::physics {

// Disables collisions between links of one instance unless the model has self_collide.
struct OwnPartsFilter : btOverlapFilterCallback {
  bool needBroadphaseCollision(btBroadphaseProxy* a, btBroadphaseProxy* b) const override {
    const bool groups_collide = (a->m_collisionFilterGroup & b->m_collisionFilterMask) != 0 &&
                                (b->m_collisionFilterGroup & a->m_collisionFilterMask) != 0;
    if (!groups_collide) return false;
    const ObjectTraits& first = traits_of(*static_cast<btCollisionObject*>(a->m_clientObject));
    const ObjectTraits& second = traits_of(*static_cast<btCollisionObject*>(b->m_clientObject));
    return first.instance != second.instance || first.collides_with_own_instance;
  }
};

// Bullet's world with our contact rules before the solver and with islands solved in parallel.
//
// Bodies, contacts, joints and islands are processed in an order that depends only on their ids. A
// run therefore does not depend on what was added and removed elsewhere.
class Dynamics : public btDiscreteDynamicsWorld {
 public:
  Dynamics(Dispatcher* dispatcher, Broadphase* broadphase, btConstraintSolver* unused_solver,
           btCollisionConfiguration* configuration, const SolverLimits& limits,
           int max_contacts_per_pair, Workers& workers);

  FrictionTable& friction() { return friction_; }

  struct Effort {
    int contacts_dropped = 0;
    int islands_cut_short = 0;
    long iterations = 0;
  };
  // Statistics of the last step.
  const Effort& effort() const { return effort_; }

  void updateAabbs() override;
  // The remaining bodies keep their order, which is that of their ids.
  void removeRigidBody(btRigidBody* body) override;
  void removeConstraint(btTypedConstraint* constraint) override;

 protected:
  // Islands are found when they are solved.
  void calculateSimulationIslands() override {}
  void solveConstraints(btContactSolverInfo& info) override;
  // Skips the bodies of mechanisms, which were integrated in substeps by their solver.
  void integrateTransforms(btScalar time_step) override;

 private:
  template <class Use>
  void for_each_manifold(const Use& use);
  void solve_islands(std::span<Island> islands, const btContactSolverInfo& info);
  std::unique_ptr<Solver> take_solver();

  Dispatcher& dispatcher_;
  Broadphase& broadphase_;
  FrictionTable friction_;
  SolverLimits limits_;
  int max_contacts_per_pair_;
  Workers& workers_;
  IslandBuilder island_builder_;
  std::vector<btRigidBody*> to_be_moved_;
  std::mutex idle_solvers_mutex_;
  std::vector<std::unique_ptr<Solver>> idle_solvers_;  // reused, so that memory stays in cache
  Effort effort_;
};

}  // namespace rubble::physics
