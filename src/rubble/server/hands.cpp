// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/hands.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rubble/sim/describe.h"

namespace rubble::server {
namespace {

constexpr double kHold = 0.5;  // s, what is held without being said again
constexpr double kRest = 1.5;  // s, before its own driver goes on

bool is_driving(const CommandData& order) {
  return std::holds_alternative<DriveSides>(order) || std::holds_alternative<DriveSteered>(order) ||
         std::holds_alternative<DriveFlight>(order) || std::holds_alternative<DriveWheel>(order);
}

bool somebody_drives(const std::string& robot, std::span<const Command> commands) {
  return std::any_of(commands.begin(), commands.end(), [&](const Command& command) {
    return command.robot == robot && is_driving(command.data);
  });
}

bool is_same(const pilots::JoystickCommand& a, const pilots::JoystickCommand& b) {
  return a.forward == b.forward && a.turn == b.turn && a.left == b.left && a.up == b.up;
}

const JointDescription* find_joint(const RobotDescription& robot, const std::string& name) {
  const auto in = [&](const std::vector<JointDescription>& joints) {
    const auto found = std::find_if(joints.begin(), joints.end(),
                                    [&](const auto& joint) { return joint.name == name; });
    return found == joints.end() ? nullptr : &*found;
  };
  if (const auto* flipper = in(robot.flippers)) return flipper;
  for (const PackageDescription& package : robot.packages)
    if (const auto* joint = in(package.joints)) return joint;
  return nullptr;
}

}  // namespace

Result<InstanceId> Hands::find(const std::string& robot) const {
  const RobotId id = simulation_.robots().find(robot, simulation_.state());
  if (!id.is_valid()) return Error{{}, "There is no robot '" + robot + "'."};
  return simulation_.state().robots[id.index()].instance;
}

const Model& Hands::model_of(InstanceId instance) const {
  return *simulation_.state().instances[instance.index()].model;
}

Hands::Grip& Hands::take(const std::string& robot, InstanceId instance) {
  Grip& grip = grips_[robot];
  if (grip.instance != instance) {  // another one of this name
    end_way(grip, false, robot + " has left on its way.");
    grip = {.instance = instance};
  }
  return grip;
}

Result<void> Hands::drive(const page::Drive& wish, double now) {
  const auto instance = find(wish.robot);
  if (!instance) return instance.error();
  if (pilots::top_speeds(model_of(*instance)).ahead <= 0.0)
    return Error{{}, "'" + wish.robot + "' has nothing to drive with."};
  Grip& grip = take(wish.robot, *instance);
  const pilots::JoystickCommand stick{wish.forward, wish.turn, wish.left, wish.up};
  grip.is_new |= grip.way || !is_same(stick, grip.stick);
  grip.stick = stick;
  end_way(grip, false, "You took " + wish.robot + " over on its way.");
  grip.until = now + kHold;
  grip.at_rest = grip.until + kRest;
  return {};
}

Result<void> Hands::go_to(const page::GoTo& wish, double now, Done done) {
  const auto instance = find(wish.robot);
  if (!instance) return instance.error();
  if (pilots::top_speeds(model_of(*instance)).ahead <= 0.0)
    return Error{{}, "'" + wish.robot + "' has nothing to drive with."};
  Grip& grip = take(wish.robot, *instance);
  end_way(grip, true, wish.robot + " goes elsewhere instead.");
  grip.way.emplace(simulation_.state(), *instance, wish.target);
  grip.done = std::move(done);
  grip.stick = {};
  grip.until = now;
  return {};
}

Result<void> Hands::stop(const std::string& robot, double now) {
  const auto instance = find(robot);
  if (!instance) return instance.error();
  Grip& grip = take(robot, *instance);
  grip.stick = {};
  end_way(grip, true, robot + " was stopped on its way.");
  grip.is_new = true;
  grip.until = now;
  grip.at_rest = now + kRest;
  for (auto& [key, turning] : joints_)
    if (key.first == robot) turning.until = now;
  return {};
}

Result<void> Hands::turn_joint(const page::MoveJointRequest& wish, double now) {
  const RobotId robot = simulation_.robots().find(wish.robot, simulation_.state());
  if (!robot.is_valid()) return Error{{}, "There is no robot '" + wish.robot + "'."};
  const RobotDescription description = sim::describe(simulation_, robot);
  const JointDescription* const joint = find_joint(description, wish.joint);
  if (joint == nullptr) return Error{{}, "'" + wish.robot + "' has no joint '" + wish.joint + "'."};
  constexpr double kUsualSpeed = 0.5;  // rad/s or m/s, where the file gives none
  const double fastest =
      std::isfinite(joint->max_speed) && joint->max_speed > 0.0 ? joint->max_speed : kUsualSpeed;
  Turning& turning = joints_[{wish.robot, wish.joint}];
  const double speed = wish.speed.value_or(0.0) * fastest;
  turning.is_new |= speed != turning.speed;
  turning.speed = speed;
  turning.until = now + kHold;
  return {};
}

std::vector<Command> Hands::decide(std::span<const Command> others, double now) {
  std::vector<Command> commands;
  const State& state = simulation_.state();
  const auto is_gone = [&](const auto& entry) {
    return !state.instances[entry.second.instance.index()].is_present;
  };
  for (auto& entry : grips_)
    if (is_gone(entry)) end_way(entry.second, false, entry.first + " has left on its way.");
  std::erase_if(grips_, is_gone);
  std::erase_if(joints_,
                [&](const auto& entry) { return !state.find(entry.first.first).is_valid(); });
  for (auto& [robot, grip] : grips_) steer(robot, grip, others, now, commands);
  for (auto& [key, turning] : joints_) turn(key, turning, now, commands);
  std::erase_if(grips_, [&](const auto& entry) {
    return !entry.second.way && !entry.second.is_new && now >= entry.second.at_rest;
  });
  std::erase_if(joints_, [&](const auto& entry) {
    return !entry.second.is_new && entry.second.speed == 0.0 && now >= entry.second.until;
  });
  return commands;
}

void Hands::steer(const std::string& robot, Grip& grip, std::span<const Command> others, double now,
                  std::vector<Command>& commands) {
  if (grip.way) {
    for (Command& command : grip.way->decide(simulation_.state())) {
      grip.last = command;
      commands.push_back(std::move(command));
    }
    if (grip.way->is_over()) {
      const bool has_arrived = grip.way->progress() == pilots::GoTo::Progress::Arrived;
      end_way(
          grip, has_arrived,
          robot + (has_arrived ? " has arrived." : " cannot get there: something is in its way."));
      grip.is_new = false;
      grip.at_rest = now + kRest;
    }
  } else if (grip.is_new || (now >= grip.until && !is_same(grip.stick, {}))) {
    if (now >= grip.until) grip.stick = {};
    grip.is_new = false;
    grip.last = pilots::drive_command(model_of(grip.instance), robot, grip.stick);
    commands.push_back(*grip.last);
    return;
  }
  if (grip.last && somebody_drives(robot, others)) commands.push_back(*grip.last);
}

void Hands::turn(const JointKey& key, Turning& turning, double now,
                 std::vector<Command>& commands) {
  if (now >= turning.until && turning.speed != 0.0) {
    turning.speed = 0.0;
    turning.is_new = true;
  }
  if (!turning.is_new) return;
  turning.is_new = false;
  commands.push_back({key.first, MoveJoint{key.second, JointControlMode::Speed, turning.speed}});
}

void Hands::end_way(Grip& grip, bool has_arrived, const std::string& text) {
  if (!grip.way) return;
  grip.way.reset();
  if (grip.done) std::exchange(grip.done, nullptr)(has_arrived, text);
}

std::string Hands::driver_of(const std::string& robot) const {
  const auto grip = grips_.find(robot);
  if (grip == grips_.end()) return {};
  return grip->second.way ? "go_to" : "page";
}

std::optional<Vec2> Hands::target_of(const std::string& robot) const {
  const auto grip = grips_.find(robot);
  if (grip == grips_.end() || !grip->second.way) return std::nullopt;
  return grip->second.way->target();
}

}  // namespace rubble::server
