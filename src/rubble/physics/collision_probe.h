// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/physics/physics.h"

namespace rubble::physics {

// The collision shapes of an instance, to be asked about at places where it does not stand. What
// they overlap is for Physics::overlaps to say.
class CollisionProbe {
 public:
  // The shapes as the state has them now, its joints as they are. The state need not be the one
  // that physics moves: a model that has not entered yet may stand in a state of its own.
  CollisionProbe(const State& state, InstanceId instance);
  ~CollisionProbe();
  CollisionProbe(const CollisionProbe&) = delete;
  CollisionProbe& operator=(const CollisionProbe&) = delete;

 private:
  friend class Physics;
  struct Shapes;
  std::unique_ptr<Shapes> shapes_;
};

}  // namespace rubble::physics
