// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "rubble/net/line_server.h"
#include "rubble/server/teleop_override.h"
#include "rubble/sim/simulation.h"

namespace rubble::server {

// Gets the result of a command: after the tick that executed it, or at once if it was not queued.
using OnCommandResult = std::function<void(const CommandResult&)>;

// Who gave a command of a tick.
struct CommandOrigin {
  net::ConnectionId client = 0;  // 0: not a client
  OnCommandResult on_result;     // pages only; may be empty
};

// The commands of one tick in order of execution, and the origin of each.
struct TickCommands {
  std::vector<Command> commands;
  std::vector<CommandOrigin> origins;

  void add(Command command, CommandOrigin origin);
};

// Merges the commands of all sources for the next tick: those of clients come first, then those of
// pilots, of pages and of teleoperation. Used by the thread that owns the simulation.
class CommandQueue {
 public:
  // Both must outlive it.
  CommandQueue(sim::Simulation& simulation, TeleopOverride& teleop)
      : simulation_(simulation), teleop_(teleop) {}

  // Queues a command of a client's connection.
  void add(net::ConnectionId client, Command command);
  // Drops the queued commands of a client.
  void discard(net::ConnectionId client);
  bool has_client_commands() const { return !of_clients_.empty(); }
  // Clients' commands that spawn a robot.
  int pending_spawns() const;

  // Queues a command of a page. `on_result` may be empty.
  void submit(Command command, OnCommandResult on_result);

  // Clients' commands are executed by rising rank, and those of equal rank in order of arrival.
  using Rank = std::pair<std::string, net::ConnectionId>;
  using RankOf = std::function<Rank(net::ConnectionId)>;
  // Removes and returns the commands of the next tick; asks pilots and teleoperation for theirs.
  TickCommands take(const RankOf& rank_of);
  // Reports their results to pages.
  static void report_results(const TickCommands& tick, std::span<const CommandResult> results);

  // Whether a pilot has driven the robot within the last simulated second.
  bool was_piloted(const std::string& robot) const;

 private:
  struct ClientCommand {
    Command command;
    net::ConnectionId client;
    Rank rank;  // set by take()
  };
  struct PageCommand {
    Command command;
    OnCommandResult on_result;
  };

  void take_client_commands(const RankOf& rank_of, TickCommands& tick);
  void take_pilot_commands(TickCommands& tick);

  sim::Simulation& simulation_;
  TeleopOverride& teleop_;
  std::vector<ClientCommand> of_clients_;
  std::vector<PageCommand> of_pages_;
  std::map<std::string, Tick> last_piloted_;  // by robot
};

}  // namespace rubble::server
