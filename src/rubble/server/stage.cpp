// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/stage.h"

#include <algorithm>

#include "rubble/base/log.h"
#include "rubble/server/real_time_pacer.h"
#include "rubble/sim/describe.h"
#include "rubble/sim/position_text.h"
#include "rubble/usarsim/protocol/legacy_classes.h"
#include "rubble/usarsim/protocol/number_text.h"

namespace rubble::server {

namespace {

// Per client, in one tick or one lockstep wait.
constexpr int kMaxPendingCommands = 4096;
constexpr std::size_t kMaxPageCommands = 1000;  // of all pages, per tick

bool is_removal(const Command& command, const CommandResult& answer) {
  return answer.is_done && std::holds_alternative<LeaveWorld>(command.data);
}

}  // namespace

// One connection and its robot.
struct Stage::ClientSession {
  usarsim::ProtocolSession protocol;
  std::string robot;            // empty: none
  std::string wanted_name;      // requested by INIT
  bool has_ended_turn = false;  // lockstep
  int pending_commands = 0;
  bool was_warned_of_flood = false;  // of dropped commands
  int refusals = 0;

  // Limits log output caused by a client's failing commands.
  bool should_log_refusal() {
    constexpr int kMaxWarnings = 5;
    return refusals++ < kMaxWarnings;
  }
};

Stage::Stage(sim::Simulation& simulation, const StageSettings& settings, SendLines speak)
    : simulation_(simulation),
      settings_(settings),
      send_lines_(std::move(speak)),
      arena_(sim::arena_of(simulation.world())),
      tiles_(static_cast<std::size_t>(settings.tiles.columns * settings.tiles.rows)),
      teleop_(simulation) {
  arena_.time_limit = settings.time_limit;
}

Stage::~Stage() = default;

void Stage::open(net::ConnectionId connection) {
  usarsim::ProtocolSession protocol(arena_, settings_.wire, "Robot" + std::to_string(connection));
  send(connection, protocol.greeting_lines(), net::Delivery::Reliable);
  sessions_.emplace(connection,
                    std::make_unique<ClientSession>(ClientSession{std::move(protocol)}));
}

void Stage::receive(net::ConnectionId connection, std::string_view line) {
  const auto found = sessions_.find(connection);
  if (found == sessions_.end()) return;
  if (protocol_tap_) protocol_tap_(found->second->robot, true, line);
  apply(connection, *found->second, found->second->protocol.handle_line(line));
}

void Stage::send(net::ConnectionId connection, std::string lines, net::Delivery delivery) {
  if (protocol_tap_) protocol_tap_(robot_of(connection), false, lines);
  send_lines_(connection, std::move(lines), delivery);
}

std::string Stage::robot_of(net::ConnectionId connection) const {
  const auto found = sessions_.find(connection);
  return found == sessions_.end() ? std::string() : found->second->robot;
}

std::string Stage::driver_of(const std::string& robot) const {
  constexpr Tick kRecently = kTicksPerSecond;
  if (const std::string hand = teleop_.driver_of(robot); !hand.empty()) return hand;
  if (owners_.contains(robot)) return "client";
  const auto piloted = last_piloted_.find(robot);
  const bool is_piloted =
      piloted != last_piloted_.end() && simulation_.state().tick - piloted->second < kRecently;
  return is_piloted ? "pilot" : "";
}

void Stage::submit(Command command, std::function<void(const CommandResult&)> then) {
  if (page_commands_.size() >= kMaxPageCommands) {
    if (then) then({false, "Too many commands are pending; try again."});
    return;
  }
  page_commands_.push_back({std::move(command), std::move(then)});
}

void Stage::answer_pages(std::span<const PageCommand> commands,
                         std::span<const CommandResult> answers) {
  for (std::size_t i = 0; i < commands.size(); ++i)
    if (commands[i].on_answer) commands[i].on_answer(answers[i]);
}

void Stage::apply(net::ConnectionId connection, ClientSession& client,
                  usarsim::ParseResult parsed) {
  if (parsed.question) {
    parsed.reply += answer_status_query(*parsed.question);
    if (settings_.wire.dialect != usarsim::Dialect::Udk) usarsim::drop_minus_of_zero(parsed.reply);
  }
  if (!parsed.reply.empty()) send(connection, std::move(parsed.reply), net::Delivery::Reliable);
  client.has_ended_turn |= parsed.ends_turn;
  if (!parsed.warning.empty() && client.should_log_refusal()) log_warning("{}", parsed.warning);
  for (Command& command : parsed.commands) {
    if (client.pending_commands == kMaxPendingCommands) return warn_command_flood(client);
    ++client.pending_commands;
    if (auto* const spawn = std::get_if<SpawnRobot>(&command.data)) {
      client.wanted_name = command.robot;
      substitute_legacy_class(*spawn);
    }
    pending_.push_back({std::move(command), connection});
  }
}

// Old clients request robot classes without published data.
void Stage::substitute_legacy_class(SpawnRobot& order) {
  const std::string_view nearest = usarsim::nearest_class(order.robot_class);
  if (nearest.empty() || simulation_.find_model(order.robot_class)) return;
  log_info("unknown robot class '{}'; using the nearest class, {}", order.robot_class, nearest);
  order.robot_class = nearest;
}

void Stage::warn_command_flood(ClientSession& client) {
  if (!client.was_warned_of_flood)
    log_warning("a client{} sends more than {} commands per tick; further commands are dropped",
                client.robot.empty() ? "" : " ('" + client.robot + "')", kMaxPendingCommands);
  client.was_warned_of_flood = true;
}

void Stage::close(net::ConnectionId connection) {
  const auto found = sessions_.find(connection);
  if (found == sessions_.end()) return;
  const std::string robot = found->second->robot;
  std::erase_if(pending_, [&](const PendingCommand& one) { return one.client == connection; });
  const auto leave = [&](const std::string& name) {
    pending_.push_back({{name, LeaveWorld{}}, connection});
  };
  for (const auto& [thing, maker] : creators_)
    if (maker == connection) leave(thing);
  std::erase_if(creators_, [&](const auto& entry) { return entry.second == connection; });
  if (!robot.empty()) {
    log_info("'{}' leaves", robot);
    leave(robot);
    release_robot(robot);
  }
  sessions_.erase(connection);
}

Stage::ClientSession* Stage::session_of(const std::string& robot) {
  const auto owner = owners_.find(robot);
  return owner == owners_.end() ? nullptr : sessions_.at(owner->second).get();
}

// Sorts by robot name instead of order of arrival, so that a lockstep run does not depend on
// timing. Commands of closed connections come first (their robots make room), world controllers
// last.
void Stage::sort_pending_commands() {
  const auto rank = [this](const PendingCommand& one) {
    const auto client = sessions_.find(one.client);
    if (client == sessions_.end()) return std::pair(std::string(), net::ConnectionId{0});
    const bool is_controller = client->second->protocol.is_world_controller();
    return std::pair(is_controller ? "~" : "." + client->second->wanted_name, one.client);
  };
  std::stable_sort(
      pending_.begin(), pending_.end(),
      [&](const PendingCommand& a, const PendingCommand& b) { return rank(a) < rank(b); });
}

physics::StepReport Stage::step() {
  sort_pending_commands();
  const std::vector<PendingCommand> pending = std::exchange(pending_, {});
  const std::vector<PageCommand> page_commands = std::exchange(page_commands_, {});
  std::vector<Command> commands;
  for (const PendingCommand& one : pending) commands.push_back(one.command);
  for (Command& command : simulation_.pilot_commands()) {
    last_piloted_[command.robot] = simulation_.state().tick;
    commands.push_back(std::move(command));
  }
  const std::size_t first_page_command = commands.size();
  for (const PageCommand& one : page_commands) commands.push_back(one.command);
  for (Command& command : teleop_.decide(commands, wall_seconds()))
    commands.push_back(std::move(command));
  if (run_recorder_ != nullptr) run_recorder_->record_commands(simulation_.state().tick, commands);
  remember(simulation_.state().tick, commands);
  physics::StepReport report = simulation_.step(commands);
  if (settings_.after_tick) settings_.after_tick();
  handle_results(pending, commands);
  answer_pages(page_commands, std::span(simulation_.command_results()).subspan(first_page_command));
  handle_events();
  send_readings();
  if (simulation_.state().tick % settings_.status_period == 0) send_robot_status();
  if (run_recorder_ != nullptr) record_tick();
  return report;
}

// In command order: within one tick a robot may be removed and another spawned under its name.
void Stage::handle_results(std::span<const PendingCommand> pending,
                           std::span<const Command> commands) {
  const std::span<const CommandResult> answers = simulation_.command_results();
  std::map<std::string, std::size_t> last_exits;
  for (std::size_t i = 0; i < commands.size(); ++i)
    if (is_removal(commands[i], answers[i])) last_exits[commands[i].robot] = i;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (is_removal(commands[i], answers[i])) notify_robot_removed(commands[i].robot);
    const auto found = i < pending.size() ? sessions_.find(pending[i].client) : sessions_.end();
    if (found == sessions_.end()) continue;
    --found->second->pending_commands;
    CommandResult answer = answers[i];
    if (std::holds_alternative<SpawnRobot>(commands[i].data) && answer.is_done)
      if (const auto leaving = last_exits.find(answer.text);
          leaving != last_exits.end() && leaving->second > i)
        answer = {false, "removed in the same tick"};
    handle_result(pending[i].client, *found->second, commands[i], answer);
  }
}

