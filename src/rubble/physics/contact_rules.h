// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rubble/physics/bullet_types.h"
#include "rubble/physics/report.h"

namespace rubble::physics {

// What contact has to know of one collision shape.
struct ShapeTraits {
  Part part;
  int material = 0;  // index in FrictionTable
  double restitution = 0.0;
  double rolling_friction = 0.0;  // m, of a wheel: acts on its joint
  double loose_rolling = 0.0;     // m, of a round thing that lies about
  bool is_tyre = false;
  bool is_omni = false;  // rubs only along its rolling direction
  bool has_belt = false;
  btVector3 axis_body{0, 1, 0};  // of the belt or the omni wheel
  double belt_speed = 0.0;       // m/s
};

// Hangs on the user pointer of every collision object.
struct ObjectTraits {
  InstanceId instance;
  BodyId body;
  bool collides_with_own_instance = false;
  bool is_kinematic = false;        // on its way by MoveTarget, not by forces
  bool is_vehicle = false;          // of a robot on wheels or tracks, or with a tyre itself
  std::vector<ShapeTraits> shapes;  // one, or one for each child of a compound

  const ShapeTraits& shape(int child) const {
    return shapes[shapes.size() > 1 && child >= 0 ? static_cast<std::size_t>(child) : 0];
  }
};

inline ObjectTraits& traits_of(const btCollisionObject& object) {
  return *static_cast<ObjectTraits*>(object.getUserPointer());
}

// Friction of every pair of surfaces met so far, looked up by number instead of by name.
class FrictionTable {
 public:
  // The number of a surface; adds it if it is new.
  int number_of(const std::string& material, double mu);
  double between(int first, int second) const {
    return pairs_[static_cast<std::size_t>(first) * surfaces_.size() +
                  static_cast<std::size_t>(second)];
  }

 private:
  struct Kind {
    std::string material;
    double mu;
  };
  std::vector<Kind> surfaces_;
  std::vector<double> pairs_;
};

// Prepares the points of one manifold for the solver: friction directions, belt motion and
// coefficients. Touches nothing but the manifold.
void apply_contact_rules(btPersistentManifold& manifold, const FrictionTable& friction);

// After the solver: keeps the friction it found in a form that outlives the manifold's own changes.
void keep_friction(btPersistentManifold& manifold);

// Leaves out the shallowest points where two bodies share more than the limit; returns how many.
int drop_surplus_points(std::span<btPersistentManifold* const> manifolds, int limit);

}  // namespace rubble::physics
