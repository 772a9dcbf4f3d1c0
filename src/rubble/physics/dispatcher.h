// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/physics/bullet_types.h"

namespace rubble::physics {

// Bullet's dispatcher with a canonical order of contact manifolds. The broad phase finds pairs in
// an order that depends on the history of its trees, and the result of sequential impulses depends
// on the order of contacts. Sorting makes a step independent of history.
class Dispatcher : public btCollisionDispatcher {
 public:
  using btCollisionDispatcher::btCollisionDispatcher;

  btCollisionAlgorithm* findAlgorithm(const btCollisionObjectWrapper* first,
                                      const btCollisionObjectWrapper* second,
                                      btPersistentManifold* shared_manifold,
                                      ebtDispatcherQueryType query) override;
  btPersistentManifold* getNewManifold(const btCollisionObject* first,
                                       const btCollisionObject* second) override;

  // Manifolds with contact points, sorted by objects in their order of insertion, then by children
  // of compound shapes. Updated by sort_touching(). Later in a step points may vanish, but none are
  // added.
  const std::vector<btPersistentManifold*>& touching() const { return touching_; }
  void sort_touching();

 private:
  // Child of a compound shape for which an algorithm was last created; -1: the whole shape.
  struct Child {
    const btCollisionObject* object = nullptr;
    int index = -1;
  };
  int child_of(const btCollisionObject* object) const;

  Child first_, second_;
  std::vector<btPersistentManifold*> touching_;
};

}  // namespace rubble::physics
