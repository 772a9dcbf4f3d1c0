// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/teleop_override.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rubble/messages/driving.h"
#include "rubble/sim/describe.h"

namespace rubble::server {
namespace {

constexpr double kHoldTimeout = 0.5;   // s, validity of a command that is not renewed
constexpr double kReleaseDelay = 1.5;  // s, until the robot's own driver takes over

bool is_driven_by_others(const std::string& robot, std::span<const Command> commands) {
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

Result<InstanceId> TeleopOverride::find(const std::string& robot) const {
  const RobotId id = simulation_.robots().find(robot, simulation_.state());
  if (!id.is_valid()) return Error{{}, "There is no robot '" + robot + "'."};
  return simulation_.state().robots[id.index()].instance;
}

const Model& TeleopOverride::model_of(InstanceId instance) const {
  return *simulation_.state().instances[instance.index()].model;
}

TeleopOverride::HeldControl& TeleopOverride::take(const std::string& robot, InstanceId instance) {
  HeldControl& control = controls_[robot];
  if (control.instance != instance) {  // a new robot of this name
    end_route(control, false, robot + " has left on its way.");
    control = {.instance = instance};
  }
  return control;
}

Result<void> TeleopOverride::drive(const viewer_protocol::Drive& request, double now) {
  const auto instance = find(request.robot);
  if (!instance) return instance.error();
  if (pilots::top_speeds(model_of(*instance)).ahead <= 0.0)
    return Error{{}, "'" + request.robot + "' has nothing to drive with."};
  HeldControl& control = take(request.robot, *instance);
  const pilots::JoystickCommand stick{request.forward, request.turn, request.left, request.up};
  control.is_new |= control.way || !is_same(stick, control.stick);
  control.stick = stick;
  end_route(control, false, "You took " + request.robot + " over on its way.");
  control.until = now + kHoldTimeout;
  control.released_at = control.until + kReleaseDelay;
  return {};
}

Result<void> TeleopOverride::go_to(const viewer_protocol::GoTo& request, double now, Done done) {
  const auto instance = find(request.robot);
  if (!instance) return instance.error();
  if (pilots::top_speeds(model_of(*instance)).ahead <= 0.0)
    return Error{{}, "'" + request.robot + "' has nothing to drive with."};
  HeldControl& control = take(request.robot, *instance);
  end_route(control, true, request.robot + " goes elsewhere instead.");
  control.way.emplace(simulation_.state(), *instance, request.target);
  control.done = std::move(done);
  control.stick = {};
  control.until = now;
  return {};
}

Result<void> TeleopOverride::stop(const std::string& robot, double now) {
  const auto instance = find(robot);
  if (!instance) return instance.error();
  HeldControl& control = take(robot, *instance);
  control.stick = {};
  end_route(control, true, robot + " was stopped on its way.");
  control.is_new = true;
  control.until = now;
  control.released_at = now + kReleaseDelay;
  for (auto& [key, held] : joints_)
    if (key.first == robot) held.until = now;
  return {};
}

Result<void> TeleopOverride::move_joint(const viewer_protocol::MoveJointRequest& request,
                                        double now) {
  const RobotId robot = simulation_.robots().find(request.robot, simulation_.state());
  if (!robot.is_valid()) return Error{{}, "There is no robot '" + request.robot + "'."};
  const RobotDescription description = sim::describe(simulation_, robot);
  const JointDescription* const joint = find_joint(description, request.joint);
  if (joint == nullptr)
    return Error{{}, "'" + request.robot + "' has no joint '" + request.joint + "'."};
  constexpr double kDefaultSpeed = 0.5;  // rad/s or m/s, if the model has no limit
  const double fastest =
      std::isfinite(joint->max_speed) && joint->max_speed > 0.0 ? joint->max_speed : kDefaultSpeed;
  HeldJoint& held = joints_[{request.robot, request.joint}];
  const double speed = request.speed.value_or(0.0) * fastest;
  held.is_new |= speed != held.speed;
  held.speed = speed;
  held.until = now + kHoldTimeout;
  return {};
}

std::vector<Command> TeleopOverride::decide(std::span<const Command> others, double now) {
  std::vector<Command> commands;
  const State& state = simulation_.state();
  const auto is_gone = [&](const auto& entry) {
    return !state.instances[entry.second.instance.index()].is_present;
  };
  for (auto& entry : controls_)
    if (is_gone(entry)) end_route(entry.second, false, entry.first + " has left on its way.");
  std::erase_if(controls_, is_gone);
  std::erase_if(joints_,
                [&](const auto& entry) { return !state.find(entry.first.first).is_valid(); });
  for (auto& [robot, control] : controls_) steer(robot, control, others, now, commands);
  for (auto& [key, held] : joints_) turn(key, held, now, commands);
  std::erase_if(controls_, [&](const auto& entry) {
    return !entry.second.way && !entry.second.is_new && now >= entry.second.released_at;
  });
  std::erase_if(joints_, [&](const auto& entry) {
    return !entry.second.is_new && entry.second.speed == 0.0 && now >= entry.second.until;
  });
  return commands;
}

void TeleopOverride::steer(const std::string& robot, HeldControl& control,
                           std::span<const Command> others, double now,
                           std::vector<Command>& commands) {
  if (control.way) {
    for (Command& command : control.way->decide(simulation_.state())) {
      control.last = command;
      commands.push_back(std::move(command));
    }
    if (control.way->is_over()) {
      const bool has_arrived = control.way->progress() == pilots::GoTo::Progress::Arrived;
      end_route(
          control, has_arrived,
          robot + (has_arrived ? " has arrived." : " cannot get there: something is in its way."));
      control.is_new = false;
      control.released_at = now + kReleaseDelay;
    }
  } else if (control.is_new || (now >= control.until && !is_same(control.stick, {}))) {
    if (now >= control.until) control.stick = {};
    control.is_new = false;
    control.last = pilots::drive_command(model_of(control.instance), robot, control.stick);
    commands.push_back(*control.last);
    return;
  }
  if (control.last && is_driven_by_others(robot, others)) commands.push_back(*control.last);
}

void TeleopOverride::turn(const JointKey& key, HeldJoint& held, double now,
                          std::vector<Command>& commands) {
  if (now >= held.until && held.speed != 0.0) {
    held.speed = 0.0;
    held.is_new = true;
  }
  if (!held.is_new) return;
  held.is_new = false;
  commands.push_back({key.first, MoveJoint{key.second, JointControlMode::Speed, held.speed}});
}

void TeleopOverride::end_route(HeldControl& control, bool has_arrived, const std::string& text) {
  if (!control.way) return;
  control.way.reset();
  if (control.done) std::exchange(control.done, nullptr)(has_arrived, text);
}

std::string TeleopOverride::driver_of(const std::string& robot) const {
  const auto control = controls_.find(robot);
  if (control == controls_.end()) return {};
  return control->second.way ? "go_to" : "page";
}

std::optional<Vec2> TeleopOverride::target_of(const std::string& robot) const {
  const auto control = controls_.find(robot);
  if (control == controls_.end() || !control->second.way) return std::nullopt;
  return control->second.way->target();
}

}  // namespace rubble::server
