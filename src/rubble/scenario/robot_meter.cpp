// SPDX-License-Identifier: Apache-2.0
#include "rubble/scenario/robot_meter.h"

#include <cmath>

namespace rubble::scenario {

RobotMeter::RobotMeter(const World& world, const State& state) : grid_(world.generator) {
  add_new_robots(state);
}

void RobotMeter::add_new_robots(const State& state) {
  for (std::size_t i = robots_.size(); i < state.robots.size(); ++i) {
    const InstanceId id = state.robots[i].instance;
    const Instance& instance = state.instances[id.index()];
    robots_.push_back({.name = instance.name,
                       .robot_class = instance.model->robot->robot_class,
                       .last_pose = state.world_from_model(id)});
    trails_.push_back({instance.name, {robots_.back().last_pose.position.head<2>()}});
  }
  visited_.resize(robots_.size());
}

void RobotMeter::sample(const State& state) {
  constexpr double kMinTrailStep = 0.02;  // m
  for (std::size_t i = 0; i < robots_.size(); ++i) {
    const Pose pose = state.world_from_model(state.robots[i].instance);
    RobotResult& robot = robots_[i];
    robot.distance += (pose.position - robot.last_pose.position).head<2>().norm();
    robot.last_pose = pose;
    robot.battery = state.robots[i].battery;
    if ((pose.position.head<2>() - trails_[i].points.back()).norm() > kMinTrailStep)
      trails_[i].points.emplace_back(pose.position.head<2>());
    if (const int cell = cell_at(pose.position); cell >= 0) visited_[i].insert(cell);
    robot.cells = static_cast<int>(visited_[i].size());
  }
}

void RobotMeter::count_bump(const physics::Contact& contact, const State& state) {
  constexpr double kMaxBumpSlope = 0.7;  // z of the unit normal; 1 = the robot stands on it
  if (contact.phase != physics::ContactPhase::Begin ||
      std::abs(contact.normal_world.z()) > kMaxBumpSlope)
    return;
  for (std::size_t i = 0; i < robots_.size(); ++i)
    if (state.robots[i].instance == contact.first.instance ||
        state.robots[i].instance == contact.second.instance)
      ++robots_[i].bumps;
}

// The number of the cell below a position; -1 outside of the grid.
int RobotMeter::cell_at(const Vec3& position) const {
  if (!grid_ || grid_->pitch <= 0.0) return -1;
  const int column = static_cast<int>(std::floor(position.x() / grid_->pitch));
  const int row = static_cast<int>(std::floor(position.y() / grid_->pitch));
  const bool is_inside = column >= 0 && column < grid_->columns && row >= 0 && row < grid_->rows;
  return is_inside ? row * grid_->columns + column : -1;
}

}  // namespace rubble::scenario