void Stage::handle_result(net::ConnectionId connection, ClientSession& client,
                          const Command& command, const CommandResult& answer) {
  const std::string& name = answer.is_done && !answer.text.empty() ? answer.text : command.robot;
  if (std::holds_alternative<SpawnRobot>(command.data)) {
    if (answer.is_done) {
      enter(connection, client, name);
    } else {
      if (client.should_log_refusal())
        log_warning("robot '{}' could not be spawned: {}{}", name, answer.text,
                    list_robot_classes(std::get<SpawnRobot>(command.data).robot_class));
      reject_spawn(connection, client, std::get<SpawnRobot>(command.data));
    }
  } else if (const auto* thing = std::get_if<CreateObject>(&command.data)) {
    if (!answer.is_done && client.should_log_refusal())
      log_warning("object '{}' could not be created: {}", name, answer.text);
    if (answer.is_done) creators_.erase(name);
    if (answer.is_done && !thing->is_permanent) creators_[name] = connection;
  }
  std::string lines = client.protocol.on_command_result(command, answer, simulation_.state().tick);
  if (!lines.empty()) send(connection, std::move(lines), net::Delivery::Reliable);
}

void Stage::notify_robot_removed(const std::string& robot) {
  ClientSession* const client = session_of(robot);
  if (client == nullptr) return;  // its client has disconnected
  send(owners_.at(robot), client->protocol.on_robot_removed("WorldController", "Killed"),
       net::Delivery::Reliable);
  client->robot.clear();
  release_robot(robot);
}

