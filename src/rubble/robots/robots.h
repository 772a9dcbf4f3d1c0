// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/messages/command.h"
#include "rubble/physics/targets.h"
#include "rubble/robots/drive.h"
#include "rubble/robots/measures.h"
#include "rubble/world/state.h"

namespace rubble::robots {

// The controllers of all robots in a run: validates commands, holds those in effect, and computes
// motor targets.
class Robots {
 public:
  // Registers an instance whose model is a robot, and adds its RobotState.
  RobotId add(State& state, InstanceId instance);

  // Validates a command for the robot it names: existence, drive, joint, finite numbers.
  Result<void> check(const Command& command, const State& state) const;

  // Applies the commands of a tick and returns the targets of all robots. Commands to robots that
  // are unknown, removed or without power are ignored.
  physics::Targets actuate(std::span<const Command> commands, State& state);

  // Robots whose battery ran empty in the last actuate().
  const std::vector<RobotId>& ran_empty() const { return ran_empty_; }

  const Measures& measures(RobotId robot) const {
    RUBBLE_ASSERT(robot.index() < running_.size());
    return running_[robot.index()].measures;
  }
  RobotId find(const std::string& name, const State& state) const;

  // The orders that robots hold. Reading wants the same robots to have been added.
  void serialize(Archive& archive);

 private:
  // The command in effect of a joint: flippers, arms, pan-tilts.
  struct HeldJoint {
    std::size_t joint = 0;
    JointControlMode mode = JointControlMode::Angle;
    double value = 0.0;
    void serialize(Archive& archive) { archive(mode, value); }
  };

  struct Running {
    InstanceId instance;
    Measures measures;
    std::unique_ptr<Drive> drive;
    std::vector<HeldJoint> held;
  };

  void apply(Running& robot, const CommandData& order, State& state, physics::Targets& targets);
  static void hold_joints(const Running& robot, const State& state, physics::Targets& targets);
  static HeldJoint* find_held(Running& robot, const State& state, const std::string& joint);

  // Discharges the battery by one tick; false once it is empty.
  bool spend_power(RobotId robot, State& state);

  std::vector<Running> running_;  // by RobotId
  std::vector<RobotId> ran_empty_;
};

}  // namespace rubble::robots
