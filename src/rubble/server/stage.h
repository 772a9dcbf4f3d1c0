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
#include "rubble/usarsim/protocol_session.h"

namespace rubble::server {

struct StageSettings {
  usarsim::WireSettings wire;
  int time_limit = 0;       // minutes, told in the greeting
  Tick status_period = 24;  // ticks from one STA to the next
  TileGrid tiles;
  std::function<void()> after_tick;  // before anything is told of it; for measuring
  // All commands are remembered, so that a recording may begin in the middle of a run.
  bool keeps_command_history = false;
};

// A running world and the clients that play in it, without any socket: lines in, lines out. One
// thread; the same lines at the same ticks give the same run and the same lines.
class Stage {
 public:
  // How it speaks: whole lines to a connection.
  using SendLines = std::function<void(net::ConnectionId, std::string, net::Delivery)>;

  Stage(sim::Simulation& simulation, const StageSettings& settings, SendLines speak);
  ~Stage();

  // --- the bot port ---
  void open(net::ConnectionId connection);
  void receive(net::ConnectionId connection, std::string_view line);
  // Its robot leaves before the coming tick.
  void close(net::ConnectionId connection);

  // --- the com and the truth port: a line in, lines out ---
  std::string answer_com(std::string_view line) const;
  std::string answer_truth(std::string_view line) const;

  // --- persons at pages ---
  // For the coming tick, after clients and pilots; then is called with what became of it: at once
  // if more is asked for than fits into a tick.
  void submit(Command command, std::function<void(const CommandResult&)> then);
  TeleopOverride& teleop() { return teleop_; }
  // What robots' clients and we say to each other: lines with their ends. Null: nobody listens.
  using ProtocolTap =
      std::function<void(const std::string& robot, bool is_from_client, std::string_view text)>;
  void set_protocol_tap(ProtocolTap session) { protocol_tap_ = std::move(session); }
  // The robot of a connection, empty if it has none.
  std::string robot_of(net::ConnectionId connection) const;
  // page, go_to, client, pilot, or nothing.
  std::string driver_of(const std::string& robot) const;

  // --- recording ---
  // From now on. What happened before is kept as far as a repeat needs it.
  Result<void> begin_recording(std::unique_ptr<recording::Recorder> recorder, std::string name);
  // Closes the file. No effect if none is open.
  Result<void> end_recording();
  bool is_recording() const { return run_recorder_ != nullptr; }
  const std::string& recording_name() const { return recording_name_; }
  Tick recording_since() const { return recording_since_; }
  // Carried out before the first tick.
  void remember(std::span<const Command> first_commands);

  // Carries out what was heard and advances the world by one tick.
  physics::StepReport step();

  // --- lockstep ---
  // Nobody has a robot here or is about to get one.
  bool has_no_clients() const;
  int present_and_pending_robots() const;
  // Robots whose clients have not said what to do since the last begin_round().
  std::vector<std::string> pending_clients() const;
  // A new step begins: everybody is to answer again.
  void begin_round();

  // For the image server.
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
  // As its client knows it, with the places of its pictures.
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
  std::vector<TimedCommand> command_history_;  // all commands since the beginning
  bool history_overflowed_ = false;            // there were too many
  SendLines send_lines_;
  Arena arena_;
  std::map<net::ConnectionId, std::unique_ptr<ClientSession>> sessions_;
  std::map<std::string, net::ConnectionId> owners_;    // of robots
  std::map<std::string, net::ConnectionId> creators_;  // of things that go when their maker goes
  std::vector<PendingCommand> pending_;                // for the coming tick
  std::vector<CameraId> tiles_;
  TeleopOverride teleop_;
  ProtocolTap protocol_tap_;
  std::vector<PageCommand> page_commands_;    // for the coming tick
  std::map<std::string, Tick> last_piloted_;  // when a pilot last drove a robot
  std::set<std::string> controller_objects_;  // made by world controllers
};

}  // namespace rubble::server
