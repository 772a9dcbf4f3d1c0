// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/truth_port.h"

#include "rubble/sim/describe.h"
#include "rubble/usarsim/protocol/com_lines.h"

namespace rubble::server {

std::string answer_truth(const sim::Simulation& simulation, std::string_view line) {
  std::vector<usarsim::TruthRow> rows;
  for (const TruePose& pose : sim::truth_of(simulation).poses)
    if (!pose.robot_class.empty())
      rows.push_back({pose.name, pose.robot_class, pose.world_from_model});
  return usarsim::truth_lines(usarsim::parse_truth_request(line), simulation.state().tick, rows);
}

}  // namespace rubble::server
