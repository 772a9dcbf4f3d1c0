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
#include "rubble/usarsim/command_parsers.h"
#include "rubble/usarsim/dialect.h"
#include "rubble/usarsim/line.h"

namespace rubble::usarsim {

// What a line asks for beyond commands to the simulation.
struct StatusQuery {  // CONTROL {Type GetSTA}
  std::string name;   // empty = all
};

// What one line of a client led to.
struct ParseResult {
  std::string reply;              // lines to send at once
  std::vector<Command> commands;  // to be carried out before the coming tick, in this order
  std::optional<StatusQuery> question;
  std::string warning;     // for the log: what a client may wonder about
  bool ends_turn = false;  // in lockstep: the client is done with this step (not a mere question)
};

// One connection's side of the protocol, without the connection: lines and messages in, lines and
// commands out. Knows no socket and no simulation.
class ProtocolSession {
 public:
  // The name a robot gets if its client gives none: "R" and a number not used by others.
  ProtocolSession(const Arena& arena, const WireSettings& settings, std::string fallback_name);

  std::string greeting_lines() const;

  // One line from the client, without its end.
  ParseResult handle_line(std::string_view line);

  // The robot that INIT asked for is in the world, or not (the reason is for the log, not the
  // wire). Gives what the lines led to that the client sent since INIT: they waited for the robot.
  ParseResult on_spawned(RobotDescription robot);
  void on_spawn_rejected();
  // Refused for its place. Gives what tells the client where it may start: the protocol has no line
  // that says no, but every client knows the one with the start poses.
  std::string on_spawn_pose_rejected();
  // What became of a command of an intake; gives lines where a client waits for the outcome.
  std::string on_command_result(const Command& command, const CommandResult& answer, Tick tick);

  // Lines about the robot at the end of a tick.
  std::string sensor_text(std::span<const Reading> readings);
  std::string status_text(const RobotStatus& status);
  // The robot is gone for good; the client's orders find nobody from now on.
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
  Tick now_ = 0;  // the last tick heard of
  DriveDefaults drive_defaults_;
  int created_count_ = 0;  // without a name of their own
  std::vector<std::string> deferred_lines_;
  bool has_warned_unknown_command_ = false;
  std::map<std::string, std::set<int>> tags_in_range_;  // by sensor
};

}  // namespace rubble::usarsim
