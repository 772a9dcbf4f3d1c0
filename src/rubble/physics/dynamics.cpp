// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/dynamics.h"

#include <BulletCollision/CollisionDispatch/btSimulationIslandManager.h>

#include <algorithm>

namespace rubble::physics {

// Bullet hands out one island at a time; their lists are only valid during the call.
struct Dynamics::Collector : btSimulationIslandManager::IslandCallback {
  explicit Collector(Dynamics& world) : dynamics(world) {}

  void processIsland(btCollisionObject** bodies, int body_count, btPersistentManifold** manifolds,
                     int manifold_count, int island_id) override {
    if (dynamics.island_count_ == dynamics.islands_.size()) dynamics.islands_.emplace_back();
    Island& island = dynamics.islands_[dynamics.island_count_++];
    island.id = island_id;
    island.bodies.assign(bodies, bodies + body_count);
    island.manifolds.assign(manifolds, manifolds + manifold_count);
    island.constraints.clear();
  }

  Dynamics& dynamics;
};

Dynamics::Dynamics(btDispatcher* dispatcher, Broadphase* broadphase,
                   btConstraintSolver* unused_solver, btCollisionConfiguration* configuration,
                   const SolverLimits& limits, int max_contacts_per_pair, Workers& workers)
    : btDiscreteDynamicsWorld(dispatcher, broadphase, unused_solver, configuration),
      broadphase_(*broadphase),
      limits_(limits),
      max_contacts_per_pair_(max_contacts_per_pair),
      workers_(workers) {}

// Bullet takes objects that are no rigid bodies for active and would find the box of every part of
// a building anew in every step.
void Dynamics::updateAabbs() {
  for (int i = 0; i < m_collisionObjects.size(); ++i) {
    btCollisionObject& object = *m_collisionObjects[i];
    if (!object.isActive() || Broadphase::is_settled(*object.getBroadphaseHandle())) continue;
    updateSingleAabb(&object);
    if (btRigidBody::upcast(&object) == nullptr) broadphase_.settle(*object.getBroadphaseHandle());
  }
}

void Dynamics::solveConstraints(btContactSolverInfo& info) {
  btDispatcher& dispatcher = *getDispatcher();
  effort_ = {};
  effort_.contacts_dropped = drop_surplus_points(dispatcher, max_contacts_per_pair_);
  for_each_manifold(
      [&](btPersistentManifold& manifold) { apply_contact_rules(manifold, friction_); });
  collect_islands();
  solve_islands(info);
  for_each_manifold([](btPersistentManifold& manifold) { keep_friction(manifold); });
  for (std::size_t i = 0; i < island_count_; ++i) {
    effort_.islands_cut_short += islands_[i].was_cut_short ? 1 : 0;
    effort_.iterations += islands_[i].iterations;
  }
}

// Which solver an island gets does not matter to the result: they keep nothing from one to the
// next.
void Dynamics::solve_islands(const btContactSolverInfo& info) {
  constexpr std::size_t kIslandsPerChunk = 4;
  workers_.parallel_for(island_count_, kIslandsPerChunk, [&](std::size_t first, std::size_t last) {
    std::unique_ptr<Solver> solver = take_solver();
    for (std::size_t i = first; i < last; ++i) {
      Island& island = islands_[i];
      const auto count = [](const auto& list) { return static_cast<int>(list.size()); };
      solver->solveGroup(island.bodies.data(), count(island.bodies), island.manifolds.data(),
                         count(island.manifolds), island.constraints.data(),
                         count(island.constraints), info, nullptr, getDispatcher());
      island.was_cut_short = solver->was_cut_short();
      island.iterations = solver->iterations_used();
    }
    const std::lock_guard lock(idle_solvers_mutex_);
    idle_solvers_.push_back(std::move(solver));
  });
}

std::unique_ptr<Solver> Dynamics::take_solver() {
  const std::lock_guard lock(idle_solvers_mutex_);
  if (idle_solvers_.empty()) return std::make_unique<Solver>(limits_);
  std::unique_ptr<Solver> solver = std::move(idle_solvers_.back());
  idle_solvers_.pop_back();
  return solver;
}

template <class Use>
void Dynamics::for_each_manifold(const Use& use) {
  constexpr std::size_t kManifoldsPerChunk = 32;
  btDispatcher& dispatcher = *getDispatcher();
  workers_.parallel_for(static_cast<std::size_t>(dispatcher.getNumManifolds()), kManifoldsPerChunk,
                        [&](std::size_t first, std::size_t last) {
                          for (std::size_t i = first; i < last; ++i)
                            use(*dispatcher.getManifoldByIndexInternal(static_cast<int>(i)));
                        });
}

void Dynamics::collect_islands() {
  island_count_ = 0;
  Collector collector(*this);
  getSimulationIslandManager()->setSplitIslands(true);
  getSimulationIslandManager()->buildAndProcessIslands(getDispatcher(), this, &collector);
  std::vector<int> island_of_tag(static_cast<std::size_t>(getNumCollisionObjects()) + 1, -1);
  for (std::size_t i = 0; i < island_count_; ++i)
    if (islands_[i].id >= 0)
      island_of_tag[static_cast<std::size_t>(islands_[i].id)] = static_cast<int>(i);
  for (int c = 0; c < getNumConstraints(); ++c) {
    btTypedConstraint* constraint = getConstraint(c);
    if (!constraint->isEnabled()) continue;
    const int tag_a = constraint->getRigidBodyA().getIslandTag();
    const int tag = tag_a >= 0 ? tag_a : constraint->getRigidBodyB().getIslandTag();
    const int island = tag >= 0 ? island_of_tag[static_cast<std::size_t>(tag)] : -1;
    if (island >= 0) islands_[static_cast<std::size_t>(island)].constraints.push_back(constraint);
  }
}

}  // namespace rubble::physics
