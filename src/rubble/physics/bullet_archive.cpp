// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/bullet_archive.h"

#include <map>
#include <vector>

namespace rubble::physics {
namespace {

// The two objects of a manifold in Bullet's order, and the parts of compound shapes that touch.
struct ManifoldKey {
  ObjectKey first, second;
  int first_child = -1;
  int second_child = -1;

  auto operator<=>(const ManifoldKey&) const = default;
  void serialize(Archive& archive) { archive(first, second, first_child, second_child); }
};

void serialize_point(Archive& archive, btManifoldPoint& point) {
  archive(point.m_localPointA, point.m_localPointB, point.m_positionWorldOnA,
          point.m_positionWorldOnB, point.m_normalWorldOnB, point.m_distance1);
  archive(point.m_combinedFriction, point.m_combinedRollingFriction,
          point.m_combinedSpinningFriction, point.m_combinedRestitution);
  archive(point.m_partId0, point.m_partId1, point.m_index0, point.m_index1,
          point.m_contactPointFlags, point.m_lifeTime);
  archive(point.m_appliedImpulse, point.m_prevRHS, point.m_appliedImpulseLateral1,
          point.m_appliedImpulseLateral2, point.m_contactMotion1, point.m_contactMotion2,
          point.m_contactCFM, point.m_contactERP, point.m_frictionCFM, point.m_lateralFrictionDir1,
          point.m_lateralFrictionDir2);
}

void serialize_points(Archive& archive, btPersistentManifold& manifold) {
  double breaking = manifold.getContactBreakingThreshold();
  double processing = manifold.getContactProcessingThreshold();
  int count = manifold.getNumContacts();
  archive(breaking, processing, count);
  if (!archive.is_reading()) {
    for (int i = 0; i < count; ++i) serialize_point(archive, manifold.getContactPoint(i));
    return;
  }
  if (count < 0 || count > MANIFOLD_CACHE_SIZE) return archive.fail("a contact has no such points");
  manifold.setContactBreakingThreshold(breaking);
  manifold.setContactProcessingThreshold(processing);
  manifold.clearManifold();
  for (int i = 0; i < count && !archive.has_failed(); ++i) {
    btManifoldPoint point;
    serialize_point(archive, point);
    manifold.setNumContacts(i + 1);
    manifold.getContactPoint(i) = point;
  }
}

}  // namespace

void serialize_motion(Archive& archive, btRigidBody& body) {
  btTransform place = body.getWorldTransform();
  btTransform interpolated = body.getInterpolationWorldTransform();
  btVector3 velocity = body.getLinearVelocity();
  btVector3 spin = body.getAngularVelocity();
  btVector3 force = body.getTotalForce();
  btVector3 torque = body.getTotalTorque();
  archive(place, interpolated, velocity, spin, force, torque);
  if (!archive.is_reading()) return;
  body.setLinearVelocity(velocity);
  body.setAngularVelocity(spin);
  body.setCenterOfMassTransform(place);  // and the inertia that follows from it
  body.setInterpolationWorldTransform(interpolated);
  body.clearForces();
  body.applyCentralForce(force);
  body.applyTorque(torque);
}

void serialize_activation(Archive& archive, btRigidBody& body) {
  int state = body.getActivationState();
  double rested = body.getDeactivationTime();
  archive(state, rested);
  if (!archive.is_reading()) return;
  body.forceActivationState(state);
  body.setDeactivationTime(rested);
}

void serialize_contacts(Archive& archive, Dispatcher& dispatcher,
                        const std::function<ObjectKey(const btCollisionObject&)>& key_of) {
  std::map<ManifoldKey, btPersistentManifold*> manifolds;
  std::size_t count = 0;
  for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
    btPersistentManifold* manifold = dispatcher.getManifoldByIndexInternal(i);
    if (!archive.is_reading() && manifold->getNumContacts() == 0) continue;
    manifolds[{key_of(*manifold->getBody0()), key_of(*manifold->getBody1()),
               manifold->m_companionIdA, manifold->m_companionIdB}] = manifold;
    ++count;
  }
  RUBBLE_ASSERT(manifolds.size() == count);
  if (!archive.is_reading()) {
    std::vector<ManifoldKey> keys;
    for (const auto& [key, manifold] : manifolds) keys.push_back(key);
    archive(keys);
    for (const ManifoldKey& key : keys) serialize_points(archive, *manifolds[key]);
    return;
  }
  for (const auto& [key, manifold] : manifolds) manifold->clearManifold();
  std::vector<ManifoldKey> keys;
  archive(keys);
  for (const ManifoldKey& key : keys) {
    // Points of bodies that the last step moved apart: the next step would remove them.
    btPersistentManifold apart;
    const auto found = manifolds.find(key);
    serialize_points(archive, found != manifolds.end() ? *found->second : apart);
  }
}

}  // namespace rubble::physics
