// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/physics/bullet_types.h"

namespace rubble::physics {

// Bullet's trees of boxes, for worlds of which most never moves.
//
// Bullet wants to hear of every object in every step, and sorts those it heard nothing of into a
// second tree. One that is settled stays where it is and costs nothing; pairs are found in the same
// order as if it were named again and again.
class Broadphase : public btDbvtBroadphase {
 public:
  // Its box, which it has been given, is for good.
  void settle(btBroadphaseProxy& proxy);
  static bool is_settled(const btBroadphaseProxy& proxy);

  void destroyProxy(btBroadphaseProxy* proxy, btDispatcher* dispatcher) override;

 private:
  static constexpr int kSettled = -1;  // a stage that Bullet does not have

  void take_from_stage(btDbvtProxy& proxy);
  void put_on_stage(btDbvtProxy& proxy);
};

}  // namespace rubble::physics
