// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/physics/bullet_types.h"

namespace rubble::physics {

// A simulation island: bodies connected by contacts or joints, directly or through others.
struct Island {
  std::vector<btCollisionObject*> bodies;
  std::vector<btPersistentManifold*> manifolds;
  std::vector<btTypedConstraint*> constraints;
  bool is_mechanism = false;  // see mechanism.h
};

// Finds the islands of a step by union-find over contacts and joints. Order is preserved: members
// in the order of the input, islands in the order of their first bodies, independent of history.
class IslandBuilder {
 public:
  // Puts an island to sleep if all of its bodies want to sleep, and wakes it if one is awake.
  // Returns the awake islands; valid until the next call.
  std::span<Island> build(std::span<btRigidBody* const> bodies,
                          std::span<btPersistentManifold* const> manifolds,
                          std::span<btTypedConstraint* const> constraints);

 private:
  int root_of(int body);
  void unite(const btCollisionObject& first, const btCollisionObject& second);
  Island* island_of(const btCollisionObject& first, const btCollisionObject& second);
  void collect_bodies(std::span<btRigidBody* const> bodies);

  std::vector<int> parent_;          // union-find forest, by body
  std::vector<int> island_of_root_;  // -1: asleep
  std::vector<Island> islands_;      // pool: the first island_count_ are in use
  std::size_t island_count_ = 0;
};

}  // namespace rubble::physics