// For an unknown class: a hint with all classes; else empty.
std::string Stage::list_robot_classes(const std::string& robot_class) {
  if (simulation_.find_model(robot_class)) return {};
  std::string names;
  for (const std::string& name : simulation_.robot_classes())
    names += (names.empty() ? "; the robots are " : ", ") + name;
  return names;
}

// A known class was rejected because of its pose.
void Stage::reject_spawn(net::ConnectionId connection, ClientSession& client,
                         const SpawnRobot& order) {
  if (simulation_.find_model(order.robot_class))
    send(connection, client.protocol.on_spawn_pose_rejected(), net::Delivery::Reliable);
  else
    client.protocol.on_spawn_rejected();
}

void Stage::enter(net::ConnectionId connection, ClientSession& client, const std::string& robot) {
  const RobotId id = simulation_.robots().find(robot, simulation_.state());
  RUBBLE_ASSERT(id.is_valid());
  assign_tiles(sim::describe(simulation_, id));
  RobotDescription description = describe_robot(id);
  const Vec3 place = simulation_.state()
                         .world_from_model(simulation_.state().robots[id.index()].instance)
                         .position;
  log_info("{} enters as '{}' at {}", description.robot_class, robot, sim::position_text(place));
  client.robot = robot;
  owners_[robot] = connection;
  apply(connection, client, client.protocol.on_spawned(std::move(description)));
}

void Stage::assign_tiles(const RobotDescription& robot) {
  for (const SensorDescription& sensor : robot.sensors) {
    if (sensor.kind != SensorKind::Camera) continue;
    const auto tile = std::find(tiles_.begin(), tiles_.end(), CameraId{});
    if (tile == tiles_.end()) return;
    *tile = {robot.name, sensor.name};
  }
}

RobotDescription Stage::describe_robot(RobotId robot) const {
  const TileGrid& grid = settings_.tiles;
  RobotDescription about = sim::describe(simulation_, robot);
  for (SensorDescription& sensor : about.sensors) {
    const auto tile = std::find(tiles_.begin(), tiles_.end(), CameraId{about.name, sensor.name});
    if (tile == tiles_.end()) continue;
    const int index = static_cast<int>(tile - tiles_.begin());
    sensor.tile_x = index % grid.columns * grid.width;
    sensor.tile_y = index / grid.columns * grid.height;
    sensor.tile_width = grid.width;
    sensor.tile_height = grid.height;
  }
  return about;
}

