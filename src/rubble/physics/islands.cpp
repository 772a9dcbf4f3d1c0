// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/islands.h"

#include <algorithm>
#include <utility>

namespace rubble::physics {
namespace {

bool keeps_awake(const btCollisionObject& body) {
  return body.getActivationState() == ACTIVE_TAG ||
         body.getActivationState() == DISABLE_DEACTIVATION;
}

void fall_asleep_or_wake(std::span<btCollisionObject* const> bodies) {
  const bool is_awake =
      std::any_of(bodies.begin(), bodies.end(), [](auto* body) { return keeps_awake(*body); });
  for (btCollisionObject* body : bodies) {
    if (!is_awake) {
      body->setActivationState(ISLAND_SLEEPING);
    } else if (body->getActivationState() == ISLAND_SLEEPING) {
      body->setActivationState(WANTS_DEACTIVATION);
      body->setDeactivationTime(0.0);
    }
  }
}

bool is_active(const Island& island) {
  return std::any_of(island.bodies.begin(), island.bodies.end(),
                     [](auto* body) { return body->isActive(); });
}

}  // namespace

// The root of a tree is its first body. Paths are halved on the way.
int IslandBuilder::root_of(int body) {
  auto at = static_cast<std::size_t>(body);
  while (parent_[at] != static_cast<int>(at)) {
    parent_[at] = parent_[static_cast<std::size_t>(parent_[at])];
    at = static_cast<std::size_t>(parent_[at]);
  }
  return static_cast<int>(at);
}

// What cannot move has no number and joins nothing.
void IslandBuilder::unite(const btCollisionObject& first, const btCollisionObject& second) {
  if (first.getIslandTag() < 0 || second.getIslandTag() < 0) return;
  const auto [low, high] =
      std::minmax({root_of(first.getIslandTag()), root_of(second.getIslandTag())});
  parent_[static_cast<std::size_t>(high)] = low;
}

Island* IslandBuilder::island_of(const btCollisionObject& first, const btCollisionObject& second) {
  const int body = std::max(first.getIslandTag(), second.getIslandTag());
  if (body < 0) return nullptr;
  const int island = island_of_root_[static_cast<std::size_t>(root_of(body))];
  return island < 0 ? nullptr : &islands_[static_cast<std::size_t>(island)];
}

void IslandBuilder::collect_bodies(std::span<btRigidBody* const> bodies) {
  island_of_root_.assign(bodies.size(), -1);
  island_count_ = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    int& island = island_of_root_[static_cast<std::size_t>(root_of(static_cast<int>(i)))];
    if (island < 0) {
      island = static_cast<int>(island_count_++);
      if (island_count_ > islands_.size()) islands_.emplace_back();
      islands_[island_count_ - 1].bodies.clear();
    }
    islands_[static_cast<std::size_t>(island)].bodies.push_back(bodies[i]);
  }
}

std::span<Island> IslandBuilder::build(std::span<btRigidBody* const> bodies,
                                       std::span<btPersistentManifold* const> manifolds,
                                       std::span<btTypedConstraint* const> constraints) {
  parent_.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    parent_[i] = static_cast<int>(i);
    bodies[i]->setIslandTag(static_cast<int>(i));
  }
  for (const btPersistentManifold* manifold : manifolds)
    unite(*manifold->getBody0(), *manifold->getBody1());
  for (const btTypedConstraint* constraint : constraints)
    unite(constraint->getRigidBodyA(), constraint->getRigidBodyB());
  collect_bodies(bodies);

  // Those that sleep are dropped, the others move up in their order.
  std::size_t awake = 0;
  std::vector<int> new_number(island_count_, -1);
  for (std::size_t i = 0; i < island_count_; ++i) {
    fall_asleep_or_wake(islands_[i].bodies);
    if (!is_active(islands_[i])) continue;
    new_number[i] = static_cast<int>(awake);
    if (awake != i) std::swap(islands_[awake], islands_[i]);
    islands_[awake].manifolds.clear();
    islands_[awake].constraints.clear();
    ++awake;
  }
  island_count_ = awake;
  for (int& island : island_of_root_)
    if (island >= 0) island = new_number[static_cast<std::size_t>(island)];

  for (btPersistentManifold* manifold : manifolds)
    if (Island* island = island_of(*manifold->getBody0(), *manifold->getBody1()))
      island->manifolds.push_back(manifold);
  for (btTypedConstraint* constraint : constraints)
    if (Island* island = island_of(constraint->getRigidBodyA(), constraint->getRigidBodyB()))
      island->constraints.push_back(constraint);
  return std::span(islands_).first(island_count_);
}

}  // namespace rubble::physics
