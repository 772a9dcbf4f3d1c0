// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "rubble/net/line_server.h"
#include "rubble/server/camera_tiles.h"
#include "rubble/server/command_queue.h"
#include "rubble/server/lockstep.h"
#include "rubble/server/protocol_tap.h"
#include "rubble/sim/simulation.h"
#include "rubble/usarsim/protocol/protocol_session.h"

namespace rubble::server {

struct UsarsimSettings {
  usarsim::WireSettings wire;
  int time_limit = 0;  // minutes, for the greeting
  TileGrid tiles;      // of the image server
};

// The sessions of USARSim clients, each with its robot, without sockets: lines in, lines out. Used
// by the thread that owns the simulation.
class UsarsimService {
 public:
  // Sends whole lines to a connection.
  using SendLines = std::function<void(net::ConnectionId, std::string, net::Delivery)>;

  // The simulation and the queue must outlive it.
  UsarsimService(sim::Simulation& simulation, CommandQueue& queue, const UsarsimSettings& settings,
                 SendLines send_lines);
  ~UsarsimService();

  // --- input ---
  void open(net::ConnectionId connection);
  void receive(net::ConnectionId connection, std::string_view line);
  // Its robot is removed before the next tick.
  void close(net::ConnectionId connection);

  // --- ticks ---
  // By robot name instead of order of arrival, so that a lockstep run does not depend on timing.
  // Commands of closed connections come first (their robots make room), world controllers last.
  CommandQueue::Rank rank_of(net::ConnectionId connection) const;
  // Sends the results of the commands of this tick, and its readings.
  void after_tick(const TickCommands& tick);
  void send_robot_status();

  // Name of the robot of a connection; empty if it has none.
  std::string robot_of(net::ConnectionId connection) const;
  const RobotOwners& owners() const { return owners_; }
  // Description as sent to its client, with the image tiles of its cameras.
  RobotDescription describe_robot(RobotId robot) const;
  const CameraTiles& tiles() const { return tiles_; }
  Lockstep& lockstep() { return lockstep_; }
  ProtocolTap& tap() { return tap_; }

 private:
  struct ClientSession;

  void send(net::ConnectionId connection, std::string lines, net::Delivery delivery);
  ClientSession* session_of(const std::string& robot);
  void apply(net::ConnectionId connection, ClientSession& client, usarsim::ParseResult parsed);
  void substitute_legacy_class(SpawnRobot& order);
  std::string list_robot_classes(const std::string& robot_class);
  static void warn_command_flood(ClientSession& client);
  std::string answer_status_query(const usarsim::StatusQuery& question) const;
  void handle_results(const TickCommands& tick);
  void handle_result(net::ConnectionId connection, ClientSession& client, const Command& command,
                     const CommandResult& answer);
  void handle_spawn_result(net::ConnectionId connection, ClientSession& client,
                           const Command& command, const CommandResult& answer);
  void notify_robot_removed(const std::string& robot);
  void enter(net::ConnectionId connection, ClientSession& client, const std::string& robot);
  void reject_spawn(net::ConnectionId connection, ClientSession& client, const SpawnRobot& order);
  void release_robot(const std::string& robot);
  void send_readings();
  void handle_events();

  sim::Simulation& simulation_;
  CommandQueue& queue_;
  const usarsim::WireSettings wire_;
  SendLines send_lines_;
  Arena arena_;
  std::map<net::ConnectionId, std::unique_ptr<ClientSession>> sessions_;
  RobotOwners owners_;
  std::map<std::string, net::ConnectionId> creators_;  // by object that is removed with its creator
  std::set<std::string> controller_objects_;           // created by world controllers
  CameraTiles tiles_;
  Lockstep lockstep_;
  ProtocolTap tap_;
};

}  // namespace rubble::server
