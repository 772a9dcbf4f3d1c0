// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/pilot_archive.h"

#include "rubble/pilots/command_pilot.h"
#include "rubble/pilots/explore/explore.h"
#include "rubble/pilots/wander.h"

namespace rubble::pilots {
namespace {

enum class PilotKind : std::uint8_t { Wander, Explore, Commands, Other };

PilotKind kind_of(const Pilot& pilot) {
  if (dynamic_cast<const Wander*>(&pilot) != nullptr) return PilotKind::Wander;
  if (dynamic_cast<const Explore*>(&pilot) != nullptr) return PilotKind::Explore;
  if (dynamic_cast<const CommandPilot*>(&pilot) != nullptr) return PilotKind::Commands;
  return PilotKind::Other;
}

// Whom it drives; invalid for commands of a file.
InstanceId robot_of(const Pilot& pilot, const State& state) {
  if (const auto* wander = dynamic_cast<const Wander*>(&pilot)) return wander->robot();
  if (const auto* explore = dynamic_cast<const Explore*>(&pilot)) {
    for (const RobotState& robot : state.robots)
      if (state.instances[robot.instance.index()].name == explore->robot()) return robot.instance;
  }
  return {};
}

// Null, and the archive has failed, where the robot is none that such a pilot can drive.
std::unique_ptr<Pilot> make_pilot(PilotKind kind, InstanceId robot, const State& state,
                                  std::uint64_t seed, Archive& archive) {
  if (kind == PilotKind::Commands)
    return std::make_unique<CommandPilot>(std::vector<TimedCommand>());
  const bool is_robot = robot.is_valid() && robot.index() < state.instances.size() &&
                        state.instances[robot.index()].model->robot.has_value();
  if (is_robot) {
    const Instance& instance = state.instances[robot.index()];
    const robots::Measures measures = robots::measure(*instance.model);
    if (kind == PilotKind::Wander) return std::make_unique<Wander>(state, robot, measures, seed);
    if (kind == PilotKind::Explore) {
      auto explorer = make_explorer(*instance.model, instance.name, measures, seed);
      if (explorer) return *std::move(explorer);
    }
  }
  archive.fail("a pilot of a robot that it cannot drive");
  return nullptr;
}

}  // namespace

void serialize_pilots(Archive& archive, const State& state, std::uint64_t seed,
                      std::vector<std::unique_ptr<Pilot>>& pilots) {
  archive.section("pilots");
  std::size_t count = pilots.size();
  archive(count);
  for (std::size_t i = 0; i < count && !archive.has_failed(); ++i) {
    PilotKind kind = archive.is_reading() ? PilotKind::Other : kind_of(*pilots[i]);
    InstanceId robot = archive.is_reading() ? InstanceId() : robot_of(*pilots[i], state);
    archive(kind, robot);
    if (archive.is_reading()) {
      auto pilot = make_pilot(kind, robot, state, seed, archive);
      if (pilot == nullptr) return;
      pilots.push_back(std::move(pilot));
    }
    archive(*pilots[i]);
  }
}

}  // namespace rubble::pilots
