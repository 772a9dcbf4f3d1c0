// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/dynamics.h"

namespace rubble::physics {

namespace {

template <class Item>
void erase_in_order(btAlignedObjectArray<Item*>& items, const Item* item) {
  int kept = 0;
  for (int i = 0; i < items.size(); ++i)
    if (items[i] != item) items[kept++] = items[i];
  items.resize(kept);
}

template <class Item>
std::span<Item* const> span_of(const btAlignedObjectArray<Item*>& items) {
  if (items.size() == 0) return {};
  return {&items[0], static_cast<std::size_t>(items.size())};
}

}  // namespace

Dynamics::Dynamics(Dispatcher* dispatcher, Broadphase* broadphase,
                   btConstraintSolver* unused_solver, btCollisionConfiguration* configuration,
                   const SolverLimits& limits, int max_contacts_per_pair, Workers& workers)
    : btDiscreteDynamicsWorld(dispatcher, broadphase, unused_solver, configuration),
      dispatcher_(*dispatcher),
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

void Dynamics::removeRigidBody(btRigidBody* body) {
  erase_in_order(m_nonStaticRigidBodies, body);
  btDiscreteDynamicsWorld::removeRigidBody(body);
}

void Dynamics::removeConstraint(btTypedConstraint* constraint) {
  erase_in_order(m_constraints, constraint);
  btDiscreteDynamicsWorld::removeConstraint(constraint);
}

void Dynamics::solveConstraints(btContactSolverInfo& info) {
  effort_ = {};
  dispatcher_.sort_touching();
  effort_.contacts_dropped = drop_surplus_points(dispatcher_.touching(), max_contacts_per_pair_);
  for_each_manifold(
      [&](btPersistentManifold& manifold) { apply_contact_rules(manifold, friction_); });
  const std::span<Island> islands = island_builder_.build(
      span_of(m_nonStaticRigidBodies), dispatcher_.touching(), span_of(m_constraints));
  to_be_moved_.clear();
  for (Island& island : islands) {
    island.is_mechanism = is_mechanism(island);
    if (island.is_mechanism) continue;
    for (btCollisionObject* body : island.bodies) to_be_moved_.push_back(btRigidBody::upcast(body));
  }
  solve_islands(islands, info);
  for_each_manifold([](btPersistentManifold& manifold) { keep_friction(manifold); });
}

void Dynamics::integrateTransforms(btScalar time_step) {
  integrateTransformsInternal(to_be_moved_.data(), static_cast<int>(to_be_moved_.size()),
                              time_step);
}

// Which solver an island gets does not matter to the result: they keep nothing from one to the
// next.
void Dynamics::solve_islands(std::span<Island> islands, const btContactSolverInfo& info) {
  constexpr std::size_t kIslandsPerChunk = 4;
  std::vector<Solver::Effort> efforts(islands.size());
  workers_.parallel_for(islands.size(), kIslandsPerChunk, [&](std::size_t first, std::size_t last) {
    std::unique_ptr<Solver> solver = take_solver();
    for (std::size_t i = first; i < last; ++i) efforts[i] = solver->solve(islands[i], info);
    const std::lock_guard lock(idle_solvers_mutex_);
    idle_solvers_.push_back(std::move(solver));
  });
  for (const Solver::Effort& effort : efforts) {
    effort_.islands_cut_short += effort.was_cut_short ? 1 : 0;
    effort_.iterations += effort.iterations;
  }
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
  const std::vector<btPersistentManifold*>& manifolds = dispatcher_.touching();
  workers_.parallel_for(manifolds.size(), kManifoldsPerChunk,
                        [&](std::size_t first, std::size_t last) {
                          for (std::size_t i = first; i < last; ++i) use(*manifolds[i]);
                        });
}

}  // namespace rubble::physics
