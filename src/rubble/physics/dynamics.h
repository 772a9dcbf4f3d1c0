// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "rubble/base/parallel.h"
#include "rubble/physics/broadphase.h"
#include "rubble/physics/contact_rules.h"
#include "rubble/physics/solver.h"

namespace rubble::physics {

// The parts of a model do not collide with each other unless it asks for that.
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

// Bullet's world with our contact rules before the solver, and its islands solved side by side.
class Dynamics : public btDiscreteDynamicsWorld {
 public:
  Dynamics(btDispatcher* dispatcher, Broadphase* broadphase, btConstraintSolver* unused_solver,
           btCollisionConfiguration* configuration, const SolverLimits& limits,
           int max_contacts_per_pair, Workers& workers);

  FrictionTable& friction() { return friction_; }

  struct Effort {
    int contacts_dropped = 0;
    int islands_cut_short = 0;
    long iterations = 0;
  };
  // Of the last step.
  const Effort& effort() const { return effort_; }

  void updateAabbs() override;

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

  template <class Use>
  void for_each_manifold(const Use& use);
  void collect_islands();
  void solve_islands(const btContactSolverInfo& info);
  std::unique_ptr<Solver> take_solver();

  Broadphase& broadphase_;
  FrictionTable friction_;
  SolverLimits limits_;
  int max_contacts_per_pair_;
  Workers& workers_;
  std::vector<Island> islands_;
  std::size_t island_count_ = 0;
  std::mutex idle_solvers_mutex_;
  std::vector<std::unique_ptr<Solver>> idle_solvers_;  // few, so that their memory stays in cache
  Effort effort_;
};

}  // namespace rubble::physics
