// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/base/archive.h"
#include "rubble/physics/contact_rules.h"
#include "rubble/physics/shapes.h"
#include "rubble/world/state.h"

namespace rubble::physics {

// Combined mass, centre of mass and principal axes of the links of one body.
struct MassProperties {
  double mass = 0.0;
  Pose body_from_mass;  // centre of mass, axes along the principal axes of inertia
  Vec3 moments = Vec3::Zero();
};

MassProperties combined_mass(const Instance& instance, BodyId body);

// Bullet's side of a body: one moving rigid body, or any number of static collision objects.
struct RunningBody {
  InstanceId instance;
  bool is_static = false;
  Pose mass_from_body;
  Pose body_from_mass;
  std::vector<BuiltShape> shapes;
  std::unique_ptr<btCompoundShape> compound;
  std::vector<Pose> link_from_shape;  // per child of the compound, with Bullet's shape offset
  std::vector<std::unique_ptr<btCollisionObject>> objects;
  std::vector<std::unique_ptr<ObjectTraits>> traits;
  double rolling_impulse = 0.0;  // N·m·s, rolling friction times normal impulse of the last step
  Pose last_good_pose;

  // What makes its future: motion, belts, what its wheels carried. Not whether it sleeps.
  void serialize(Archive& archive);

  btRigidBody* rigid() {
    return is_static || objects.empty() ? nullptr : static_cast<btRigidBody*>(objects[0].get());
  }
};

// Updates the shape transforms of one link after its pose in the body has changed.
void place_shapes(RunningBody& body, const Instance& instance, int link);

// Builds Bullet's side of one body at its pose in the state.
RunningBody build_body(const State& state, InstanceId instance, BodyId body,
                       FrictionTable& friction);

}  // namespace rubble::physics
