// SPDX-License-Identifier: Apache-2.0
#include "rubble/robots/robots.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/text.h"
#include "rubble/messages/driving.h"

namespace rubble::robots {
namespace {

// The joints a client may move by name, in the order it counts them.
std::vector<std::string> movable_joints(const RobotSpec& spec) {
  std::vector<std::string> names;
  for (const FlipperSpec& flipper : spec.flippers) names.push_back(flipper.joint);
  for (const JointGroupSpec& group : spec.groups)
    names.insert(names.end(), group.joints.begin(), group.joints.end());
  return names;
}

const char* drive_orders(DriveKind drive) {
  switch (drive) {
    case DriveKind::Ackermann:
      return "steer";
    case DriveKind::Quadrotor:
      return "fly";
    case DriveKind::None:
      return "no drive";
    default:
      return "drive";
  }
}

bool is_skid_steered(DriveKind drive) {
  return drive == DriveKind::Skid || drive == DriveKind::Differential;
}

// Whether a robot's drive knows this kind of driving order.
bool fits_drive(const RobotSpec& spec, const CommandData& order) {
  const bool has_belts = spec.drive == DriveKind::Tracks || spec.drive == DriveKind::Flippers;
  if (std::holds_alternative<DriveSides>(order)) return is_skid_steered(spec.drive) || has_belts;
  if (std::holds_alternative<DriveSteered>(order)) return spec.drive == DriveKind::Ackermann;
  if (std::holds_alternative<DriveFlight>(order)) return spec.drive == DriveKind::Quadrotor;
  const auto& one = std::get<DriveWheel>(order);
  return (is_skid_steered(spec.drive) || spec.drive == DriveKind::Ackermann) && one.wheel >= 1 &&
         static_cast<std::size_t>(one.wheel) <= spec.wheels.size();
}

// Motor targets must be finite.
bool has_finite_numbers(const CommandData& order) {
  double sum = 0.0;
  if (const auto* sides = std::get_if<DriveSides>(&order)) sum = sides->left + sides->right;
  if (const auto* steered = std::get_if<DriveSteered>(&order))
    sum = steered->speed + steered->front_steer + steered->rear_steer;
  if (const auto* flight = std::get_if<DriveFlight>(&order))
    sum = flight->forward + flight->left + flight->up + flight->yaw_rate;
  if (const auto* move = std::get_if<MoveJoint>(&order)) sum = move->value;
  if (const auto* one = std::get_if<DriveWheel>(&order)) sum = one->speed + one->steer;
  return std::isfinite(sum);
}

// On its wheels, where it lies, heading as before.
Pose upright(const Pose& pose) {
  constexpr double kDrop = 0.05;  // m
  return {pose.position + Vec3(0, 0, kDrop), quat_from({0, 0, yaw_of(pose.rotation)})};
}

// The first track of a side, or null.
const TrackSpec* track_on(const RobotSpec& spec, Side side) {
  for (const TrackSpec& track : spec.tracks)
    if (track.side == side) return &track;
  return nullptr;
}

// Turns the sprockets of a robot as far as its belts will run in the coming step.
void turn_sprockets(const Model& model, std::span<const physics::BeltTarget> belts,
                    RobotState& robot) {
  for (const Side side : {Side::Left, Side::Right}) {
    const TrackSpec* track = track_on(*model.robot, side);
    if (track == nullptr) continue;
    SprocketState& sprocket = robot.sprockets[side == Side::Left ? 0 : 1];
    for (const physics::BeltTarget& belt : belts)
      if (belt.link == model.find_link(track->link)) sprocket.speed = belt.speed / track->radius;
    sprocket.angle += sprocket.speed * kTickSeconds;
  }
}

}  // namespace

RobotId Robots::add(State& state, InstanceId instance) {
  const Model& model = *state.instances[instance.index()].model;
  RUBBLE_ASSERT(model.robot.has_value());
  Running robot{.instance = instance, .measures = measure(model), .drive = make_drive(model)};
  for (const std::string& name : movable_joints(*model.robot))
    robot.held.push_back({static_cast<std::size_t>(model.find_joint(name))});
  running_.push_back(std::move(robot));
  const RobotId id = state.add_robot(instance, model.robot->battery);
  RUBBLE_ASSERT(running_.size() == state.robots.size());
  return id;
}

RobotId Robots::find(const std::string& name, const State& state) const {
  for (const RobotId id : state.present_robots)
    if (state.instances[state.robots[id.index()].instance.index()].name == name) return id;
  return {};
}

Robots::HeldJoint* Robots::find_held(Running& robot, const State& state, const std::string& joint) {
  const Model& model = *state.instances[robot.instance.index()].model;
  for (HeldJoint& held : robot.held)
    if (model.joints[held.joint].name == joint) return &held;
  return nullptr;
}

Result<void> Robots::check(const Command& command, const State& state) const {
  if (!has_finite_numbers(command.data))
    return Error{{}, "an order for '" + command.robot + "' holds a number that is not finite"};
  const RobotId id = find(command.robot, state);
  if (!id.is_valid()) return Error{{}, "there is no robot '" + command.robot + "' in this run"};
  const Running& robot = running_[id.index()];
  const RobotSpec& spec = *state.instances[robot.instance.index()].model->robot;
  if (const auto* move = std::get_if<MoveJoint>(&command.data)) {
    const std::vector<std::string> known = movable_joints(spec);
    if (std::find(known.begin(), known.end(), move->joint) != known.end()) return {};
    std::string message = "a " + spec.robot_class + " has no joint '" + move->joint + "' to move";
    if (const auto meant = closest_word(move->joint, known))
      message += "; did you mean '" + *meant + "'?";
    return Error{{}, message};
  }
  if (is_driving(command.data) && !fits_drive(spec, command.data))
    return Error{
        {},
        "a " + spec.robot_class + " takes " + drive_orders(spec.drive) + " orders, not this kind"};
  return {};
}

void Robots::apply(Running& robot, const CommandData& order, State& state,
                   physics::Targets& targets) {
  if (robot.drive->take(order)) return;
  if (const auto* move = std::get_if<MoveJoint>(&order)) {
    if (HeldJoint* held = find_held(robot, state, move->joint)) {
      held->mode = move->mode;
      held->value = move->value;
    }
  } else if (const auto* light = std::get_if<SwitchLight>(&order)) {
    state.robot_of(robot.instance)->light_is_on = light->on;
  } else if (std::holds_alternative<TurnUpright>(order)) {
    targets.moves.push_back({robot.instance, upright(state.world_from_model(robot.instance))});
  }
}

void Robots::hold_joints(const Running& robot, const State& state, physics::Targets& targets) {
  const Instance& instance = state.instances[robot.instance.index()];
  for (const HeldJoint& held : robot.held) {
    const JointAxis& axis = instance.model->joints[held.joint].axis;
    physics::JointTarget target{.joint = instance.joints[held.joint],
                                .max_effort = std::min(axis.max_effort, 1e4),
                                .max_velocity = std::min(axis.max_velocity, 10.0)};
    switch (held.mode) {
      case JointControlMode::Angle:
        target.mode = physics::MotorMode::Position;
        target.value = std::clamp(held.value, axis.lower, axis.upper);
        break;
      case JointControlMode::Speed:
        target.mode = physics::MotorMode::Velocity;
        target.value = std::clamp(held.value, -target.max_velocity, target.max_velocity);
        break;
      case JointControlMode::Effort:
        target.mode = physics::MotorMode::Effort;
        target.value = held.value;
        break;
    }
    if (target.joint.is_valid()) targets.joints.push_back(target);
  }
}

bool Robots::spend_power(RobotId robot, State& state) {
  double& battery = state.robots[robot.index()].battery;
  const bool had_power = battery > 0.0;
  battery = std::max(0.0, battery - kTickSeconds);
  if (had_power && battery == 0.0) ran_empty_.push_back(robot);
  return battery > 0.0;
}

physics::Targets Robots::actuate(std::span<const Command> commands, State& state) {
  physics::Targets targets;
  ran_empty_.clear();
  for (const Command& command : commands) {
    const RobotId id = find(command.robot, state);
    if (id.is_valid() && state.robots[id.index()].battery > 0.0 && has_finite_numbers(command.data))
      apply(running_[id.index()], command.data, state, targets);
  }
  for (const RobotId id : state.present_robots) {
    Running& robot = running_[id.index()];
    const Instance& instance = state.instances[robot.instance.index()];
    const bool has_power = spend_power(id, state);
    if (!has_power) robot.drive->stop();
    hold_joints(robot, state, targets);
    const bool is_flying = instance.model->robot->drive == DriveKind::Quadrotor;
    if (!has_power && is_flying) continue;  // falls
    const std::size_t first_belt = targets.belts.size();
    robot.drive->actuate({robot.instance, instance, *instance.model->robot, robot.measures},
                         targets);
    turn_sprockets(*instance.model, std::span(targets.belts).subspan(first_belt),
                   state.robots[id.index()]);
  }
  return targets;
}

void Robots::serialize(Archive& archive) {
  archive.section("robots");
  if (!archive.expect("robots", running_.size())) return;
  for (Running& robot : running_) {
    archive(*robot.drive);
    for (HeldJoint& held : robot.held) archive(held);
  }
}

}  // namespace rubble::robots
