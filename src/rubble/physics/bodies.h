// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/physics/contact_rules.h"
#include "rubble/physics/shapes.h"
#include "rubble/world/state.h"

namespace rubble::physics {

// Mass, centre and principal axes of the links that make up one body.
struct MassProperties {
  double mass = 0.0;
  Pose body_from_mass;  // x, y, z along the principal axes
  Vec3 moments = Vec3::Zero();
};

MassProperties combined_mass(const Instance& instance, BodyId body);

// A body in Bullet: one moving rigid body, or any number of objects that never move.
struct RunningBody {
  InstanceId instance;
  bool is_static = false;
  Pose mass_from_body;
  Pose body_from_mass;
  std::vector<BuiltShape> shapes;
  std::unique_ptr<btCompoundShape> compound;
  std::vector<Pose> link_from_shape;  // of each child of the compound, with Bullet's own offset
  std::vector<std::unique_ptr<btCollisionObject>> objects;
  std::vector<std::unique_ptr<ObjectTraits>> traits;
  double rolling_impulse = 0.0;  // of the last step: rolling friction times normal impulse, N·m·s
  Pose last_good_pose;

  btRigidBody* rigid() {
    return is_static || objects.empty() ? nullptr : static_cast<btRigidBody*>(objects[0].get());
  }
};

// Puts the shapes of one link where the instance now has it in its body.
void place_shapes(RunningBody& body, const Instance& instance, int link);

// Builds the Bullet side of one body of an instance where the state has it.
RunningBody build_body(const State& state, InstanceId instance, BodyId body,
                       FrictionTable& friction);

}  // namespace rubble::physics
