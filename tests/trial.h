// SPDX-License-Identifier: Apache-2.0
// One robot in a world, driven by hand and watched.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rubble/scenario/checked_world.h"
#include "rubble/sdf/load.h"
#include "rubble/sim/simulation.h"

namespace rubble {

class Trial {
 public:
  Trial(Result<World> world, const std::string& robot_class, const Pose& pose) {
    EXPECT_TRUE(world.ok()) << (world.ok() ? "" : world.error().to_string());
    simulation_ = std::make_unique<sim::Simulation>(*std::move(world), sim::Settings{});
    std::vector<Warning> warnings;
    auto model = load_model(robot_class, scenario::load_settings({}), warnings);
    EXPECT_TRUE(model.ok()) << (model.ok() ? "" : model.error().to_string());
    EXPECT_TRUE(warnings.empty()) << robot_class;
    const auto robot = simulation_->spawn(*model, "R1", pose);
    EXPECT_TRUE(robot.ok());
    instance_ = state().find("R1");
    robot_ = *robot;
    spec_ = *(*model)->robot;
    measures_ = simulation_->robots().measures(*robot);
    last_yaw_ = yaw_of(this->pose().rotation);
  }

  // Sensors: one of the robot's own, or one more.
  void switch_on(const std::string& sensor) {
    const auto on = simulation_->switch_on(robot_, sensor);
    EXPECT_TRUE(on.ok()) << (on.ok() ? "" : on.error().to_string());
  }
  void mount(const SensorSpec& spec) {
    const auto on = simulation_->mount(robot_, spec);
    EXPECT_TRUE(on.ok()) << (on.ok() ? "" : on.error().to_string());
  }
  // What a sensor said last.
  template <class Data>
  Data latest(const std::string& sensor) const {
    const auto found = latest_.find(sensor);
    EXPECT_NE(found, latest_.end()) << sensor << " has not said anything";
    return found == latest_.end() ? Data{} : std::get<Data>(found->second);
  }

  void order(const CommandData& order) { orders_.push_back({"R1", order}); }
  // Surface speeds of the two sides, m/s.
  void drive(double left, double right) {
    order(DriveSides{left / measures_.wheel_radius, right / measures_.wheel_radius});
  }

  void advance(double seconds) {
    for (Tick i = 0; i < tick_at(seconds); ++i) {
      const physics::StepReport report = simulation_->step(orders_);
      orders_.clear();
      for (const physics::BrokenJoint& joint : report.broken_joints) broken_.push_back(joint);
      for (const physics::Contact& contact : report.contacts) notice(contact);
      for (const Reading& reading : simulation_->readings()) latest_[reading.sensor] = reading.data;
      const RollPitchYaw angles = roll_pitch_yaw_of(pose().rotation);
      max_roll_ = std::max(max_roll_, std::abs(angles.roll));
      max_tilt_ = std::max({max_tilt_, std::abs(angles.pitch), std::abs(angles.roll)});
      turned_ += wrap_angle(angles.yaw - last_yaw_);
      last_yaw_ = angles.yaw;
    }
  }

  Pose pose() const { return state().world_from_model(instance_); }
  Vec3 velocity() const {
    return state().bodies[state().instances[instance_.index()].links[0].body.index()].velocity;
  }
  double joint_position(const std::string& name) const {
    const Instance& instance = state().instances[instance_.index()];
    const int joint = instance.model->find_joint(name);
    EXPECT_GE(joint, 0) << name;
    return state().joints[instance.joints[static_cast<std::size_t>(joint)].index()].position;
  }

  // Since the beginning.
  double max_tilt_degrees() const { return degrees(max_tilt_); }
  double max_roll_degrees() const { return degrees(max_roll_); }
  const std::vector<physics::BrokenJoint>& broken() const { return broken_; }
  // Left positive, since the beginning or forget_turn().
  double turned() const { return turned_; }
  void forget_turn() { turned_ = 0.0; }

  // Contacts between the robot and a thing, by phase.
  struct Touches {
    int began = 0, went_on = 0, ended = 0;
    double max_impulse = 0.0;  // N s
  };
  Touches touches(const std::string& thing) const {
    const auto found = touches_.find(thing);
    return found == touches_.end() ? Touches{} : found->second;
  }

  const State& state() const { return simulation_->state(); }
  const robots::Measures& measures() const { return measures_; }
  const RobotSpec& spec() const { return spec_; }

 private:
  void notice(const physics::Contact& contact) {
    const bool is_first = contact.first.instance == instance_;
    if (!is_first && contact.second.instance != instance_) return;
    const InstanceId other = is_first ? contact.second.instance : contact.first.instance;
    Touches& touches = touches_[state().instances[other.index()].name];
    touches.began += contact.phase == physics::ContactPhase::Begin;
    touches.went_on += contact.phase == physics::ContactPhase::Continue;
    touches.ended += contact.phase == physics::ContactPhase::End;
    touches.max_impulse = std::max(touches.max_impulse, contact.impulse);
  }

  std::unique_ptr<sim::Simulation> simulation_;
  InstanceId instance_;
  RobotId robot_;
  std::map<std::string, ReadingData> latest_;
  RobotSpec spec_;
  robots::Measures measures_;
  std::vector<Command> orders_;
  std::vector<physics::BrokenJoint> broken_;
  std::map<std::string, Touches> touches_;
  double max_roll_ = 0.0;
  double max_tilt_ = 0.0;
  double turned_ = 0.0;
  double last_yaw_ = 0.0;
};

}  // namespace rubble
