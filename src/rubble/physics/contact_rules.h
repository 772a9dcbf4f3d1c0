// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rubble/physics/bullet_types.h"
#include "rubble/physics/report.h"

namespace rubble::physics {

// Contact properties of one collision shape.
struct ShapeTraits {
  Part part;
  int material = 0;  // index in FrictionTable
  double restitution = 0.0;
  double rolling_friction = 0.0;  // m, of a wheel: applied at its joint
  double loose_rolling = 0.0;     // m, of a free round body
  bool is_tyre = false;
  bool is_omni = false;  // friction only along its rolling direction
  bool has_belt = false;
  btVector3 axis_body{0, 1, 0};  // of the belt or the omni wheel
  double belt_speed = 0.0;       // m/s
};

// Stored in the user pointer of every collision object.
struct ObjectTraits {
  InstanceId instance;
  BodyId body;
  bool collides_with_own_instance = false;
  bool is_kinematic = false;        // moved by MoveTarget, not by forces
  bool is_vehicle = false;          // of a robot on wheels or tracks, or with a tyre itself
  std::vector<ShapeTraits> shapes;  // one, or one per child of a compound

  const ShapeTraits& shape(int child) const {
    return shapes[shapes.size() > 1 && child >= 0 ? static_cast<std::size_t>(child) : 0];
  }
};

inline ObjectTraits& traits_of(const btCollisionObject& object) {
  return *static_cast<ObjectTraits*>(object.getUserPointer());
}

// Friction coefficients of all pairs of surfaces seen so far, looked up by index.
class FrictionTable {
 public:
  // Index of a surface; registers it if it is new.
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

// Sets friction directions, belt velocity and coefficients of a manifold's points for the solver.
// Modifies only the manifold, so it may run in parallel for different manifolds.
void apply_contact_rules(btPersistentManifold& manifold, const FrictionTable& friction);

// After the solver: stores the friction impulses for the warm start of the next step.
void keep_friction(btPersistentManifold& manifold);

// Drops the shallowest contact points where two bodies share more than `limit`; returns how many.
int drop_surplus_points(std::span<btPersistentManifold* const> manifolds, int limit);

}  // namespace rubble::physics
