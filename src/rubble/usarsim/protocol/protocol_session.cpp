// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/protocol_session.h"

#include <algorithm>

#include "rubble/usarsim/protocol/description_lines.h"
#include "rubble/usarsim/protocol/number_text.h"
#include "rubble/usarsim/protocol/sensor_lines.h"
#include "rubble/usarsim/protocol/status_lines.h"
#include "rubble/usarsim/protocol/udk_names.h"
#include "rubble/usarsim/protocol/wire_conversion.h"
#include "rubble/usarsim/protocol/world_lines.h"

namespace rubble::usarsim {
namespace {

constexpr const char* kWorldController = "WorldController";
constexpr const char* kTagReleaser = "Gun";
constexpr const char* kRelayReleaser = "Relays";
constexpr std::size_t kMaxDeferredLines = 64;  // lines between INIT and the spawn
constexpr std::size_t kMaxDeferredLineBytes = 4096;

// Known commands, including those that are ignored.
constexpr const char* kCommandWords[] = {"INIT",
                                         "GETSTARTPOSES",
                                         "DRIVE",
                                         "MULTIDRIVE",
                                         "SET",
                                         "GETCONF",
                                         "GETGEO",
                                         "MISPKG",
                                         "ACT",
                                         "TRACE",
                                         "CONTROL",
                                         "GETPATHNODES",
                                         "GETCLOSESTPATHNODE",
                                         "PAUSE",
                                         "MOVE",
                                         "GOTO",
                                         "TEST"};

bool is_command(const Line& line) {
  return std::any_of(std::begin(kCommandWords), std::end(kCommandWords),
                     [&](const char* word) { return line.is(word); });
}

std::string command_words() {
  std::string all;
  for (const char* word : kCommandWords) all += (all.empty() ? "" : ", ") + std::string(word);
  return all;
}

bool is_query(const Line& line) {
  for (const char* word :
       {"GETSTARTPOSES", "GETCONF", "GETGEO", "GETPATHNODES", "GETCLOSESTPATHNODE"})
    if (line.is(word)) return true;
  return line.is("CONTROL") && equal_without_case(line.find("Type").value_or(""), "GetSTA");
}

// Commands of a robot's client other than SET. Empty for ignored (PAUSE, MOVE, GOTO, TEST) and
// unknown keywords.
std::vector<CommandData> parse_robot_command(const Line& line, const RobotDescription& robot,
                                             Dialect dialect, DriveDefaults& memory) {
  if (line.is("DRIVE")) return parse_drive(line, robot, dialect, memory);
  if (line.is("MULTIDRIVE")) return parse_multidrive(line, robot);
  if (line.is("MISPKG")) return parse_mission_package(line, robot);
  if (line.is("ACT")) return parse_actuator(line, robot);
  if (line.is("TRACE")) return {parse_trace(line)};
  return {};
}

std::string first_reader(const RobotDescription& robot) {
  for (const SensorDescription& sensor : robot.sensors)
    if (sensor.kind == SensorKind::Rfid) return wire_name(sensor);
  return "RFID";
}

bool has_tiled_camera(const RobotDescription& robot) {
  return std::any_of(robot.sensors.begin(), robot.sensors.end(), [](const auto& sensor) {
    return sensor.kind == SensorKind::Camera && sensor.tile_x >= 0;
  });
}

// Appends what was read: {Status OK} {ID 1001} {Mem text}.
std::string with_memory(std::string line, int id, const std::string& memory) {
  if (line.empty()) return line;
  line.erase(line.find_last_not_of("\r\n") + 1);
  return line + " {ID " + std::to_string(id) + "} {Mem " + memory + "}\r\n";
}

void append(ParseResult& all, ParseResult more) {
  all.reply += more.reply;
  std::move(more.commands.begin(), more.commands.end(), std::back_inserter(all.commands));
  if (more.question) all.question = more.question;
  if (all.warning.empty()) all.warning = std::move(more.warning);
  all.ends_turn = all.ends_turn || more.ends_turn;
}

}  // namespace

ProtocolSession::ProtocolSession(const Arena& arena, const WireSettings& settings,
                                 std::string fallback_name)
    : arena_(&arena), settings_(settings), fallback_name_(std::move(fallback_name)) {}

std::string ProtocolSession::greeting_lines() const { return greeting(*arena_, settings_.dialect); }

// --- input -----------------------------------------------------------------------------------

ParseResult ProtocolSession::handle_line(std::string_view text) {
  ParseResult parsed;
  const Line line = parse_line(text);
  if (line.keyword.empty()) return parsed;
  parsed.ends_turn = !is_query(line);
  if (line.is("INIT"))
    handle_init(line, parsed);
  else if (line.is("GETSTARTPOSES"))
    parsed.reply = start_poses_line(*arena_, settings_.dialect);
  else if (line.is("GETPATHNODES"))
    parsed.reply = "NFO {PathNodes 0}\r\n";
  else if (is_world_controller_)
    handle_control(line, parsed);
  else if (is_waiting_for_robot())
    defer(text);
  else if (robot_ && (line.is("GETCONF") || line.is("GETGEO")))
    handle_query(line, parsed);
  else if (robot_ && !battery_is_empty_ && !is_dead_)
    handle_robot_command(line, parsed);
  warn_unknown_command(line, parsed);
  return without_minus_of_zero(std::move(parsed));
}

// Only the first one of a connection, as a hint for client developers.
void ProtocolSession::warn_unknown_command(const Line& line, ParseResult& parsed) {
  if (has_warned_unknown_command_ || !parsed.warning.empty()) return;
  const std::string word = "'" + sanitize(line.keyword) + "'";
  if (!is_command(line))
    parsed.warning = word + " is not a command and is ignored; the commands are " + command_words();
  else if (!has_requested_spawn_ && !line.is("GETSTARTPOSES") && !line.is("GETPATHNODES"))
    parsed.warning = word + " is ignored: there is no robot yet, send INIT first";
  has_warned_unknown_command_ = !parsed.warning.empty();
}

ParseResult ProtocolSession::without_minus_of_zero(ParseResult parsed) const {
  parsed.reply = in_dialect(std::move(parsed.reply));
  return parsed;
}

// Only UDK prints -0.0000.
std::string ProtocolSession::in_dialect(std::string lines) const {
  if (settings_.dialect != Dialect::Udk) drop_minus_of_zero(lines);
  return lines;
}

bool ProtocolSession::is_waiting_for_robot() const {
  return has_requested_spawn_ && !robot_ && !is_world_controller_;
}

void ProtocolSession::defer(std::string_view line) {
  if (deferred_lines_.size() < kMaxDeferredLines && line.size() <= kMaxDeferredLineBytes)
    deferred_lines_.emplace_back(line);
}

void ProtocolSession::handle_init(const Line& line, ParseResult& parsed) {
  const std::string robot_class = sanitize_class(line.find("ClassName").value_or(""));
  if (!has_requested_spawn_ && robot_class.empty())
    parsed.warning = "INIT needs a ClassName, as in INIT {ClassName USARBot.P3AT}";
  if (has_requested_spawn_ || robot_class.empty()) return;
  has_requested_spawn_ = true;
  if (equal_without_case(robot_class, kWorldController)) {
    is_world_controller_ = true;
    return;
  }
  // Blanks would break POSITIONS {Name R1 Location ...}.
  std::string name = sanitize(line.find("Name").value_or(""));
  std::replace(name.begin(), name.end(), ' ', '_');
  SpawnRobot order{robot_class, {}, {"usual"}};
  set_start(line, order, parsed);
  parsed.commands.push_back({name.empty() ? fallback_name_ : name, std::move(order)});
}

// {Start} has precedence over {Location}; an empty name counts as absent. An unknown start is
// replaced by a free one (by the origin in a world without starts), and the client gets the list of
// starts.
void ProtocolSession::set_start(const Line& line, SpawnRobot& order, ParseResult& parsed) const {
  const std::string_view name = line.find("Start").value_or("");
  if (name.empty()) {
    order.world_from_model = {position_from_wire(line.find("Location").value_or("")),
                              quat_from(rotation_from_wire(line.find("Rotation").value_or("")))};
    return;
  }
  if (const NamedPose* const start = find_start(*arena_, name, settings_.dialect)) {
    order.world_from_model = start->pose;
    return;
  }
  parsed.warning = "unknown start '" + sanitize(name) + "'; " +
                   (arena_->starts.empty() ? "using the origin: this world has no starts"
                                           : "using a free one of " + start_names());
  parsed.reply += start_poses_line(*arena_, settings_.dialect);
  if (!arena_->starts.empty()) order.start = sanitize(name);
}

std::string ProtocolSession::start_names() const {
  constexpr std::size_t kMaxNamed = 20;
  std::string names;
  for (std::size_t i = 0; i < std::min(arena_->starts.size(), kMaxNamed); ++i)
    names += (i > 0 ? ", " : "") + start_name(arena_->starts[i], settings_.dialect);
  return names + (arena_->starts.size() > kMaxNamed ? ", ..." : "");
}

void ProtocolSession::handle_query(const Line& line, ParseResult& parsed) const {
  const std::string type = sanitize(line.find("Type").value_or(""));
  const std::string name = sanitize(line.find("Name").value_or(""));
  parsed.reply = line.is("GETCONF") ? configuration_lines(*robot_, type, name, settings_.dialect)
                                    : geometry_lines(*robot_, type, name, settings_.dialect);
}

void ProtocolSession::handle_robot_command(const Line& line, ParseResult& parsed) {
  if (line.is("SET")) return handle_set(line, parsed);
  for (CommandData& order : parse_robot_command(line, *robot_, settings_.dialect, drive_defaults_))
    parsed.commands.push_back({robot_->name, std::move(order)});
}

void ProtocolSession::handle_set(const Line& line, ParseResult& parsed) {
  SetResult result = parse_set(line, *robot_);
  for (CommandData& order : result.commands)
    parsed.commands.push_back({robot_->name, std::move(order)});
  for (const SetResult::Part& part : result.parts)
    parsed.reply += result_line(now_, result.type, part.name, part.status, settings_.dialect);
}

void ProtocolSession::handle_control(const Line& line, ParseResult& parsed) {
  if (!line.is("CONTROL")) return;
  const std::string next_name = fallback_name_ + "_thing" + std::to_string(created_count_ + 1);
  ControlResult result = parse_control(line, next_name);
  if (result.question) parsed.question = StatusQuery{*result.question};
  if (!result.command) return;
  if (result.command->robot == next_name) ++created_count_;
  parsed.commands.push_back(*std::move(result.command));
}

// --- results ---------------------------------------------------------------------------------

ParseResult ProtocolSession::on_spawned(RobotDescription robot) {
  robot_ = std::move(robot);
  name_sensors(*robot_, settings_.dialect);
  ParseResult all;
  // UDK sends the tile of each camera unasked.
  if (settings_.dialect == Dialect::Udk && has_tiled_camera(*robot_))
    all.reply = configuration_lines(*robot_, "Camera", "", settings_.dialect);
  const std::vector<std::string> lines = std::move(deferred_lines_);
  deferred_lines_.clear();
  for (const std::string& line : lines) append(all, handle_line(line));
  return all;
}

void ProtocolSession::on_spawn_rejected() {
  has_requested_spawn_ = false;
  deferred_lines_.clear();
}

std::string ProtocolSession::on_spawn_pose_rejected() {
  on_spawn_rejected();
  return in_dialect(start_poses_line(*arena_, settings_.dialect));
}

std::string ProtocolSession::on_command_result(const Command& command, const CommandResult& answer,
                                               Tick tick) {
  now_ = tick;
  if (!robot_) return {};
  if (const auto* zoom = std::get_if<SetFieldOfView>(&command.data); zoom && answer.is_done)
    for (SensorDescription& sensor : robot_->sensors)
      if (sensor.name == zoom->sensor) sensor.zoomed_field_of_view = zoom->angle;
  const std::string status = answer.is_done ? "OK" : "Failed";
  if (std::holds_alternative<DropTag>(command.data))
    return result_line(tick, "RFIDReleaser", kTagReleaser, status, settings_.dialect);
  if (std::holds_alternative<DropRelay>(command.data))  // on success the name is that of the relay
    return result_line(tick, "RelayReleaser", answer.is_done ? answer.text : kRelayReleaser, status,
                       settings_.dialect);
  const auto* reading = std::get_if<ReadTag>(&command.data);
  if (reading == nullptr && !std::holds_alternative<WriteTag>(command.data)) return {};
  const std::string line =
      result_line(tick, "RFID", first_reader(*robot_), status, settings_.dialect);
  if (reading == nullptr || !answer.is_done) return line;
  return with_memory(line, reading->id, sanitize(answer.text, answer.text.size()));
}

// --- output ----------------------------------------------------------------------------------

std::string ProtocolSession::sensor_text(std::span<const Reading> readings) {
  if (!robot_ || readings.empty()) return {};
  now_ = readings.back().tick;
  if (settings_.dialect != Dialect::Classic)
    return in_dialect(sensor_lines(*robot_, readings, settings_));
  return in_dialect(sensor_lines(*robot_, readings, settings_, [this](const Reading& reading) {
    return !has_new_tags(reading);
  }));
}

// Classic's reader sent a line when a tag came into range, not while it stayed in range.
bool ProtocolSession::has_new_tags(const Reading& reading) {
  const auto* tags = std::get_if<RfidReading>(&reading.data);
  if (tags == nullptr) return true;
  std::set<int> ids;
  for (const TagSighting& tag : tags->tags) ids.insert(tag.id);
  std::set<int>& known = tags_in_range_[reading.sensor];
  const bool has_new = !std::includes(known.begin(), known.end(), ids.begin(), ids.end());
  known = std::move(ids);
  return has_new;
}

// STA comes last: to a client in lockstep it marks the end of the step. A robot with an empty
// battery ignores commands; a description without a battery never counts as empty.
std::string ProtocolSession::status_text(const RobotStatus& status) {
  if (!robot_) return {};
  now_ = status.tick;
  battery_is_empty_ = robot_->battery > 0.0 && status.battery <= 0.0;
  const std::string cameras =
      battery_is_empty_ ? "" : camera_lines(*robot_, status.tick, settings_.dialect);
  return in_dialect(cameras + package_lines(*robot_, status, settings_.dialect) +
                    status_line(*robot_, status, settings_.dialect));
}

std::string ProtocolSession::on_robot_removed(const std::string& killer, const std::string& cause) {
  is_dead_ = true;
  return death_line(killer, cause);
}

}  // namespace rubble::usarsim
