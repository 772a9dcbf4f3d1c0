// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/queries.h"

#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>

#include <algorithm>

#include "rubble/physics/contact_rules.h"

namespace rubble::physics {
namespace {

struct Touched : btCollisionWorld::ContactResultCallback {
  btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper* first, int, int,
                           const btCollisionObjectWrapper* second, int, int) override {
    // The probe is one of the two and has no traits.
    const btCollisionObject* other = first->getCollisionObject()->getUserPointer() != nullptr
                                         ? first->getCollisionObject()
                                         : second->getCollisionObject();
    const InstanceId id = traits_of(*other).instance;
    if (point.getDistance() <= 0.0 &&
        std::find(instances.begin(), instances.end(), id) == instances.end())
      instances.push_back(id);
    return 0.0;
  }
  std::vector<InstanceId> instances;
};

// The deepest point that a probe shares with each shape of others.
struct Overlapping : btCollisionWorld::ContactResultCallback {
  Overlapping(const btCollisionObject& asked, double depth, InstanceId left_out)
      : probe(asked), deeper_than(depth), not_counted(left_out) {}

  bool needsCollision(btBroadphaseProxy* proxy) const override {
    const auto& object = *static_cast<btCollisionObject*>(proxy->m_clientObject);
    return traits_of(object).instance != not_counted;
  }
  btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper* first, int, int,
                           const btCollisionObjectWrapper* second, int, int) override {
    const double depth = -point.getDistance();
    if (depth <= deeper_than) return 0.0;
    // Bullet's normal points from the second to the first.
    const bool probe_is_first = first->getCollisionObject() == &probe;
    const btCollisionObject& other = *(probe_is_first ? second : first)->getCollisionObject();
    const Vec3 normal = from_bullet(point.m_normalWorldOnB);
    found.push_back({.with = traits_of(other).instance,
                     .depth = depth,
                     .normal_world = probe_is_first ? normal : Vec3(-normal)});
    return 0.0;
  }

  const btCollisionObject& probe;
  const double deeper_than;
  const InstanceId not_counted;
  std::vector<Overlap> found;
};

struct NearestHit : btCollisionWorld::ClosestRayResultCallback {
  NearestHit(const btVector3& from, const btVector3& to, InstanceId left_out)
      : ClosestRayResultCallback(from, to), not_counted(left_out) {
    m_flags |= btTriangleRaycastCallback::kF_KeepUnflippedNormal;
  }

  bool needsCollision(btBroadphaseProxy* proxy) const override {
    const auto& object = *static_cast<btCollisionObject*>(proxy->m_clientObject);
    return traits_of(object).instance != not_counted;
  }
  btScalar addSingleResult(btCollisionWorld::LocalRayResult& result, bool in_world) override {
    if (result.m_localShapeInfo != nullptr) child = result.m_localShapeInfo->m_triangleIndex;
    const btScalar fraction = ClosestRayResultCallback::addSingleResult(result, in_world);
    is_from_behind = m_hitNormalWorld.dot(m_rayToWorld - m_rayFromWorld) > 0.0;
    if (is_from_behind) m_hitNormalWorld = -m_hitNormalWorld;
    return fraction;
  }

  InstanceId not_counted;
  int child = -1;
  bool is_from_behind = false;
};

// Bullet's own ray test keeps one stack for all callers; this walks its trees with a stack of ours.
struct TreeWalk : btDbvt::ICollide {
  TreeWalk(const btTransform& begin, const btTransform& end, NearestHit& callback)
      : from(begin), to(end), nearest(callback) {}

  void Process(const btDbvtNode* leaf) override {
    auto* proxy = static_cast<btDbvtProxy*>(leaf->data);
    auto* object = static_cast<btCollisionObject*>(proxy->m_clientObject);
    if (nearest.needsCollision(proxy))
      btCollisionWorld::rayTestSingle(from, to, object, object->getCollisionShape(),
                                      object->getWorldTransform(), nearest);
  }

  const btTransform from;
  const btTransform to;
  NearestHit& nearest;
};

}  // namespace

std::optional<RayHit> nearest_hit(const btDbvtBroadphase& broadphase, const Vec3& from,
                                  const Vec3& to, InstanceId not_counted) {
  NearestHit nearest(to_bullet(from), to_bullet(to), not_counted);
  btTransform begin = btTransform::getIdentity(), end = btTransform::getIdentity();
  begin.setOrigin(to_bullet(from));
  end.setOrigin(to_bullet(to));
  TreeWalk walk(begin, end, nearest);
  for (const btDbvt& tree : broadphase.m_sets)
    btDbvt::rayTest(tree.m_root, begin.getOrigin(), end.getOrigin(), walk);
  if (!nearest.hasHit()) return std::nullopt;
  const ObjectTraits& traits = traits_of(*nearest.m_collisionObject);
  return RayHit{(to - from).norm() * nearest.m_closestHitFraction,
                from_bullet(nearest.m_hitNormalWorld), traits.shape(nearest.child).part,
                nearest.is_from_behind};
}

std::vector<Overlap> overlaps_of(btCollisionWorld& world, std::span<const ProbeObject> objects,
                                 const Pose& world_from_model, double deeper_than,
                                 InstanceId not_counted) {
  std::vector<Overlap> found;
  for (const auto& [object, model_from_object] : objects) {
    object->setWorldTransform(to_bullet(world_from_model * model_from_object));
    Overlapping overlapping(*object, deeper_than, not_counted);
    world.contactTest(object, overlapping);
    found.insert(found.end(), overlapping.found.begin(), overlapping.found.end());
  }
  return found;
}

std::vector<InstanceId> instances_at(btCollisionWorld& world, const Vec3& size,
                                     const Pose& world_from_box) {
  btBoxShape shape(to_bullet(size / 2));
  btCollisionObject probe;
  probe.setCollisionShape(&shape);
  probe.setWorldTransform(to_bullet(world_from_box));
  Touched touched;
  world.contactTest(&probe, touched);
  return touched.instances;
}

}  // namespace rubble::physics
