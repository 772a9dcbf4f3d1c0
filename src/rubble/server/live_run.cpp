// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/live_run.h"

namespace rubble::server {

LiveRun::LiveRun(sim::Simulation& simulation, const LiveRunSettings& settings,
                 UsarsimService::SendLines send_lines)
    : simulation_(simulation),
      status_period_(settings.status_period),
      after_tick_(settings.after_tick),
      teleop_(simulation),
      commands_(simulation, teleop_),
      recording_(simulation, settings.keeps_command_history, settings.status_period),
      clients_(simulation, commands_, {settings.wire, settings.time_limit, settings.tiles},
               std::move(send_lines)) {}

physics::StepReport LiveRun::step() {
  const TickCommands tick =
      commands_.take([this](net::ConnectionId connection) { return clients_.rank_of(connection); });
  recording_.record_commands(tick.commands);
  physics::StepReport report = simulation_.step(tick.commands);
  if (after_tick_) after_tick_();
  clients_.after_tick(tick);
  CommandQueue::report_results(tick, simulation_.command_results());
  if (simulation_.state().tick % status_period_ == 0) clients_.send_robot_status();
  recording_.record_tick([this](RobotId robot) { return clients_.describe_robot(robot); });
  return report;
}

std::string LiveRun::driver_of(const std::string& robot) const {
  if (const std::string hand = teleop_.driver_of(robot); !hand.empty()) return hand;
  if (clients_.owners().contains(robot)) return "client";
  return commands_.was_piloted(robot) ? "pilot" : "";
}

CameraSnapshot LiveRun::camera_snapshot() const {
  return {simulation_.state(), clients_.tiles().cameras()};
}

bool LiveRun::is_ready_for_round(int wait_for) {
  return clients_.lockstep().is_ready(clients_.owners(), commands_, wait_for);
}

std::vector<std::string> LiveRun::pending_robots() {
  return clients_.lockstep().pending_robots(clients_.owners());
}

}  // namespace rubble::server
