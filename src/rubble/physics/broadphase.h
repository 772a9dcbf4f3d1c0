// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/physics/bullet_types.h"

namespace rubble::physics {

// Bullet's dynamic AABB trees, optimised for mostly static worlds.
//
// Bullet expects an AABB update for every object in every step and moves objects without updates to
// a second tree. A settled object stays in its tree without updates. Pairs are found in the same
// order as if it were updated in every step.
class Broadphase : public btDbvtBroadphase {
 public:
  // Marks the current AABB of a proxy as final.
  void settle(btBroadphaseProxy& proxy);
  static bool is_settled(const btBroadphaseProxy& proxy);

  void destroyProxy(btBroadphaseProxy* proxy, btDispatcher* dispatcher) override;

 private:
  static constexpr int kSettled = -1;  // stage id unused by Bullet

  void take_from_stage(btDbvtProxy& proxy);
  void put_on_stage(btDbvtProxy& proxy);
};

}  // namespace rubble::physics
