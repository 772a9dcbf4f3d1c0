// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/usarsim_service.h"

#include <algorithm>

#include "rubble/base/log.h"
#include "rubble/sim/describe.h"
#include "rubble/sim/position_text.h"
#include "rubble/usarsim/protocol/legacy_classes.h"
#include "rubble/usarsim/protocol/number_text.h"
#include "rubble/usarsim/protocol/status_lines.h"

namespace rubble::server {

namespace {

// Per client, in one tick or one lockstep wait.
constexpr int kMaxPendingCommands = 4096;

bool is_removal(const Command& command, const CommandResult& answer) {
  return answer.is_done && std::holds_alternative<LeaveWorld>(command.data);
}

// The simulation may give a robot or an object another name than the command.
const std::string& name_of(const Command& command, const CommandResult& answer) {
  return answer.is_done && !answer.text.empty() ? answer.text : command.robot;
}

}  // namespace

// One connection and its robot.
struct UsarsimService::ClientSession {
  usarsim::ProtocolSession protocol;
  std::string robot;        // empty: none
  std::string wanted_name;  // requested by INIT
  int pending_commands = 0;
  bool was_warned_of_flood = false;  // of dropped commands
  int refusals = 0;

  // Limits log output caused by a client's failing commands.
  bool should_log_refusal() {
    constexpr int kMaxWarnings = 5;
    return refusals++ < kMaxWarnings;
  }
};

UsarsimService::UsarsimService(sim::Simulation& simulation, CommandQueue& queue,
                               const UsarsimSettings& settings, SendLines send_lines)
    : simulation_(simulation),
      queue_(queue),
      wire_(settings.wire),
      send_lines_(std::move(send_lines)),
      arena_(sim::arena_of(simulation.world())),
      tiles_(settings.tiles) {
  arena_.time_limit = settings.time_limit;
}

UsarsimService::~UsarsimService() = default;

void UsarsimService::open(net::ConnectionId connection) {
  usarsim::ProtocolSession protocol(arena_, wire_, "Robot" + std::to_string(connection));
  send(connection, protocol.greeting_lines(), net::Delivery::Reliable);
  sessions_.emplace(connection,
                    std::make_unique<ClientSession>(ClientSession{std::move(protocol)}));
}

void UsarsimService::receive(net::ConnectionId connection, std::string_view line) {
  const auto found = sessions_.find(connection);
  if (found == sessions_.end()) return;
  tap_.observe(found->second->robot, true, line);
  apply(connection, *found->second, found->second->protocol.handle_line(line));
}

void UsarsimService::send(net::ConnectionId connection, std::string lines, net::Delivery delivery) {
  if (tap_.is_active()) tap_.observe(robot_of(connection), false, lines);
  send_lines_(connection, std::move(lines), delivery);
}

std::string UsarsimService::robot_of(net::ConnectionId connection) const {
  const auto found = sessions_.find(connection);
  return found == sessions_.end() ? std::string() : found->second->robot;
}

void UsarsimService::apply(net::ConnectionId connection, ClientSession& client,
                           usarsim::ParseResult parsed) {
  if (parsed.question) {
    parsed.reply += answer_status_query(*parsed.question);
    if (wire_.dialect != usarsim::Dialect::Udk) usarsim::drop_minus_of_zero(parsed.reply);
  }
  if (!parsed.reply.empty()) send(connection, std::move(parsed.reply), net::Delivery::Reliable);
  if (parsed.ends_turn) lockstep_.end_turn(connection);
  if (!parsed.warning.empty() && client.should_log_refusal()) log_warning("{}", parsed.warning);
  for (Command& command : parsed.commands) {
    if (client.pending_commands == kMaxPendingCommands) return warn_command_flood(client);
    ++client.pending_commands;
    if (auto* const spawn = std::get_if<SpawnRobot>(&command.data)) {
      client.wanted_name = command.robot;
      substitute_legacy_class(*spawn);
    }
    queue_.add(connection, std::move(command));
  }
}

// Old clients request robot classes without published data.
void UsarsimService::substitute_legacy_class(SpawnRobot& order) {
  const std::string_view nearest = usarsim::nearest_class(order.robot_class);
  if (nearest.empty() || simulation_.find_model(order.robot_class)) return;
  log_info("unknown robot class '{}'; using the nearest class, {}", order.robot_class, nearest);
  order.robot_class = nearest;
}

void UsarsimService::warn_command_flood(ClientSession& client) {
  if (!client.was_warned_of_flood)
    log_warning("a client{} sends more than {} commands per tick; further commands are dropped",
                client.robot.empty() ? "" : " ('" + client.robot + "')", kMaxPendingCommands);
  client.was_warned_of_flood = true;
}

void UsarsimService::close(net::ConnectionId connection) {
  const auto found = sessions_.find(connection);
  if (found == sessions_.end()) return;
  const std::string robot = found->second->robot;
  queue_.discard(connection);
  const auto leave = [&](const std::string& name) { queue_.add(connection, {name, LeaveWorld{}}); };
  for (const auto& [thing, maker] : creators_)
    if (maker == connection) leave(thing);
  std::erase_if(creators_, [&](const auto& entry) { return entry.second == connection; });
  if (!robot.empty()) {
    log_info("'{}' leaves", robot);
    leave(robot);
    release_robot(robot);
  }
  lockstep_.forget(connection);
  sessions_.erase(connection);
}

UsarsimService::ClientSession* UsarsimService::session_of(const std::string& robot) {
  const auto owner = owners_.find(robot);
  return owner == owners_.end() ? nullptr : sessions_.at(owner->second).get();
}

CommandQueue::Rank UsarsimService::rank_of(net::ConnectionId connection) const {
  const auto client = sessions_.find(connection);
  if (client == sessions_.end()) return {std::string(), 0};
  const bool is_controller = client->second->protocol.is_world_controller();
  return {is_controller ? "~" : "." + client->second->wanted_name, connection};
}

void UsarsimService::after_tick(const TickCommands& tick) {
  handle_results(tick);
  handle_events();
  send_readings();
}

// In command order: within one tick a robot may be removed and another spawned under its name.
void UsarsimService::handle_results(const TickCommands& tick) {
  const std::span<const Command> commands = tick.commands;
  const std::span<const CommandResult> answers = simulation_.command_results();
  RUBBLE_ASSERT(commands.size() == answers.size());
  std::map<std::string, std::size_t> last_exits;
  for (std::size_t i = 0; i < commands.size(); ++i)
    if (is_removal(commands[i], answers[i])) last_exits[commands[i].robot] = i;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (is_removal(commands[i], answers[i])) notify_robot_removed(commands[i].robot);
    const auto found = sessions_.find(tick.origins[i].client);
    if (found == sessions_.end()) continue;
    --found->second->pending_commands;
    CommandResult answer = answers[i];
    if (std::holds_alternative<SpawnRobot>(commands[i].data) && answer.is_done)
      if (const auto leaving = last_exits.find(answer.text);
          leaving != last_exits.end() && leaving->second > i)
        answer = {false, "removed in the same tick"};
    handle_result(found->first, *found->second, commands[i], answer);
  }
}

