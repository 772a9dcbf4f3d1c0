// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/contact_rules.h"

#include <algorithm>
#include <tuple>

#include "rubble/physics/friction.h"
#include "rubble/physics/solver.h"

namespace rubble::physics {
namespace {

// Below this a contact holds and rubs in both directions; above it rubs against its slip.
constexpr double kSlipThreshold = 0.01;  // m/s

// Of one contact point of a belt: about half a millimetre under a fair share of a 20 kg robot.
constexpr double kBeltStiffness = 18000.0;  // N/m
constexpr double kBeltDamping = 300.0;      // N s/m

// Pull over load at which a tyre would slip by its whole speed, if it could hold that much.
constexpr double kTyreStiffness = 100.0;

btVector3 belt_velocity(const btCollisionObject& object, const ShapeTraits& shape,
                        const btVector3& outward) {
  if (!shape.has_belt || shape.belt_speed == 0.0) return {0, 0, 0};
  const btVector3 axis = object.getWorldTransform().getBasis() * shape.axis_body;
  return axis.cross(outward) * shape.belt_speed;
}

btVector3 velocity_at(const btCollisionObject& object, const btVector3& point) {
  const btRigidBody* body = btRigidBody::upcast(&object);
  if (body == nullptr) return {0, 0, 0};
  return body->getVelocityInLocalPoint(point - body->getCenterOfMassPosition());
}

// The velocity of something that is put rather than pushed: the solver takes it for fixed.
btVector3 put_velocity(const btCollisionObject& object, const btVector3& point) {
  return traits_of(object).is_kinematic ? velocity_at(object, point) : btVector3(0, 0, 0);
}

btVector3 tangential(const btVector3& v, const btVector3& normal) {
  return v - normal * v.dot(normal);
}

// Bullet keeps a point's friction impulses when it finds the point again, but not the directions
// they were meant for. So between steps they are kept along two directions that follow from the
// normal.
struct Tangents {
  explicit Tangents(const btVector3& normal) { btPlaneSpace1(normal, first, second); }
  btVector3 first, second;
};

btVector3 kept_friction(const btManifoldPoint& point) {
  const Tangents tangents(point.m_normalWorldOnB);
  return tangents.first * point.m_appliedImpulseLateral1 +
         tangents.second * point.m_appliedImpulseLateral2;
}

void keep_friction(btManifoldPoint& point, const btVector3& impulse) {
  const Tangents tangents(point.m_normalWorldOnB);
  point.m_appliedImpulseLateral1 = impulse.dot(tangents.first);
  point.m_appliedImpulseLateral2 = impulse.dot(tangents.second);
}

// Turns the friction impulse of the last step into the directions of the coming one.
void set_directions(btManifoldPoint& point, const btVector3& first, bool is_sliding) {
  const btVector3 second = first.cross(point.m_normalWorldOnB);
  const btVector3 impulse = kept_friction(point);
  point.m_lateralFrictionDir1 = first;
  point.m_lateralFrictionDir2 = second;
  point.m_appliedImpulseLateral1 = impulse.dot(first);
  point.m_appliedImpulseLateral2 = is_sliding ? 0.0 : impulse.dot(second);
  point.m_contactPointFlags |= BT_CONTACT_FLAG_LATERAL_FRICTION_INITIALIZED;
  point.m_contactPointFlags &= ~kSlidingFlag;
  if (is_sliding) point.m_contactPointFlags |= kSlidingFlag;
}

// A tyre touches in one point: the deepest takes over what the others carried.
void keep_deepest_point(btPersistentManifold& manifold) {
  if (manifold.getNumContacts() < 2) return;
  int deepest = 0;
  double impulse = 0.0;
  btVector3 friction(0, 0, 0);
  for (int i = 0; i < manifold.getNumContacts(); ++i) {
    const btManifoldPoint& point = manifold.getContactPoint(i);
    if (point.getDistance() < manifold.getContactPoint(deepest).getDistance()) deepest = i;
    impulse += point.m_appliedImpulse;
    friction += kept_friction(point);
  }
  btManifoldPoint kept = manifold.getContactPoint(deepest);
  kept.m_appliedImpulse = impulse;
  keep_friction(kept, friction);
  manifold.clearManifold();
  manifold.addManifoldPoint(kept);
}

// The rolling direction of an omni wheel, or zero if neither shape is one.
btVector3 omni_direction(const btPersistentManifold& manifold, const ShapeTraits& a,
                         const ShapeTraits& b, const btVector3& normal) {
  if (!a.is_omni && !b.is_omni) return {0, 0, 0};
  const btCollisionObject& wheel = a.is_omni ? *manifold.getBody0() : *manifold.getBody1();
  const btVector3 axis =
      wheel.getWorldTransform().getBasis() * (a.is_omni ? a.axis_body : b.axis_body);
  const btVector3 rolling = axis.cross(normal);
  return rolling.length2() > 1e-6 ? rolling.normalized() : Tangents(normal).first;
}

// Rubber pads give a little. Without that, how a belt's weight is shared out over its points is
// left to chance, and with it how hard it turns.
void soften(btManifoldPoint& point) {
  point.m_contactPointFlags |= BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING;
  point.m_combinedContactStiffness1 = kBeltStiffness;
  point.m_combinedContactDamping1 = kBeltDamping;
}

// A rolling tyre that pulls slips a little: by its speed times pull / (stiffness times load). This
// also keeps wheels of one robot from fighting each other for ever.
void creep(const btCollisionObject& tyre, btManifoldPoint& point) {
  const btRigidBody* body = btRigidBody::upcast(&tyre);
  if (body == nullptr || point.m_appliedImpulse <= 0.0) return;
  const btVector3 arm = point.getPositionWorldOnA() - body->getCenterOfMassPosition();
  const double rolling_speed = body->getAngularVelocity().cross(arm).length();
  point.m_frictionCFM = rolling_speed / (kTyreStiffness * point.m_appliedImpulse);
}

void prepare_point(const btPersistentManifold& manifold, btManifoldPoint& point,
                   const FrictionTable& friction) {
  const btCollisionObject& object_a = *manifold.getBody0();
  const btCollisionObject& object_b = *manifold.getBody1();
  const ShapeTraits& a = traits_of(object_a).shape(point.m_index0);
  const ShapeTraits& b = traits_of(object_b).shape(point.m_index1);
  const btVector3& normal = point.m_normalWorldOnB;
  const btVector3 belts = belt_velocity(object_a, a, -normal) - belt_velocity(object_b, b, normal);
  const btVector3 slip = tangential(velocity_at(object_a, point.getPositionWorldOnA()) -
                                        velocity_at(object_b, point.getPositionWorldOnB()) + belts,
                                    normal);
  const btVector3 unsolved = belts + put_velocity(object_a, point.getPositionWorldOnA()) -
                             put_velocity(object_b, point.getPositionWorldOnB());
  const btVector3 omni = omni_direction(manifold, a, b, normal);

  if (omni.length2() > 0.0)
    set_directions(point, omni, true);
  else if (slip.length2() > kSlipThreshold * kSlipThreshold)
    set_directions(point, slip.normalized(), true);
  else if (const btVector3 along = tangential(unsolved, normal); along.length2() > 1e-12)
    set_directions(point, along.normalized(), false);
  else
    set_directions(point, Tangents(normal).first, false);

  point.m_contactMotion1 = -unsolved.dot(point.m_lateralFrictionDir1);
  point.m_contactMotion2 = -unsolved.dot(point.m_lateralFrictionDir2);
  point.m_combinedFriction = friction.between(a.material, b.material);
  point.m_combinedRestitution = a.restitution * b.restitution;
  point.m_combinedRollingFriction = std::max(a.loose_rolling, b.loose_rolling);
  point.m_combinedSpinningFriction = 0.0;
  point.m_frictionCFM = 0.0;
  if (a.has_belt || b.has_belt) soften(point);
  if (a.is_tyre) creep(object_a, point);
  if (b.is_tyre) creep(object_b, point);
}

bool touches_with_a_tyre(const btPersistentManifold& manifold) {
  const btManifoldPoint& point = manifold.getContactPoint(0);
  return traits_of(*manifold.getBody0()).shape(point.m_index0).is_tyre ||
         traits_of(*manifold.getBody1()).shape(point.m_index1).is_tyre;
}

// A contact point of two bodies, ordered by pair and then from deep to shallow.
struct PairPoint {
  std::pair<int, int> bodies;
  double distance = 0.0;
  std::pair<int, int> place;  // manifold, point

