// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/tyre_contact.h"

#include <BulletCollision/CollisionDispatch/btActivatingCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>

#include <cmath>
#include <new>

#include "rubble/physics/shapes.h"

namespace rubble::physics {
namespace {

// The formula where it holds, the general search elsewhere; both fill the same manifold.
class TyreBoxAlgorithm : public btActivatingCollisionAlgorithm {
 public:
  TyreBoxAlgorithm(const btCollisionAlgorithmConstructionInfo& info,
                   const btCollisionObjectWrapper* first, const btCollisionObjectWrapper* second,
                   bool is_swapped, btCollisionAlgorithmCreateFunc& general)
      : btActivatingCollisionAlgorithm(info, first, second),
        manifold_(info.m_manifold),
        is_swapped_(is_swapped),
        general_create_(general) {
    if (manifold_ == nullptr) {
      manifold_ =
          m_dispatcher->getNewManifold(first->getCollisionObject(), second->getCollisionObject());
      owns_manifold_ = true;
    }
  }

  ~TyreBoxAlgorithm() override {
    if (general_ != nullptr) {
      general_->~btCollisionAlgorithm();
      m_dispatcher->freeCollisionAlgorithm(general_);
    }
    if (owns_manifold_) m_dispatcher->releaseManifold(manifold_);
  }

  void processCollision(const btCollisionObjectWrapper* first,
                        const btCollisionObjectWrapper* second,
                        const btDispatcherInfo& dispatch_info, btManifoldResult* result) override {
    const btCollisionObjectWrapper& tyre = is_swapped_ ? *second : *first;
    const btCollisionObjectWrapper& box = is_swapped_ ? *first : *second;
    const auto& shape = *static_cast<const btConvexInternalShape*>(tyre.getCollisionShape());
    const auto& cuboid = *static_cast<const btBoxShape*>(box.getCollisionShape());
    const btTransform box_from_tyre =
        box.getWorldTransform().inverseTimes(tyre.getWorldTransform());
    TyreContact contact;
    if (!face_contact(box_from_tyre, disc_radius_of(shape), shape.getMargin(),
                      cuboid.getHalfExtentsWithMargin(), contact)) {
      search(first, second, dispatch_info, result);
      return;
    }
    result->setPersistentManifold(manifold_);
    const btTransform& world_from_box = box.getWorldTransform();
    const btVector3 normal = world_from_box.getBasis() * contact.normal;
    if (is_swapped_)
      result->addContactPoint(-normal, world_from_box * contact.point_tyre, contact.distance);
    else
      result->addContactPoint(normal, world_from_box * contact.point_box, contact.distance);
    result->refreshContactPoints();
  }

  btScalar calculateTimeOfImpact(btCollisionObject*, btCollisionObject*, const btDispatcherInfo&,
                                 btManifoldResult*) override {
    return 1.0;
  }

  void getAllContactManifolds(btManifoldArray& manifolds) override {
    if (manifold_ != nullptr && owns_manifold_) manifolds.push_back(manifold_);
  }

 private:
  void search(const btCollisionObjectWrapper* first, const btCollisionObjectWrapper* second,
              const btDispatcherInfo& dispatch_info, btManifoldResult* result) {
    if (general_ == nullptr) {
      btCollisionAlgorithmConstructionInfo info(m_dispatcher, 0);
      info.m_manifold = manifold_;
      general_ = general_create_.CreateCollisionAlgorithm(info, first, second);
    }
    result->setPersistentManifold(manifold_);
    general_->processCollision(first, second, dispatch_info, result);
    result->refreshContactPoints();
  }

  btPersistentManifold* manifold_;
  bool owns_manifold_ = false;
  bool is_swapped_;
  btCollisionAlgorithmCreateFunc& general_create_;
  btCollisionAlgorithm* general_ = nullptr;
};

}  // namespace

bool face_contact(const btTransform& box_from_tyre, double disc_radius, double edge,
                  const btVector3& half_extents, TyreContact& contact) {
  const btVector3& center = box_from_tyre.getOrigin();
  const btVector3 axle = box_from_tyre.getBasis().getColumn(2);
  // The face that the disc's nearest point is farthest outside of.
  double best = -1e300;
  int best_axis = 0;
  double best_sign = 1.0;
  for (int axis = 0; axis < 3; ++axis) {
    const double sign = center[axis] >= 0.0 ? 1.0 : -1.0;
    const double reach = disc_radius * std::sqrt(std::max(0.0, 1.0 - axle[axis] * axle[axis]));
    const double distance = sign * center[axis] - half_extents[axis] - reach;
    if (distance > best) {
      best = distance;
      best_axis = axis;
      best_sign = sign;
    }
  }
  btVector3 normal(0, 0, 0);
  normal[best_axis] = best_sign;
  const btVector3 towards = axle * axle.dot(normal) - normal;  // in the disc, to the face
  const double length = towards.length();
  constexpr double kFlat = 0.1;  // sine of the angle between disc and face
  if (length < kFlat) return false;
  const btVector3 nearest = center + towards * (disc_radius / length);
  for (int axis = 0; axis < 3; ++axis)
    if (axis != best_axis && std::abs(nearest[axis]) > half_extents[axis]) return false;
  contact.normal = normal;
  contact.distance = best - edge;
  contact.point_tyre = nearest - normal * edge;
  contact.point_box = contact.point_tyre - normal * contact.distance;
  return true;
}

btCollisionAlgorithm* TyreBoxDispatch::Create::CreateCollisionAlgorithm(
    btCollisionAlgorithmConstructionInfo& info, const btCollisionObjectWrapper* first,
    const btCollisionObjectWrapper* second) {
  const btCollisionObjectWrapper& round = m_swapped ? *second : *first;
  if (!is_tyre(*round.getCollisionShape()))
    return general->CreateCollisionAlgorithm(info, first, second);
  void* memory = info.m_dispatcher1->allocateCollisionAlgorithm(sizeof(TyreBoxAlgorithm));
  return new (memory) TyreBoxAlgorithm(info, first, second, m_swapped, *general);
}

TyreBoxDispatch::TyreBoxDispatch(btCollisionDispatcher& dispatcher,
                                 btCollisionConfiguration& configuration) {
  tyre_first_.general =
      configuration.getCollisionAlgorithmCreateFunc(CUSTOM_CONVEX_SHAPE_TYPE, BOX_SHAPE_PROXYTYPE);
  box_first_.general =
      configuration.getCollisionAlgorithmCreateFunc(BOX_SHAPE_PROXYTYPE, CUSTOM_CONVEX_SHAPE_TYPE);
  box_first_.m_swapped = true;
  dispatcher.registerCollisionCreateFunc(CUSTOM_CONVEX_SHAPE_TYPE, BOX_SHAPE_PROXYTYPE,
                                         &tyre_first_);
  dispatcher.registerCollisionCreateFunc(BOX_SHAPE_PROXYTYPE, CUSTOM_CONVEX_SHAPE_TYPE,
                                         &box_first_);
  dispatcher.registerClosestPointsCreateFunc(CUSTOM_CONVEX_SHAPE_TYPE, BOX_SHAPE_PROXYTYPE,
                                             tyre_first_.general);
  dispatcher.registerClosestPointsCreateFunc(BOX_SHAPE_PROXYTYPE, CUSTOM_CONVEX_SHAPE_TYPE,
                                             box_first_.general);
}

}  // namespace rubble::physics
