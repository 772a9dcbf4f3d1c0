// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/physics/bullet_types.h"

namespace rubble::physics {

// Bullet's dispatcher, with contact manifolds in an order that depends on what touches and not on
// how the run came there: the broad phase finds pairs in an order that follows from the history of
// its trees, and sequential impulses end differently if contacts are solved in another order.
class Dispatcher : public btCollisionDispatcher {
 public:
  using btCollisionDispatcher::btCollisionDispatcher;

  btCollisionAlgorithm* findAlgorithm(const btCollisionObjectWrapper* first,
                                      const btCollisionObjectWrapper* second,
                                      btPersistentManifold* shared_manifold,
                                      ebtDispatcherQueryType query) override;
  btPersistentManifold* getNewManifold(const btCollisionObject* first,
                                       const btCollisionObject* second) override;

  // Manifolds that hold points, by objects as they came into the world, then by children of
  // compound shapes. Found anew by sort_touching(); points may go later in the step, none come.
  const std::vector<btPersistentManifold*>& touching() const { return touching_; }
  void sort_touching();

 private:
  // A part of a compound shape that an algorithm was last made for; -1 where it is the whole.
  struct Child {
    const btCollisionObject* object = nullptr;
    int index = -1;
  };
  int child_of(const btCollisionObject* object) const;

  Child first_, second_;
  std::vector<btPersistentManifold*> touching_;
};

}  // namespace rubble::physics