  bool operator<(const PairPoint& other) const {
    return std::tie(bodies, distance, place) < std::tie(other.bodies, other.distance, other.place);
  }
};

}  // namespace

int FrictionTable::number_of(const std::string& material, double mu) {
  for (std::size_t i = 0; i < surfaces_.size(); ++i)
    if (surfaces_[i].material == material && surfaces_[i].mu == mu) return static_cast<int>(i);
  surfaces_.push_back({material, mu});
  pairs_.clear();
  for (const Kind& a : surfaces_)
    for (const Kind& b : surfaces_)
      pairs_.push_back(friction_between(a.material, a.mu, b.material, b.mu));
  return static_cast<int>(surfaces_.size()) - 1;
}

void apply_contact_rules(btPersistentManifold& manifold, const FrictionTable& friction) {
  if (manifold.getNumContacts() == 0) return;
  if (touches_with_a_tyre(manifold)) keep_deepest_point(manifold);
  for (int i = 0; i < manifold.getNumContacts(); ++i)
    prepare_point(manifold, manifold.getContactPoint(i), friction);
}

void keep_friction(btPersistentManifold& manifold) {
  for (int i = 0; i < manifold.getNumContacts(); ++i) {
    btManifoldPoint& point = manifold.getContactPoint(i);
    keep_friction(point, point.m_lateralFrictionDir1 * point.m_appliedImpulseLateral1 +
                             point.m_lateralFrictionDir2 * point.m_appliedImpulseLateral2);
  }
}

int drop_surplus_points(std::span<btPersistentManifold* const> manifolds, int limit) {
  std::vector<PairPoint> points;
  for (std::size_t m = 0; m < manifolds.size(); ++m) {
    const btPersistentManifold& manifold = *manifolds[m];
    const ObjectTraits& a = traits_of(*manifold.getBody0());
    const ObjectTraits& b = traits_of(*manifold.getBody1());
    if (a.shapes.size() * b.shapes.size() * 4 <= static_cast<std::size_t>(limit)) continue;
    for (int i = 0; i < manifold.getNumContacts(); ++i)
      points.push_back({{a.body.value(), b.body.value()},
                        manifold.getContactPoint(i).getDistance(),
                        {static_cast<int>(m), i}});
  }
  std::sort(points.begin(), points.end());
  std::vector<std::pair<int, int>> surplus;
  int in_pair = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    in_pair = i > 0 && points[i].bodies == points[i - 1].bodies ? in_pair + 1 : 1;
    if (in_pair > limit) surplus.push_back(points[i].place);
  }
  // From the last point down, so that the numbers of the others stay what they were.
  std::sort(surplus.rbegin(), surplus.rend());
  for (const auto& [manifold, point] : surplus)
    manifolds[static_cast<std::size_t>(manifold)]->removeContactPoint(point);
  return static_cast<int>(surplus.size());
}

}  // namespace rubble::physics
