// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/body_motion.h"

namespace rubble::sensors {
namespace {

// Of all links that the body carries, in its frame.
Vec3 center_of_mass_body(const Instance& instance, BodyId body) {
  Vec3 moment = Vec3::Zero();
  double mass = 0.0;
  for (std::size_t i = 0; i < instance.links.size(); ++i) {
    if (instance.links[i].body != body) continue;
    const Inertial& inertial = instance.model->links[i].inertial;
    moment += inertial.mass * (instance.links[i].body_from_link * inertial.link_from_mass.position);
    mass += inertial.mass;
  }
  return mass > 0.0 ? Vec3(moment / mass) : Vec3::Zero();
}

}  // namespace

PointMotion motion_of(const State& state, InstanceId instance, int link, const Vec3& point_world) {
  const Instance& carrier = state.instances[instance.index()];
  const BodyId id = carrier.links[static_cast<std::size_t>(link)].body;
  const BodyState& body = state.bodies[id.index()];
  const Vec3 lever = point_world - body.pose * center_of_mass_body(carrier, id);
  return {body.velocity + body.angular_velocity.cross(lever), body.angular_velocity};
}

}  // namespace rubble::sensors
