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
#include "rubble/usarsim/dialect.h"
#include "rubble/usarsim/line.h"
#include "rubble/usarsim/orders.h"

namespace rubble::usarsim {

// What a line asks for beyond commands to the simulation.
struct ThingQuestion {  // CONTROL {Type GetSTA}
  std::string name;     // empty = all
};

// What one line of a client led to.
struct Intake {
  std::string reply;              // lines to send at once
  std::vector<Command> commands;  // to be carried out before the coming tick, in this order
  std::optional<ThingQuestion> question;
  std::string remark;      // for the log: what a client may wonder about
  bool is_answer = false;  // in lockstep: the client is done with this step (not a mere question)
};

// One connection's side of the protocol, without the connection: lines and messages in, lines and
// commands out. Knows no socket and no simulation.
class Session {
 public:
  // The name a robot gets if its client gives none: "R" and a number not used by others.
  Session(const Arena& arena, const WireSettings& settings, std::string name_if_none);

  std::string greet() const;

  // One line from the client, without its end.
  Intake take(std::string_view line);

  // The robot that INIT asked for is in the world, or not (the reason is for the log, not the
  // wire). Gives what the lines led to that the client sent since INIT: they waited for the robot.
  Intake enter(RobotDescription robot);
  void be_refused();
  // Refused for its place. Gives what tells the client where it may start: the protocol has no line
  // that says no, but every client knows the one with the start poses.
  std::string be_refused_there();
  // What became of a command of an intake; gives lines where a client waits for the outcome.
  std::string hear(const Command& command, const CommandResult& answer, Tick tick);

  // Lines about the robot at the end of a tick.
  std::string tell(std::span<const Reading> readings);
  std::string tell(const RobotStatus& status);
  // The robot is gone for good; the client's orders find nobody from now on.
  std::string die(const std::string& killer, const std::string& cause);

  bool has_robot() const { return robot_.has_value(); }
  bool is_world_controller() const { return is_world_controller_; }
  const std::optional<RobotDescription>& robot() const { return robot_; }

 private:
  void ask_to_enter(const Line& line, Intake& intake);
  void set_start(const Line& line, SpawnRobot& order, Intake& intake) const;
  void take_question(const Line& line, Intake& intake) const;
  void take_order(const Line& line, Intake& intake);
  void take_setting(const Line& line, Intake& intake);
  void take_control(const Line& line, Intake& intake);
  void hold_back(std::string_view line);
  bool is_waiting_for_robot() const;
  void note_odd_command(const Line& line, Intake& intake);
  std::string start_names() const;
  bool has_new_tags(const Reading& reading);
  std::string worded(std::string lines) const;
  Intake without_minus_of_zero(Intake intake) const;

  const Arena* arena_;
  WireSettings settings_;
  std::string name_if_none_;
  std::optional<RobotDescription> robot_;
  bool is_world_controller_ = false;
  bool has_asked_to_enter_ = false;
  bool battery_is_empty_ = false;
  bool is_dead_ = false;
  Tick now_ = 0;  // the last tick heard of
  DriveMemory drive_memory_;
  int things_made_ = 0;  // without a name of their own
  std::vector<std::string> held_back_;
  bool has_noted_odd_command_ = false;
  std::map<std::string, std::set<int>> tags_in_reach_;  // by sensor
};

}  // namespace rubble::usarsim
