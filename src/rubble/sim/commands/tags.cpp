// SPDX-License-Identifier: Apache-2.0
// RFID tags that are read, written and dropped.
#include <algorithm>

#include "rubble/sim/commands/commands.h"
#include "rubble/sim/commands/targets.h"

namespace rubble::sim {
namespace {

constexpr std::size_t kMaxTextLength = 1000;
constexpr std::size_t kMaxTags = 10'000;

// A reader must be on and near enough.
Result<Tag*> reachable_tag(const RunContext& run, int id) {
  const auto robot = powered_robot(run);
  if (!robot) return robot.error();
  const InstanceId instance = robot_state(run, *robot).instance;
  if (!run.population.sensors().has_reader(instance))
    return Error{{}, "'" + run.name + "' has no tag reader that is on"};
  for (Tag& tag : run.population.state().tags)
    if (tag.id == id && run.reaches_tag && run.reaches_tag(instance, tag)) return &tag;
  return Error{{}, "'" + run.name + "' does not reach a tag " + std::to_string(id)};
}

}  // namespace

CommandResult apply(const RunContext& run, const WriteTag& order) {
  if (order.memory.size() > kMaxTextLength) return refused("a tag holds 1000 characters");
  const auto tag = reachable_tag(run, order.id);
  if (!tag) return refused(tag.error().message);
  (*tag)->memory = order.memory;
  return {};
}

CommandResult apply(const RunContext& run, const ReadTag& order) {
  const auto tag = reachable_tag(run, order.id);
  return tag ? CommandResult{true, (*tag)->memory} : refused(tag.error().message);
}

CommandResult apply(const RunContext& run, const DropTag&) {
  constexpr double kBehind = 0.1;  // m
  const auto robot = powered_robot(run);
  if (!robot) return refused(robot.error().message);
  std::vector<Tag>& tags = run.population.state().tags;
  if (tags.size() >= kMaxTags) return refused("there are too many tags in this world");
  int last = 0;
  for (const Tag& tag : tags) last = std::max(last, tag.id);
  const Vec3 place = ground_behind(run, *robot, kBehind);
  tags.push_back({.id = last + 1, .pose = {place}});
  run.population.tell(run.name, TagDropped{last + 1, place});
  return {true, std::to_string(last + 1)};
}

}  // namespace rubble::sim
