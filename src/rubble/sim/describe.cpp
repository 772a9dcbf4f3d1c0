// SPDX-License-Identifier: Apache-2.0
#include "rubble/sim/describe.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "rubble/sensors/description.h"
#include "rubble/sensors/suite.h"

namespace rubble::sim {
namespace {

VehicleKind vehicle_of(DriveKind drive) {
  switch (drive) {
    case DriveKind::Quadrotor:
      return VehicleKind::Aerial;
    case DriveKind::None:
      return VehicleKind::Static;
    default:
      return VehicleKind::Ground;
  }
}

SteeringKind steering_of(DriveKind drive) {
  switch (drive) {
    case DriveKind::Quadrotor:
      return SteeringKind::RotaryWing;
    case DriveKind::Ackermann:
      return SteeringKind::Ackermann;
    case DriveKind::None:
      return SteeringKind::None;
    default:
      return SteeringKind::SkidSteered;
  }
}

const Joint* joint_called(const Model& model, const std::string& name) {
  const int index = model.find_joint(name);
  return index < 0 ? nullptr : &model.joints[static_cast<std::size_t>(index)];
}

Pose model_from(const Model& model, const Joint& joint) {
  return model.links[static_cast<std::size_t>(joint.child)].model_from_link *
         joint.child_from_joint;
}

JointDescription about_joint(const Model& model, const std::string& name) {
  JointDescription about;
  about.name = name;
  const Joint* joint = joint_called(model, name);
  if (joint == nullptr) return about;
  about.is_prismatic = joint->kind == JointKind::Prismatic;
  about.base_from_joint = model_from(model, *joint);
  about.axis_base = (about.base_from_joint.rotation * joint->axis.direction_joint).normalized();
  about.lower = joint->axis.lower;
  about.upper = joint->axis.upper;
  about.max_speed = joint->axis.max_velocity;
  about.max_effort = joint->axis.max_effort;
  return about;
}

double widest_steer(const Model& model, Axle axle) {
  double widest = 0.0;
  for (const SteerSpec& steer : model.robot->steers)
    if (const Joint* pin = joint_called(model, steer.joint); steer.axle == axle && pin != nullptr)
      widest = std::max({widest, std::abs(pin->axis.lower), std::abs(pin->axis.upper)});
  return widest;
}

// The arm or package that a link hangs on, and by which of its joints.
void find_mount(const Model& model, int link, SensorDescription& about) {
  for (std::size_t steps = 0; steps <= model.joints.size(); ++steps) {
    const auto above = std::find_if(model.joints.begin(), model.joints.end(),
                                    [&](const Joint& joint) { return joint.child == link; });
    if (above == model.joints.end()) return;
    for (const JointGroupSpec& group : model.robot->groups)
      for (std::size_t i = 0; i < group.joints.size(); ++i)
        if (group.joints[i] == above->name) {
          about.mount = group.name;
          about.mount_link = static_cast<int>(i) + 1;
          return;
        }
    link = above->parent;
  }
}

void describe_sensor_at(const Model& model, int link, const SensorSpec& spec,
                        RobotDescription& about) {
  auto sensor = sensors::describe_sensor(spec);
  if (!sensor) return;  // not simulated
  sensor->base_from_sensor =
      model.links[static_cast<std::size_t>(link)].model_from_link * spec.link_from_sensor;
  find_mount(model, link, *sensor);
  about.sensors.push_back(*std::move(sensor));
}

// All that the model has, and what was put on the robot beside that.
void describe_sensors(const Simulation& simulation, InstanceId id, RobotDescription& about) {
  const Model& model = *simulation.state().instances[id.index()].model;
  for (std::size_t link = 0; link < model.links.size(); ++link)
    for (const SensorSpec& spec : model.links[link].sensors)
      describe_sensor_at(model, static_cast<int>(link), spec, about);
  for (const sensors::Suite::Listed& listed : simulation.sensors().on(id)) {
    if (about.find_sensor(listed.spec->name) == nullptr)
      describe_sensor_at(model, listed.link, *listed.spec, about);
    for (SensorDescription& sensor : about.sensors)
      if (sensor.name == listed.spec->name) sensor.is_on_request = listed.is_on_request;
  }
}

JointStatus status_of_joint(const State& state, const Instance& instance, const std::string& name) {
  const int index = instance.model->find_joint(name);
  if (index < 0) return {};
  const JointId joint = instance.joints[static_cast<std::size_t>(index)];
  if (!joint.is_valid()) return {};
  return {state.joints[joint.index()].position, state.joints[joint.index()].effort};
}

// The mean angle of an axle's wheels, left positive.
double steer_of(const State& state, const Instance& instance, Axle axle) {
  double sum = 0.0;
  int count = 0;
  for (const SteerSpec& steer : instance.model->robot->steers) {
    const Joint* pin = joint_called(*instance.model, steer.joint);
    if (steer.axle != axle || pin == nullptr) continue;
    const Vec3 axis = model_from(*instance.model, *pin).rotation * pin->axis.direction_joint;
    const double left = axis.z() >= 0.0 ? 1.0 : -1.0;
    sum += left * status_of_joint(state, instance, steer.joint).position;
    ++count;
  }
  return count > 0 ? sum / count : 0.0;
}

// A body's frame is that of its first link.
bool is_first_of_its_body(const Instance& instance, std::size_t link) {
  for (std::size_t earlier = 0; earlier < link; ++earlier)
    if (instance.links[earlier].body == instance.links[link].body) return false;
  return true;
}

std::vector<BodyId> further_bodies(const Instance& instance) {
  std::vector<BodyId> bodies;
  for (std::size_t link = 1; link < instance.links.size(); ++link)
    if (is_first_of_its_body(instance, link)) bodies.push_back(instance.links[link].body);
  return bodies;
}

std::vector<JointId> joints_without_forces(const Instance& instance) {
  std::vector<JointId> joints;
  for (std::size_t i = 0; i < instance.joints.size(); ++i)
    if (instance.joints[i].is_valid() && is_kinematic_joint(*instance.model, i))
      joints.push_back(instance.joints[i]);
  return joints;
}

// A file may say anything.
bool is_finite_truth(const TruePose& truth) {
  const auto is_number = [](double value) { return std::isfinite(value); };
  return is_finite(truth.world_from_model) &&
         std::all_of(truth.bodies.begin(), truth.bodies.end(), is_finite) &&
         std::all_of(truth.kinematic_joints.begin(), truth.kinematic_joints.end(), is_number);
}

void put_at(const TruePose& truth, InstanceId id, State& state) {
  if (!is_finite_truth(truth)) return;
  const Instance& instance = state.instances[id.index()];
  for (std::size_t link = 0; link < instance.links.size(); ++link)
    if (is_first_of_its_body(instance, link))
      state.bodies[instance.links[link].body.index()].pose =
          truth.world_from_model * instance.model->links[link].model_from_link;
  const std::vector<BodyId> bodies = further_bodies(instance);
  if (truth.bodies.size() == bodies.size())
    for (std::size_t i = 0; i < bodies.size(); ++i)
      state.bodies[bodies[i].index()].pose = truth.bodies[i];
  const std::vector<JointId> joints = joints_without_forces(instance);
  if (truth.kinematic_joints.size() != joints.size()) return;
  for (std::size_t i = 0; i < joints.size(); ++i)
    state.joints[joints[i].index()].position = truth.kinematic_joints[i];
  if (!joints.empty()) state.update_kinematic_links(id);
}

}  // namespace

Arena arena_of(const World& world) {
  Arena arena;
  arena.level = world.name;
  for (const Start& start : world.starts) arena.starts.push_back({start.name, start.pose});
  return arena;
}

RobotDescription describe(const Simulation& simulation, RobotId robot) {
  const InstanceId id = simulation.state().robots[robot.index()].instance;
  const Instance& instance = simulation.state().instances[id.index()];
  const Model& model = *instance.model;
  const RobotSpec& spec = *model.robot;
  const robots::Measures& measures = simulation.robots().measures(robot);
  RobotDescription about;
  about.name = instance.name;
  about.robot_class = spec.robot_class;
  about.vehicle = vehicle_of(spec.drive);
  about.steering = steering_of(spec.drive);
  about.mass = measures.mass;
  about.max_speed = spec.max_speed;
  about.max_torque = spec.reported_torque;
  about.max_front_steer = widest_steer(model, Axle::Front);
  about.max_rear_steer = widest_steer(model, Axle::Rear);
  about.size = measures.size;
  about.center_of_mass = measures.center_of_mass;
  about.wheel_radius = measures.wheel_radius;
  about.wheel_separation = measures.separation;
  about.wheel_base = measures.base;
  about.battery = spec.battery;
  for (const FlipperSpec& flipper : spec.flippers)
    about.flippers.push_back(about_joint(model, flipper.joint));
  for (const JointGroupSpec& group : spec.groups) {
    PackageDescription package{group.name, group.is_mission_package, {}};
    for (const std::string& joint : group.joints)
      package.joints.push_back(about_joint(model, joint));
    about.packages.push_back(std::move(package));
  }
  describe_sensors(simulation, id, about);
  return about;
}

RobotStatus status_of(const Simulation& simulation, RobotId robot) {
  const State& state = simulation.state();
  const RobotState& own = state.robots[robot.index()];
  const Instance& instance = state.instances[own.instance.index()];
  RobotStatus status;
  status.tick = state.tick;
  status.robot = instance.name;
  status.battery = own.battery;
  status.light_is_on = own.light_is_on;
  status.front_steer = steer_of(state, instance, Axle::Front);
  status.rear_steer = steer_of(state, instance, Axle::Rear);
  for (const FlipperSpec& flipper : instance.model->robot->flippers)
    status.flippers.push_back(status_of_joint(state, instance, flipper.joint));
  for (const JointGroupSpec& group : instance.model->robot->groups) {
    std::vector<JointStatus>& joints = status.packages.emplace_back();
    for (const std::string& joint : group.joints)
      joints.push_back(status_of_joint(state, instance, joint));
  }
  return status;
}

Truth truth_of(const State& state) {
  Truth truth{state.tick, {}};
  for (const InstanceId id : state.present) {
    const Instance& instance = state.instances[id.index()];
    if (instance.model->is_static) continue;
    truth.poses.push_back({instance.name,
                           instance.model->robot ? instance.model->robot->robot_class : "",
                           state.world_from_model(id)});
    for (const BodyId body : further_bodies(instance))
      truth.poses.back().bodies.push_back(state.bodies[body.index()].pose);
    for (const JointId joint : joints_without_forces(instance))
      truth.poses.back().kinematic_joints.push_back(state.joints[joint.index()].position);
  }
  return truth;
}

void apply_ground_truth(const TruePose& truth, State& state) {
  if (const InstanceId id = state.find(truth.name); id.is_valid()) put_at(truth, id, state);
}

void apply_ground_truth(const Truth& truth, State& state) {
  std::map<std::string_view, InstanceId> present;
  for (const InstanceId id : state.present) present.emplace(state.instances[id.index()].name, id);
  for (const TruePose& pose : truth.poses)
    if (const auto found = present.find(pose.name); found != present.end())
      put_at(pose, found->second, state);
  state.tick = truth.tick;
}

}  // namespace rubble::sim
