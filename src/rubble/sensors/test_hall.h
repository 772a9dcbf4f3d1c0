// SPDX-License-Identifier: Apache-2.0
// Test fixture: a cart whose motion is prescribed, with objects and victims around it.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "rubble/sensors/sensor.h"
#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

class Hall {
 public:
  Hall() : Hall(cart_model()) {}
  explicit Hall(Model cart) {
    world.gravity = {0, 0, -9.81};
    state.tick = 1;
    cart_ = state.add(std::make_shared<const Model>(std::move(cart)), "cart", {});
    if (cart_of().robot) state.add_robot(cart_, cart_of().robot->battery);
  }

  static Model cart_model() {
    Model model{.name = "cart"};
    model.links.push_back({.name = "link"});
    return model;
  }

  // A wall square to the x axis, its near face at x.
  void put_wall(double x, double width = 20.0) {
    put(Box{{0.1, width, 5.0}}, {Vec3(x + 0.05, 0, 0)}, "Wall");
  }
  void put(const Geometry& geometry, const Pose& pose, const std::string& label = "") {
    auto model = std::make_shared<Model>();
    model->name = "thing" + std::to_string(state.instances.size());
    model->is_static = true;
    model->semantic.label = label;
    Link link{.name = "link", .semantic = {label, ""}};
    link.visuals.push_back({.name = "visual", .geometry = geometry});
    model->links.push_back(std::move(link));
    state.add(model, model->name, pose);
    scene_.reset();
  }

  Result<std::unique_ptr<Sensor>> try_sensor(
      const std::string& preset, const std::map<std::string, std::string>& settings = {},
      const Pose& link_from_sensor = {}, std::uint64_t seed = 1) const {
    SensorSpec spec = *spec_of_preset(preset);
    spec.name = "S";
    spec.at = {"hall.sdf", 7};
    spec.settings = settings;
    return make_sensor(spec, {{cart_, 0, link_from_sensor}, cart_of(), state, seed});
  }
  std::unique_ptr<Sensor> sensor(const std::string& preset,
                                 const std::map<std::string, std::string>& settings = {},
                                 const Pose& link_from_sensor = {}, std::uint64_t seed = 1) const {
    auto made = try_sensor(preset, settings, link_from_sensor, seed);
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().to_string());
    return *std::move(made);
  }

  // Time passes: the cart is at a pose and moves like this.
  void advance(Sensor& sensor, const BodyState& cart) {
    ++state.tick;
    body() = cart;
    if (sensor.updates_every_tick()) sensor.update(now());
  }
  BodyState& body() { return state.bodies[state.instances[cart_.index()].links[0].body.index()]; }
  InstanceId cart() const { return cart_; }

  template <class Data>
  Data sample(Sensor& sensor) {
    const auto tick = static_cast<std::uint64_t>(state.tick);
    return std::get<Data>(sensor.sample(now(), Random(1, "noise", tick)));
  }

  World world;
  State state;
  std::vector<physics::Contact> contacts;

 private:
  const Model& cart_of() const { return *state.instances[cart_.index()].model; }
  SampleContext now() {
    if (!scene_) {
      scene_ = std::make_unique<rays::Scene>(world);
      for (std::size_t i = 0; i < state.instances.size(); ++i) scene_->add(state, InstanceId(i));
      smoke_field_ = std::make_unique<smoke::SmokeField>(world, 1);
      renderer_ = std::make_unique<rendering::Renderer>(world);
    }
    scene_->update(state);
    smoke_field_->advance(seconds_at(state.tick));
    return {world, state, *scene_, *smoke_field_, *renderer_, robots_, contacts};
  }

  InstanceId cart_;
  std::unique_ptr<rays::Scene> scene_;
  std::unique_ptr<smoke::SmokeField> smoke_field_;
  std::unique_ptr<rendering::Renderer> renderer_;
  robots::Robots robots_;
};

}  // namespace rubble::sensors
