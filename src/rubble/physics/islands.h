// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/physics/bullet_types.h"

namespace rubble::physics {

// Bodies that can push each other, directly or through others.
struct Island {
  std::vector<btCollisionObject*> bodies;
  std::vector<btPersistentManifold*> manifolds;
  std::vector<btTypedConstraint*> constraints;
  bool is_mechanism = false;  // see mechanism.h
};

// Finds the islands of a step by union-find over contacts and joints. Everything comes out in the
// order it is handed in, islands in the order of their first bodies: the same whatever happened
// before.
class IslandBuilder {
 public:
  // Puts islands to sleep whose bodies all want that, wakes those of which one is awake, and
  // returns the ones that are awake. Valid until the next call.
  std::span<Island> build(std::span<btRigidBody* const> bodies,
                          std::span<btPersistentManifold* const> manifolds,
                          std::span<btTypedConstraint* const> constraints);

 private:
  int root_of(int body);
  void unite(const btCollisionObject& first, const btCollisionObject& second);
  Island* island_of(const btCollisionObject& first, const btCollisionObject& second);
  void collect_bodies(std::span<btRigidBody* const> bodies);

  std::vector<int> parent_;          // of each body, in its tree
  std::vector<int> island_of_root_;  // -1: asleep
  std::vector<Island> islands_;      // more than there are: they keep their memory
  std::size_t island_count_ = 0;
};

}  // namespace rubble::physics
