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

// The robots of a run: takes their commands, keeps their orders, and says what their motors do.
class Robots {
 public:
  // Takes up an instance whose model is a robot; adds its RobotState.
  RobotId add(State& state, InstanceId instance);

  // Whether a command makes sense for the robot it names.
  Result<void> check(const Command& command, const State& state) const;

  // Commands of robots that are unknown, gone or without power have no effect.
  physics::Targets actuate(std::span<const Command> commands, State& state);

  // Whose battery ended with the last actuate().
  const std::vector<RobotId>& ran_empty() const { return ran_empty_; }

  const Measures& measures(RobotId robot) const { return running_[robot.index()].measures; }
  RobotId find(const std::string& name, const State& state) const;

 private:
  // A joint that holds what it was last told: flippers, arms, pan-tilts.
  struct HeldJoint {
    std::size_t joint = 0;
    JointControlMode mode = JointControlMode::Angle;
    double value = 0.0;
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

  // False once it is empty.
  bool spend_power(RobotId robot, State& state);

  std::vector<Running> running_;  // by RobotId
  std::vector<RobotId> ran_empty_;
};

}  // namespace rubble::robots
