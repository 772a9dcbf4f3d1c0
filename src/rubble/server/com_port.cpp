// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/com_port.h"

#include "rubble/usarsim/protocol/com_lines.h"

namespace rubble::server {
namespace {

// Center of a robot's bounding box, m, world frame; nothing if there is no such robot.
std::optional<Vec3> center_of(const sim::Simulation& simulation, const std::string& robot) {
  const RobotId id = simulation.robots().find(robot, simulation.state());
  if (!id.is_valid()) return std::nullopt;
  const Bounds& bounds = simulation.robots().measures(id).bounds;
  const InstanceId instance = simulation.state().robots[id.index()].instance;
  return simulation.state().world_from_model(instance) * ((bounds.low + bounds.high) / 2);
}

// Counts as the UDK server does: casts a ray from hit to hit, continuing 0.2 m behind each. A hit
// counts if it is on another instance than the last or more than 0.2 m further. Robots do not
// count. -1: too long.
int obstacles_between(const sim::Simulation& simulation, const Vec3& start, const Vec3& end) {
  constexpr double kStride = 0.2;  // m
  constexpr int kMaxHits = 10'000;
  const double length = (end - start).norm();
  if (!(length > 0.0) || length > kStride * kMaxHits) return length > 0.0 ? -1 : 0;
  const Vec3 direction = (end - start) / length;
  int count = 0;
  double gone = 0.0;
  InstanceId last;
  double last_at = -kInfinity;
  while (gone < length) {
    const auto hit = simulation.physics().first_hit(start + gone * direction, end);
    if (!hit) break;
    const double at = gone + hit->distance;
    const InstanceId what = hit->part.instance;
    const bool is_robot = simulation.state().instances[what.index()].model->robot.has_value();
    if (!is_robot && (what != last || at - last_at > kStride)) {
      ++count;
      last = what;
      last_at = at;
    }
    gone = at + kStride;
  }
  return count;
}

std::vector<usarsim::RobotPosition> robot_positions(const State& state) {
  std::vector<usarsim::RobotPosition> positions;
  for (const RobotId id : state.present_robots) {
    const RobotState& robot = state.robots[id.index()];
    const Instance& instance = state.instances[robot.instance.index()];
    positions.push_back(
        {instance.name, state.world_from_model(robot.instance).position, robot.battery <= 0.0});
  }
  return positions;
}

struct AnswerCom {
  const sim::Simulation& simulation;

  std::string operator()(const usarsim::GetPositions&) const {
    return usarsim::positions_line(robot_positions(simulation.state()));
  }
  std::string operator()(const usarsim::CountBetweenRobots& request) const {
    const auto from = center_of(simulation, request.from);
    const auto to = center_of(simulation, request.to);
    return usarsim::obstacles_line(request,
                                   from && to ? obstacles_between(simulation, *from, *to) : -1);
  }
  std::string operator()(const usarsim::CountBetweenPoints& request) const {
    return usarsim::obstacles_line(request,
                                   obstacles_between(simulation, request.start, request.end));
  }
  std::string operator()(const usarsim::EmptyCount&) const { return "\r\n"; }
};

}  // namespace

std::string answer_com(const sim::Simulation& simulation, std::string_view line) {
  const auto request = usarsim::parse_com_request(line);
  return request ? std::visit(AnswerCom{simulation}, *request) : "";
}

}  // namespace rubble::server
