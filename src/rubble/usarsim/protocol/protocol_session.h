// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/messages/arena.h"
#include "rubble/messages/command.h"
#include "rubble/messages/description.h"
#include "rubble/messages/reading.h"
#include "rubble/messages/status.h"
#include "rubble/usarsim/protocol/command_parsers.h"
#include "rubble/usarsim/protocol/dialect.h"
#include "rubble/usarsim/protocol/line.h"

namespace rubble::usarsim {

// CONTROL {Type GetSTA}: a query about the state of an object, answered by the owner of the world.
struct StatusQuery {
  std::string name;  // empty = all
};

// Result of one line of a client.
struct ParseResult {
  std::string reply;              // lines to send immediately
  std::vector<Command> commands;  // to be executed before the next tick, in this order
  std::optional<StatusQuery> question;
  std::string warning;     // for the log; empty: none
  bool ends_turn = false;  // lockstep: the line ends the client's turn; queries do not
};

// Server side of the protocol for one connection: lines and messages in, lines and commands out.
// Pure state machine without socket or simulation. Not thread-safe.
class ProtocolSession {
 public:
  // `fallback_name`: name of the robot if INIT has none; must be unique among connections. The
  // arena must outlive the session.
  ProtocolSession(const Arena& arena, const WireSettings& settings, std::string fallback_name);

  std::string greeting_lines() const;

  // Handles one line of the client, without its terminator.
  ParseResult handle_line(std::string_view line);

  // The robot requested by INIT has been spawned. Returns the result of the lines received since
  // INIT, which were deferred until now.
  ParseResult on_spawned(RobotDescription robot);
  // The spawn was rejected; the client may send INIT again.
  void on_spawn_rejected();
  // Rejected because of its pose. Returns the start poses for the client: the protocol has no
  // refusal message, but every client knows this one.
  std::string on_spawn_pose_rejected();
  // Result of an executed command. Returns the lines for the client, if it expects any.
  std::string on_command_result(const Command& command, const CommandResult& answer, Tick tick);

  // SEN lines for the readings of a tick, and STA with package lines; empty without a robot.
  std::string sensor_text(std::span<const Reading> readings);
  std::string status_text(const RobotStatus& status);
  // The robot has been removed: returns DIE; later commands of the client are ignored.
  std::string on_robot_removed(const std::string& killer, const std::string& cause);

  bool has_robot() const { return robot_.has_value(); }
  bool is_world_controller() const { return is_world_controller_; }
  const std::optional<RobotDescription>& robot() const { return robot_; }

 private:
  void handle_init(const Line& line, ParseResult& parsed);
  void set_start(const Line& line, SpawnRobot& order, ParseResult& parsed) const;
  void handle_query(const Line& line, ParseResult& parsed) const;
  void handle_robot_command(const Line& line, ParseResult& parsed);
  void handle_set(const Line& line, ParseResult& parsed);
  void handle_control(const Line& line, ParseResult& parsed);
  void defer(std::string_view line);
  bool is_waiting_for_robot() const;
  void warn_unknown_command(const Line& line, ParseResult& parsed);
  std::string start_names() const;
  bool has_new_tags(const Reading& reading);
  std::string in_dialect(std::string lines) const;
  ParseResult without_minus_of_zero(ParseResult parsed) const;

  const Arena* arena_;
  WireSettings settings_;
  std::string fallback_name_;
  std::optional<RobotDescription> robot_;
  bool is_world_controller_ = false;
  bool has_requested_spawn_ = false;
  bool battery_is_empty_ = false;
  bool is_dead_ = false;
  Tick now_ = 0;  // tick of the latest message
  DriveDefaults drive_defaults_;
  int created_count_ = 0;  // objects created without a name
  std::vector<std::string> deferred_lines_;
  bool has_warned_unknown_command_ = false;
  std::map<std::string, std::set<int>> tags_in_range_;  // by sensor, for Classic
};

}  // namespace rubble::usarsim
