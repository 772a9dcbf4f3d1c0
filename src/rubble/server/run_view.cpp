// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/run_view.h"

namespace rubble::server {
namespace {

// Flippers first, then those of packages such as arms. rad or m.
std::vector<double> joint_positions(const RobotStatus& status) {
  std::vector<double> positions;
  for (const JointStatus& joint : status.flippers) positions.push_back(joint.position);
  for (const auto& package : status.packages)
    for (const JointStatus& joint : package) positions.push_back(joint.position);
  return positions;
}

viewer_protocol::RobotStatusEntry entry_of(const RunView& run, RobotId id) {
  const State& state = run.state();
  const RobotState& robot = state.robots[id.index()];
  const Instance& instance = state.instances[robot.instance.index()];
  const RunView::Speeds speeds = run.speeds_of(id);
  const std::optional<RobotStatus> status = run.status_of(id);
  viewer_protocol::RobotStatusEntry entry{.name = instance.name,
                                          .pose = state.world_from_model(robot.instance),
                                          .speed = speeds.ahead,
                                          .turn = speeds.turn,
                                          .battery = robot.battery,
                                          .light_is_on = robot.light_is_on};
  if (status) entry.joints = joint_positions(*status);
  entry.driver = run.driver_of(instance.name);
  entry.target = run.target_of(instance.name);
  return entry;
}

}  // namespace

std::vector<viewer_protocol::RobotStatusEntry> robot_status_entries(const RunView& run) {
  std::vector<viewer_protocol::RobotStatusEntry> entries;
  for (const RobotId id : run.state().present_robots) entries.push_back(entry_of(run, id));
  return entries;
}

}  // namespace rubble::server
