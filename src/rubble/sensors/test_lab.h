// SPDX-License-Identifier: Apache-2.0
// Test fixture: objects and smoke around a sensor at the origin that points along x.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "rubble/sensors/sensor.h"
#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

using Settings = std::map<std::string, std::string>;

// One beam straight ahead, without noise.
inline Settings lone_beam(Settings more = {}) {
  more.insert({{"lidar/scan/horizontal/samples", "1"},
               {"lidar/scan/horizontal/min_angle", "0"},
               {"lidar/scan/horizontal/max_angle", "0"},
               {"rubble:laser/noise", "false"}});
  return more;
}

inline Settings quiet() { return {{"rubble:laser/noise", "false"}}; }

class Lab {
 public:
  Lab() {
    Model carrier{.name = "carrier"};
    carrier.links.push_back({.name = "link"});
    carrier_ = state.add(std::make_shared<const Model>(carrier), "carrier", {});
  }

  InstanceId put(const Geometry& geometry, const Pose& pose, const Surface& surface = {}) {
    auto model = std::make_shared<Model>();
    model->name = "thing" + std::to_string(state.instances.size());
    model->is_static = true;
    Link link{.name = "link"};
    link.visuals.push_back({.name = "visual", .geometry = geometry, .surface = surface});
    model->links.push_back(std::move(link));
    scene_.reset();
    return state.add(model, model->name, pose);
  }
  // A wall whose face meets the x axis at a distance, turned about z.
  InstanceId put_wall(double distance, double turn = 0.0, const Surface& surface = {}) {
    const Quat rotation(Eigen::AngleAxisd(turn, Vec3::UnitZ()));
    return put(Box{{0.1, 200, 200}}, {Vec3(distance, 0, 0) + rotation * Vec3(0.05, 0, 0), rotation},
               surface);
  }
  void fill_with_smoke(double density) {
    world.hazes = {{.density = density}};
    smoke_field_.reset();
  }
  void put_smoke(const SmokeArea& area) {
    world.smokes.push_back(area);
    smoke_field_.reset();
  }
  void clear_smoke() {
    world.smokes.clear();
    world.hazes.clear();
    smoke_field_.reset();
  }
  void set_air_seed(std::uint64_t seed) {
    smoke_seed_ = seed;
    smoke_field_.reset();
  }
  void set_time(double seconds) {
    time_ = seconds;
    if (smoke_field_) smoke_field_->advance(seconds);
  }

  Result<std::unique_ptr<Sensor>> try_sensor(SensorSpec spec) const {
    return make_sensor(spec, {{carrier_, 0, spec.link_from_sensor}, carrier(), state, 1});
  }
  std::unique_ptr<Sensor> sensor(const std::string& preset, const Settings& settings = {}) const {
    SensorSpec spec = *spec_of_preset(preset);
    spec.settings = settings;
    auto made = try_sensor(spec);
    EXPECT_TRUE(made.ok()) << made.error().to_string();
    return std::move(*made);
  }

  template <class Data>
  Data sample(Sensor& sensor, std::uint64_t tick = 0) {
    return std::get<Data>(sensor.sample(sample_context(), Random(7, "sensor", tick)));
  }
  SampleContext sample_context() {
    prepare();
    return {world, state, *scene_, *smoke_field_, renderer_, robots_, {}};
  }
  RangeScan scan(Sensor& sensor, std::uint64_t tick = 0) { return sample<RangeScan>(sensor, tick); }
  RangeScan scan(const std::string& preset, const Settings& settings) {
    return scan(*sensor(preset, settings));
  }

  BodyState& carrier_body() { return state.bodies[0]; }
  InstanceId carrier_id() const { return carrier_; }
  const Model& carrier() const { return *state.instances[carrier_.index()].model; }

  World world;
  State state;

 private:
  void prepare() {
    if (!scene_) {
      scene_ = std::make_unique<rays::Scene>(world);
      for (std::size_t i = 0; i < state.instances.size(); ++i) scene_->add(state, InstanceId(i));
    }
    scene_->update(state);
    if (smoke_field_) return;
    smoke_field_ = std::make_unique<smoke::SmokeField>(world, smoke_seed_);
    smoke_field_->advance(time_);
  }

  InstanceId carrier_;
  std::unique_ptr<rays::Scene> scene_;
  std::unique_ptr<smoke::SmokeField> smoke_field_;
  std::uint64_t smoke_seed_ = 1;
  double time_ = 0.0;
  rendering::Renderer renderer_{world};
  robots::Robots robots_;
};

// The density at which a lone beam on a wall stops seeing it.
inline double threshold_density(Lab& lab, Sensor& sensor) {
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (low + high);
    lab.fill_with_smoke(middle);
    (lab.scan(sensor).codes[0] == kNoCode ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace rubble::sensors