void Stage::release_robot(const std::string& robot) {
  owners_.erase(robot);
  for (CameraId& tile : tiles_)
    if (tile.robot == robot) tile = {};
}

void Stage::handle_events() {
  for (const Event& event : simulation_.events()) {
    if (event.is<ObjectCreated>()) controller_objects_.insert(event.subject);
    if (event.is<ObjectRemoved>()) {
      controller_objects_.erase(event.subject);
      // Another object of this name may have been created in the same tick.
      if (!simulation_.state().find(event.subject).is_valid()) creators_.erase(event.subject);
    }
    if (event.is<BatteryEmpty>()) log_info("the battery of '{}' is empty", event.subject);
    if (const auto* moved = event.as<RobotMoved>())
      log_warning("'{}' {}", event.subject, moved->remark);
  }
}

// Readings of one robot are adjacent.
void Stage::send_readings() {
  const std::span<const Reading> all = simulation_.readings();
  for (std::size_t first = 0; first < all.size();) {
    std::size_t last = first + 1;
    while (last < all.size() && all[last].robot == all[first].robot) ++last;
    if (ClientSession* const client = session_of(all[first].robot)) {
      std::string lines = client->protocol.sensor_text(all.subspan(first, last - first));
      if (!lines.empty())
        send(owners_.at(all[first].robot), std::move(lines), net::Delivery::Droppable);
    }
    first = last;
  }
}

void Stage::send_robot_status() {
  for (const auto& [robot, connection] : owners_) {
    const RobotId id = simulation_.robots().find(robot, simulation_.state());
    if (!id.is_valid()) continue;
    send(connection,
         sessions_.at(connection)->protocol.status_text(sim::status_of(simulation_, id)),
         net::Delivery::Droppable);
  }
}

void Stage::record_tick() {
  const auto kept = run_recorder_->record_tick(
      simulation_, [this](RobotId robot) { return describe_robot(robot); });
  if (kept) return;
  log_warning("{}; the run continues without recording", kept.error().to_string());
  run_recorder_.reset();
}

void Stage::remember(std::span<const Command> first_commands) {
  for (const Command& command : first_commands)
    command_history_.push_back({simulation_.state().tick, command});
}

// Without keeps_command_history the history is incomplete after the first command.
void Stage::remember(Tick tick, std::span<const Command> commands) {
  constexpr std::size_t kMaxHistory = 500'000;
  if (history_overflowed_ || commands.empty()) return;
  for (const Command& command : commands) command_history_.push_back({tick, command});
  if (settings_.keeps_command_history && command_history_.size() <= kMaxHistory) return;
  history_overflowed_ = true;
  command_history_ = {};
}

Result<void> Stage::begin_recording(std::unique_ptr<recording::Recorder> recorder,
                                    std::string name) {
  if (is_recording()) return Error{{}, "The run is already being recorded."};
  if (history_overflowed_)
    return Error{{},
                 "The command history of this run is too long to start a recording now; start the "
                 "run with --record."};
  run_recorder_ = std::make_unique<sim::RunRecorder>(std::move(recorder), simulation_,
                                                     command_history_, settings_.status_period);
  recording_name_ = std::move(name);
  recording_since_ = simulation_.state().tick;
  return {};
}

Result<void> Stage::end_recording() {
  const auto run_recorder = std::exchange(run_recorder_, nullptr);
  return run_recorder ? run_recorder->close(simulation_) : Result<void>();
}

bool Stage::has_no_clients() const { return owners_.empty() && pending_.empty(); }

int Stage::present_and_pending_robots() const {
  const auto is_coming = [](const PendingCommand& one) {
    return std::holds_alternative<SpawnRobot>(one.command.data);
  };
  return static_cast<int>(owners_.size()) +
         static_cast<int>(std::count_if(pending_.begin(), pending_.end(), is_coming));
}

std::vector<std::string> Stage::pending_clients() const {
  std::vector<std::string> names;
  for (const auto& [robot, connection] : owners_)
    if (!sessions_.at(connection)->has_ended_turn) names.push_back(robot);
  return names;
}

void Stage::begin_round() {
  for (auto& [connection, client] : sessions_) client->has_ended_turn = false;
}

CameraSnapshot Stage::camera_snapshot() const { return {simulation_.state(), tiles_}; }

}  // namespace rubble::server
