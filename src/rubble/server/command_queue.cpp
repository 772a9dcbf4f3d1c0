// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/command_queue.h"

#include <algorithm>

#include "rubble/base/assert.h"
#include "rubble/server/real_time_pacer.h"

namespace rubble::server {

void TickCommands::add(Command command, CommandOrigin origin) {
  commands.push_back(std::move(command));
  origins.push_back(std::move(origin));
}

void CommandQueue::add(net::ConnectionId client, Command command) {
  of_clients_.push_back({std::move(command), client, {}});
}

void CommandQueue::discard(net::ConnectionId client) {
  std::erase_if(of_clients_, [&](const ClientCommand& one) { return one.client == client; });
}

int CommandQueue::pending_spawns() const {
  return static_cast<int>(
      std::count_if(of_clients_.begin(), of_clients_.end(), [](const ClientCommand& one) {
        return std::holds_alternative<SpawnRobot>(one.command.data);
      }));
}

void CommandQueue::submit(Command command, OnCommandResult on_result) {
  constexpr std::size_t kMaxPageCommands = 1000;  // of all pages, per tick
  if (of_pages_.size() >= kMaxPageCommands) {
    if (on_result) on_result({false, "Too many commands are pending; try again."});
    return;
  }
  of_pages_.push_back({std::move(command), std::move(on_result)});
}

TickCommands CommandQueue::take(const RankOf& rank_of) {
  TickCommands tick;
  take_client_commands(rank_of, tick);
  take_pilot_commands(tick);
  for (PageCommand& one : std::exchange(of_pages_, {}))
    tick.add(std::move(one.command), {.on_result = std::move(one.on_result)});
  for (Command& command : teleop_.decide(tick.commands, wall_seconds()))
    tick.add(std::move(command), {});
  return tick;
}

void CommandQueue::take_client_commands(const RankOf& rank_of, TickCommands& tick) {
  std::vector<ClientCommand> taken = std::exchange(of_clients_, {});
  for (ClientCommand& one : taken) one.rank = rank_of(one.client);
  std::stable_sort(taken.begin(), taken.end(),
                   [](const ClientCommand& a, const ClientCommand& b) { return a.rank < b.rank; });
  for (ClientCommand& one : taken) tick.add(std::move(one.command), {.client = one.client});
}

void CommandQueue::take_pilot_commands(TickCommands& tick) {
  for (Command& command : simulation_.pilot_commands()) {
    last_piloted_[command.robot] = simulation_.state().tick;
    tick.add(std::move(command), {});
  }
}

void CommandQueue::report_results(const TickCommands& tick,
                                  std::span<const CommandResult> results) {
  RUBBLE_ASSERT(tick.commands.size() == tick.origins.size());
  RUBBLE_ASSERT(tick.commands.size() == results.size());
  for (std::size_t i = 0; i < results.size(); ++i)
    if (tick.origins[i].on_result) tick.origins[i].on_result(results[i]);
}

bool CommandQueue::was_piloted(const std::string& robot) const {
  const auto piloted = last_piloted_.find(robot);
  return piloted != last_piloted_.end() &&
         simulation_.state().tick - piloted->second < kTicksPerSecond;
}

}  // namespace rubble::server
