// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/dispatcher.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>

#include <algorithm>
#include <tuple>

namespace rubble::physics {
namespace {

// Objects are numbered as they are added, and never twice.
int number_of(const btCollisionObject& object) { return object.getBroadphaseHandle()->m_uniqueId; }

// The object with the smaller number first: which one Bullet calls the first depends on shapes.
auto order_key(const btPersistentManifold& manifold) {
  int first = number_of(*manifold.getBody0());
  int second = number_of(*manifold.getBody1());
  int first_child = manifold.m_companionIdA;
  int second_child = manifold.m_companionIdB;
  if (second < first) {
    std::swap(first, second);
    std::swap(first_child, second_child);
  }
  return std::tuple(first, second, first_child, second_child);
}

}  // namespace

btCollisionAlgorithm* Dispatcher::findAlgorithm(const btCollisionObjectWrapper* first,
                                                const btCollisionObjectWrapper* second,
                                                btPersistentManifold* shared_manifold,
                                                ebtDispatcherQueryType query) {
  first_ = {first->getCollisionObject(), first->m_index};
  second_ = {second->getCollisionObject(), second->m_index};
  return btCollisionDispatcher::findAlgorithm(first, second, shared_manifold, query);
}

// An algorithm takes its manifold when it is made, or at the latest when it is first run, which
// follows at once: the noted children are its own.
btPersistentManifold* Dispatcher::getNewManifold(const btCollisionObject* first,
                                                 const btCollisionObject* second) {
  btPersistentManifold* manifold = btCollisionDispatcher::getNewManifold(first, second);
  manifold->m_companionIdA = child_of(first);
  manifold->m_companionIdB = child_of(second);
  return manifold;
}

int Dispatcher::child_of(const btCollisionObject* object) const {
  return object == first_.object ? first_.index : second_.index;
}

void Dispatcher::sort_touching() {
  touching_.clear();
  for (int i = 0; i < m_manifoldsPtr.size(); ++i)
    if (m_manifoldsPtr[i]->getNumContacts() > 0) touching_.push_back(m_manifoldsPtr[i]);
  std::sort(touching_.begin(), touching_.end(),
            [](const btPersistentManifold* a, const btPersistentManifold* b) {
              return order_key(*a) < order_key(*b);
            });
}

}  // namespace rubble::physics
