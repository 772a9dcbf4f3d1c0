// SPDX-License-Identifier: Apache-2.0
#include "rubble/sim/step_events.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/assert.h"

namespace rubble::sim {
namespace {

const Instance& instance_of(const State& state, const Part& part) {
  return state.instances[part.instance.index()];
}

const Link& link_of(const State& state, const Part& part) {
  return instance_of(state, part).model->links[static_cast<std::size_t>(part.link)];
}

// In the body's frame.
Vec3 center_of_mass(const Instance& instance, BodyId body) {
  double mass = 0.0;
  Vec3 moment = Vec3::Zero();
  for (std::size_t i = 0; i < instance.links.size(); ++i) {
    if (instance.links[i].body != body) continue;
    const Inertial& inertial = instance.model->links[i].inertial;
    mass += inertial.mass;
    moment += inertial.mass * (instance.links[i].body_from_link * inertial.link_from_mass.position);
  }
  return moment / mass;
}

JointBroken broken_joint(const Joint& joint, const physics::BrokenJoint& broken) {
  if (broken.torque > joint.break_limit.torque)
    return {joint.name, LoadKind::Torque, broken.torque, joint.break_limit.torque};
  return {joint.name, LoadKind::Force, broken.force, joint.break_limit.force};
}

}  // namespace

void StepEvents::remember_velocities(const State& state) {
  velocities_.resize(state.bodies.size());
  for (std::size_t i = 0; i < state.bodies.size(); ++i)
    velocities_[i] = {state.bodies[i].velocity, state.bodies[i].angular_velocity};
}

Vec3 StepEvents::velocity_at(const State& state, const Part& part, const Vec3& point_world) const {
  const Instance& instance = instance_of(state, part);
  const BodyId body = instance.links[static_cast<std::size_t>(part.link)].body;
  RUBBLE_ASSERT(body.index() < velocities_.size());
  if (state.bodies[body.index()].is_static) return Vec3::Zero();
  const Vec3 center = state.bodies[body.index()].pose * center_of_mass(instance, body);
  const Velocity& velocity = velocities_[body.index()];
  return velocity.linear_world + velocity.angular_world.cross(point_world - center);
}

void StepEvents::append_bump(const State& state, const physics::Contact& contact, bool is_reversed,
                             std::vector<Event>& events) const {
  const Part& subject = is_reversed ? contact.second : contact.first;
  const Part& other = is_reversed ? contact.first : contact.second;
  const Vec3 normal = is_reversed ? Vec3(-contact.normal_world) : contact.normal_world;
  const Vec3 speed = velocity_at(state, subject, contact.point_world) -
                     velocity_at(state, other, contact.point_world);
  events.push_back({state.tick, instance_of(state, subject).name,
                    Bumped{.other = instance_of(state, other).name,
                           .subject_part = link_of(state, subject).name,
                           .other_part = link_of(state, other).name,
                           .point_world = contact.point_world,
                           .normal_world = normal,
                           .approach_speed = std::max(0.0, -speed.dot(normal)),
                           .impulse = contact.impulse}});
}

// What a robot bumps into has a normal closer to level than to upright.
void StepEvents::append(const State& state, const physics::StepReport& report,
                        std::vector<Event>& events) const {
  constexpr double kUpright = 0.7;
  for (const physics::Contact& contact : report.contacts) {
    if (contact.phase != physics::ContactPhase::Begin ||
        std::abs(contact.normal_world.z()) > kUpright)
      continue;
    if (instance_of(state, contact.first).model->robot) append_bump(state, contact, false, events);
    if (instance_of(state, contact.second).model->robot) append_bump(state, contact, true, events);
  }
  for (const physics::BrokenJoint& broken : report.broken_joints) {
    const Instance& instance = state.instances[broken.instance.index()];
    const Joint& joint = instance.model->joints[static_cast<std::size_t>(broken.joint)];
    events.push_back({state.tick, instance.name, broken_joint(joint, broken)});
  }
}

}  // namespace rubble::sim
