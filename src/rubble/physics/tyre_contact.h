// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/physics/bullet_types.h"

namespace rubble::physics {

// Contact of a tyre with a face of a box, in closed form. A tyre is the Minkowski sum of a disc of
// disc_radius and a ball of radius edge; z is its axle.
struct TyreContact {
  btVector3 normal;       // out of the box, in the box frame
  btVector3 point_box;    // on the face, in the box frame
  btVector3 point_tyre;   // on the tyre, in the box frame
  double distance = 0.0;  // negative where they overlap
};

// False if the nearest feature of the box is not a face, or if the tyre lies flat on it. Use the
// general convex algorithm then.
bool face_contact(const btTransform& box_from_tyre, double disc_radius, double edge,
                  const btVector3& half_extents, TyreContact& contact);

// Registers the closed-form algorithm for all pairs of a tyre and a box.
class TyreBoxDispatch {
 public:
  TyreBoxDispatch(btCollisionDispatcher& dispatcher, btCollisionConfiguration& configuration);

 private:
  struct Create : btCollisionAlgorithmCreateFunc {
    btCollisionAlgorithmCreateFunc* general = nullptr;
    btCollisionAlgorithm* CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo& info,
                                                   const btCollisionObjectWrapper* first,
                                                   const btCollisionObjectWrapper* second) override;
  };
  Create tyre_first_;
  Create box_first_;
};

}  // namespace rubble::physics
