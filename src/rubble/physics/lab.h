// SPDX-License-Identifier: Apache-2.0
// A small laboratory for tests: models made by hand, and a world to drop them into.
#pragma once

#include <cmath>
#include <memory>
#include <string>

#include "rubble/physics/physics.h"

namespace rubble::physics {

struct Lab {
  explicit Lab(const Settings& settings = {}, int threads = 1)
      : workers(threads), physics(settings, workers) {}

  InstanceId add(Model model, const Pose& pose = {}) {
    const std::string name = model.name;
    const InstanceId id = state.add(std::make_shared<const Model>(std::move(model)), name, pose);
    physics.add(state, id);
    return id;
  }

  StepReport step(const Targets& targets = {}) { return physics.advance(targets, state); }

  void run(double seconds, const Targets& targets = {}) {
    for (Tick i = 0; i < tick_at(seconds); ++i) step(targets);
  }

  const BodyState& body(InstanceId id, std::size_t link = 0) const {
    return state.bodies[state.instances[id.index()].links[link].body.index()];
  }
  JointId joint(InstanceId id, std::size_t index) const {
    return state.instances[id.index()].joints[index];
  }

  Workers workers;
  State state;
  Physics physics;
};

inline Inertial box_inertial(double mass, const Vec3& size) {
  const Vec3 s = size.cwiseProduct(size);
  Inertial inertial{.mass = mass};
  inertial.inertia = (mass / 12.0) *
                     Vec3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y()).asDiagonal().toDenseMatrix();
  return inertial;
}

inline Inertial sphere_inertial(double mass, double radius) {
  Inertial inertial{.mass = mass};
  inertial.inertia = 0.4 * mass * radius * radius * Mat3::Identity();
  return inertial;
}

inline Model single_link(const std::string& name, const Geometry& geometry, double friction) {
  Model model{.name = name};
  Link link{.name = "link"};
  link.collisions.push_back(
      {.name = "collision", .geometry = geometry, .contact = {.friction = friction}});
  model.links.push_back(std::move(link));
  return model;
}

inline Model ground(double friction = 1.0) {
  Model model = single_link("ground", Plane{}, friction);
  model.is_static = true;
  return model;
}

inline Model fixed_box(const std::string& name, const Vec3& size, double friction) {
  Model model = single_link(name, Box{size}, friction);
  model.is_static = true;
  return model;
}

inline Model loose_box(const std::string& name, const Vec3& size, double mass, double friction) {
  Model model = single_link(name, Box{size}, friction);
  model.links[0].inertial = box_inertial(mass, size);
  return model;
}

}  // namespace rubble::physics
