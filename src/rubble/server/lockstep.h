// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "rubble/net/line_server.h"

namespace rubble::server {

class CommandQueue;

// Connections of clients by the name of their robot.
using RobotOwners = std::map<std::string, net::ConnectionId>;

// Rounds of a run in lockstep: the world advances once every client with a robot has ended its
// turn.
class Lockstep {
 public:
  // --- clients ---
  void end_turn(net::ConnectionId client) { ended_.insert(client); }
  void forget(net::ConnectionId client) { ended_.erase(client); }

  // --- the run ---
  // Begins a round: all clients have to end their turn again.
  void begin_round();
  // Whether a round may begin: there are clients, and all have ended their turn. The first round
  // also waits for `wait_for` robots, present or about to spawn.
  bool is_ready(const RobotOwners& owners, const CommandQueue& queue, int wait_for) const;
  // Names of the robots whose clients have not ended their turn in this round.
  std::vector<std::string> pending_robots(const RobotOwners& owners) const;

 private:
  std::set<net::ConnectionId> ended_;  // their turn, in this round
  bool has_begun_ = false;             // the first round
};

}  // namespace rubble::server
