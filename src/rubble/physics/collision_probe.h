// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/physics/physics.h"

namespace rubble::physics {

// The collision shapes of an instance, for overlap queries at poses other than its own
// (Physics::overlaps).
class CollisionProbe {
 public:
  // Copies the shapes at the current joint positions. The state need not be the one that physics
  // simulates: a model that has not entered yet may be in a temporary state.
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
