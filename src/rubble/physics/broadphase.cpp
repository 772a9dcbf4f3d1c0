// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/broadphase.h"

namespace rubble::physics {

bool Broadphase::is_settled(const btBroadphaseProxy& proxy) {
  return static_cast<const btDbvtProxy&>(proxy).stage == kSettled;
}

void Broadphase::settle(btBroadphaseProxy& proxy) {
  auto& own = static_cast<btDbvtProxy&>(proxy);
  // Those of the second tree have been left alone already.
  if (own.stage != kSettled && own.stage != STAGECOUNT) take_from_stage(own);
}

void Broadphase::destroyProxy(btBroadphaseProxy* proxy, btDispatcher* dispatcher) {
  auto& own = static_cast<btDbvtProxy&>(*proxy);
  if (own.stage == kSettled) put_on_stage(own);
  btDbvtBroadphase::destroyProxy(proxy, dispatcher);
}

// A stage is a list through links: before, behind.
void Broadphase::take_from_stage(btDbvtProxy& proxy) {
  btDbvtProxy*& root = m_stageRoots[proxy.stage];
  (proxy.links[0] != nullptr ? proxy.links[0]->links[1] : root) = proxy.links[1];
  if (proxy.links[1] != nullptr) proxy.links[1]->links[0] = proxy.links[0];
  proxy.links[0] = proxy.links[1] = nullptr;
  proxy.stage = kSettled;
}

void Broadphase::put_on_stage(btDbvtProxy& proxy) {
  btDbvtProxy*& root = m_stageRoots[m_stageCurrent];
  proxy.links[0] = nullptr;
  proxy.links[1] = root;
  if (root != nullptr) root->links[0] = &proxy;
  root = &proxy;
  proxy.stage = m_stageCurrent;
}

}  // namespace rubble::physics
