// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/messages/status.h"
#include "rubble/viewer_protocol/run_status.h"
#include "rubble/world/state.h"

namespace rubble::server {

// What pages show of a run, live or recorded, at the present moment of it.
class RunView {
 public:
  struct Speeds {
    double ahead = 0.0;  // m/s, along the robot's x axis
    double turn = 0.0;   // rad/s, about the world's z axis
  };

  virtual ~RunView() = default;
  virtual const State& state() const = 0;
  virtual Speeds speeds_of(RobotId robot) const = 0;
  // Nothing if it is not known.
  virtual std::optional<RobotStatus> status_of(RobotId robot) const = 0;
  // See LiveRun::driver_of; empty if it is not known.
  virtual std::string driver_of(const std::string& /*robot*/) const { return {}; }
  // Where a page has sent the robot, m, world frame.
  virtual std::optional<Vec2> target_of(const std::string& /*robot*/) const { return {}; }
};

// One entry per present robot.
std::vector<viewer_protocol::RobotStatusEntry> robot_status_entries(const RunView& run);

}  // namespace rubble::server
