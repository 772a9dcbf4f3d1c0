// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/lockstep.h"

#include "rubble/server/command_queue.h"

namespace rubble::server {

void Lockstep::begin_round() {
  ended_.clear();
  has_begun_ = true;
}

bool Lockstep::is_ready(const RobotOwners& owners, const CommandQueue& queue, int wait_for) const {
  if (!has_begun_ && static_cast<int>(owners.size()) + queue.pending_spawns() < wait_for)
    return false;
  const bool has_clients = !owners.empty() || queue.has_client_commands();
  return has_clients && pending_robots(owners).empty();
}

std::vector<std::string> Lockstep::pending_robots(const RobotOwners& owners) const {
  std::vector<std::string> names;
  for (const auto& [robot, client] : owners)
    if (!ended_.contains(client)) names.push_back(robot);
  return names;
}

}  // namespace rubble::server