void UsarsimService::handle_result(net::ConnectionId connection, ClientSession& client,
                                   const Command& command, const CommandResult& answer) {
  if (std::holds_alternative<SpawnRobot>(command.data)) {
    handle_spawn_result(connection, client, command, answer);
  } else if (const auto* object = std::get_if<CreateObject>(&command.data)) {
    const std::string& name = name_of(command, answer);
    if (!answer.is_done && client.should_log_refusal())
      log_warning("object '{}' could not be created: {}", name, answer.text);
    if (answer.is_done) creators_.erase(name);
    if (answer.is_done && !object->is_permanent) creators_[name] = connection;
  }
  std::string lines = client.protocol.on_command_result(command, answer, simulation_.state().tick);
  if (!lines.empty()) send(connection, std::move(lines), net::Delivery::Reliable);
}

void UsarsimService::handle_spawn_result(net::ConnectionId connection, ClientSession& client,
                                         const Command& command, const CommandResult& answer) {
  const std::string& name = name_of(command, answer);
  if (answer.is_done) return enter(connection, client, name);
  const auto& order = std::get<SpawnRobot>(command.data);
  if (client.should_log_refusal())
    log_warning("robot '{}' could not be spawned: {}{}", name, answer.text,
                list_robot_classes(order.robot_class));
  reject_spawn(connection, client, order);
}

