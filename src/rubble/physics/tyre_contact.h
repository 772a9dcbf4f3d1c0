// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/physics/bullet_types.h"

namespace rubble::physics {

// Where a tyre touches the face of a box, by formula. A tyre is a disc of disc_radius swept by a
// ball of edge; the frame's z is its axle.
struct TyreContact {
  btVector3 normal;       // out of the box, in the box frame
  btVector3 point_box;    // on the face, in the box frame
  btVector3 point_tyre;   // on the tyre, in the box frame
  double distance = 0.0;  // negative where they overlap
};

// False where the nearest part of the box is no face, or the tyre lies flat on it: then only the
// general search will do.
bool face_contact(const btTransform& box_from_tyre, double disc_radius, double edge,
                  const btVector3& half_extents, TyreContact& contact);

// Makes the dispatcher use it for every tyre that meets a box.
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
