// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/net/line_server.h"
#include "rubble/server/image_server.h"
#include "rubble/server/teleop_override.h"
#include "rubble/sim/run_recorder.h"
#include "rubble/sim/simulation.h"
#include "rubble/usarsim/protocol/protocol_session.h"

namespace rubble::server {

struct StageSettings {
  usarsim::WireSettings wire;
  int time_limit = 0;       // minutes, for the greeting
  Tick status_period = 24;  // ticks between STA lines
  TileGrid tiles;
  std::function<void()> after_tick;  // called before output of the tick is sent; for measurements
  // Keeps all commands, so that a recording can begin during the run.
  bool keeps_command_history = false;
};

// A running simulation and its client sessions, without sockets: lines in, lines out.
// Single-threaded. Deterministic: the same lines at the same ticks give the same run and the same
// output.
class Stage {
 public:
  // Sends whole lines to a connection.
  using SendLines = std::function<void(net::ConnectionId, std::string, net::Delivery)>;

  Stage(sim::Simulation& simulation, const StageSettings& settings, SendLines speak);
  ~Stage();

  // --- robots' port ---
  void open(net::ConnectionId connection);
  void receive(net::ConnectionId connection, std::string_view line);
  // Its robot is removed before the next tick.
  void close(net::ConnectionId connection);

  // --- com and truth ports: reply to a line; empty if it is not a request ---
  std::string answer_com(std::string_view line) const;
  std::string answer_truth(std::string_view line) const;

  // --- pages ---
  // Queues a command for the next tick, after those of clients and pilots. `then` gets its result:
  // after the tick, or at once if the queue is full.
  void submit(Command command, std::function<void(const CommandResult&)> then);
  TeleopOverride& teleop() { return teleop_; }
  // Observes all lines, terminators included, to and from robots' clients. Null: none.
  using ProtocolTap =
      std::function<void(const std::string& robot, bool is_from_client, std::string_view text)>;
  void set_protocol_tap(ProtocolTap session) { protocol_tap_ = std::move(session); }
  // Name of the robot of a connection; empty if it has none.
  std::string robot_of(net::ConnectionId connection) const;
  // "page", "go_to", "client", "pilot" or empty.
  std::string driver_of(const std::string& robot) const;

  // --- recording ---
  // Starts recording now. The command history is included, so that the run can be repeated.
  Result<void> begin_recording(std::unique_ptr<recording::Recorder> recorder, std::string name);
  // Closes the file. No effect if not recording.
  Result<void> end_recording();
  bool is_recording() const { return run_recorder_ != nullptr; }
  const std::string& recording_name() const { return recording_name_; }
  Tick recording_since() const { return recording_since_; }
  // Adds commands executed before the first tick to the command history.
  void remember(std::span<const Command> first_commands);

  // Executes the pending commands, advances the simulation by one tick and sends the output.
  physics::StepReport step();

  // --- lockstep ---
  // No client has a robot or a pending command.
  bool has_no_clients() const;
  int present_and_pending_robots() const;
  // Names of the robots whose clients have not ended their turn since the last begin_round().
  std::vector<std::string> pending_clients() const;
  // Begins a step: all clients have to end their turn again.
  void begin_round();

  // Input for the image server.
  CameraSnapshot camera_snapshot() const;
  const sim::Simulation& simulation() const { return simulation_; }

 private:
  struct ClientSession;
  struct PendingCommand {
    Command command;
    net::ConnectionId client;
  };
  struct PageCommand {
    Command command;
    std::function<void(const CommandResult&)> on_answer;  // may be empty
  };

  void send(net::ConnectionId connection, std::string lines, net::Delivery delivery);
  static void answer_pages(std::span<const PageCommand> commands,
                           std::span<const CommandResult> answers);
  ClientSession* session_of(const std::string& robot);
  void apply(net::ConnectionId connection, ClientSession& client, usarsim::ParseResult parsed);
  void substitute_legacy_class(SpawnRobot& order);
  std::string list_robot_classes(const std::string& robot_class);
  static void warn_command_flood(ClientSession& client);
  std::string answer_status_query(const usarsim::StatusQuery& question) const;
  void sort_pending_commands();
  void handle_results(std::span<const PendingCommand> pending, std::span<const Command> commands);
  void handle_result(net::ConnectionId connection, ClientSession& client, const Command& command,
                     const CommandResult& answer);
  void notify_robot_removed(const std::string& robot);
  void enter(net::ConnectionId connection, ClientSession& client, const std::string& robot);
  void reject_spawn(net::ConnectionId connection, ClientSession& client, const SpawnRobot& order);
  // Description as sent to its client, with the image tiles of its cameras.
  RobotDescription describe_robot(RobotId robot) const;
  void assign_tiles(const RobotDescription& robot);
  void release_robot(const std::string& robot);
  void send_readings();
  void send_robot_status();
  void handle_events();
  void record_tick();
  void remember(Tick tick, std::span<const Command> commands);

  sim::Simulation& simulation_;
  StageSettings settings_;
  std::unique_ptr<sim::RunRecorder> run_recorder_;
  std::string recording_name_;
  Tick recording_since_ = 0;
  std::vector<TimedCommand> command_history_;  // since the beginning of the run
  bool history_overflowed_ = false;            // incomplete: not kept or too long
  SendLines send_lines_;
  Arena arena_;
  std::map<net::ConnectionId, std::unique_ptr<ClientSession>> sessions_;
  std::map<std::string, net::ConnectionId> owners_;    // by robot
  std::map<std::string, net::ConnectionId> creators_;  // by object that is removed with its creator
  std::vector<PendingCommand> pending_;                // for the next tick
  std::vector<CameraId> tiles_;
  TeleopOverride teleop_;
  ProtocolTap protocol_tap_;
  std::vector<PageCommand> page_commands_;    // for the next tick
  std::map<std::string, Tick> last_piloted_;  // last tick at which a pilot drove a robot
  std::set<std::string> controller_objects_;  // created by world controllers
};

}  // namespace rubble::server