void UsarsimService::notify_robot_removed(const std::string& robot) {
  ClientSession* const client = session_of(robot);
  if (client == nullptr) return;  // its client has disconnected
  send(owners_.at(robot), client->protocol.on_robot_removed("WorldController", "Killed"),
       net::Delivery::Reliable);
  client->robot.clear();
  release_robot(robot);
}

// For an unknown class: a hint with all classes; else empty.
std::string UsarsimService::list_robot_classes(const std::string& robot_class) {
  if (simulation_.find_model(robot_class)) return {};
  std::string names;
  for (const std::string& name : simulation_.robot_classes())
    names += (names.empty() ? "; the robots are " : ", ") + name;
  return names;
}

// A known class was rejected because of its pose.
void UsarsimService::reject_spawn(net::ConnectionId connection, ClientSession& client,
                                  const SpawnRobot& order) {
  if (simulation_.find_model(order.robot_class))
    send(connection, client.protocol.on_spawn_pose_rejected(), net::Delivery::Reliable);
  else
    client.protocol.on_spawn_rejected();
}

void UsarsimService::enter(net::ConnectionId connection, ClientSession& client,
                           const std::string& robot) {
  const RobotId id = simulation_.robots().find(robot, simulation_.state());
  RUBBLE_ASSERT(id.is_valid());
  tiles_.assign(sim::describe(simulation_, id));
  RobotDescription description = describe_robot(id);
  const Vec3 place = simulation_.state()
                         .world_from_model(simulation_.state().robots[id.index()].instance)
                         .position;
  log_info("{} enters as '{}' at {}", description.robot_class, robot, sim::position_text(place));
  client.robot = robot;
  owners_[robot] = connection;
  apply(connection, client, client.protocol.on_spawned(std::move(description)));
}

RobotDescription UsarsimService::describe_robot(RobotId robot) const {
  RobotDescription description = sim::describe(simulation_, robot);
  tiles_.describe(description);
  return description;
}

void UsarsimService::release_robot(const std::string& robot) {
  owners_.erase(robot);
  tiles_.release(robot);
}

void UsarsimService::handle_events() {
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
void UsarsimService::send_readings() {
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

void UsarsimService::send_robot_status() {
  for (const auto& [robot, connection] : owners_) {
    const RobotId id = simulation_.robots().find(robot, simulation_.state());
    if (!id.is_valid()) continue;
    send(connection,
         sessions_.at(connection)->protocol.status_text(sim::status_of(simulation_, id)),
         net::Delivery::Droppable);
  }
}

// Objects created by world controllers.
std::string UsarsimService::answer_status_query(const usarsim::StatusQuery& question) const {
  const State& state = simulation_.state();
  std::map<std::string, InstanceId> asked;
  for (const InstanceId id : state.present) {
    const std::string& name = state.instances[id.index()].name;
    const bool is_meant = question.name.empty() || question.name == name;
    if (is_meant && controller_objects_.contains(name)) asked.emplace(name, id);
  }
  std::string lines;
  for (const auto& [name, id] : asked) {
    const Vec3 size = robots::measure(*state.instances[id.index()].model).size;
    lines += usarsim::object_line(name, size, state.world_from_model(id), "");
  }
  return lines;
}

}  // namespace rubble::server
