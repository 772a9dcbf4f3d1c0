// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rubble/base/archive.h"
#include "rubble/messages/reading.h"
#include "rubble/pilots/pilot.h"
#include "rubble/rays/scene.h"
#include "rubble/rendering/renderer.h"
#include "rubble/sim/population.h"
#include "rubble/sim/simulation.h"
#include "rubble/sim/step_events.h"
#include "rubble/smoke/smoke_field.h"

namespace rubble::sim {

// What a Simulation is made of. Only for simulation.cpp and snapshot.cpp.
struct Simulation::Parts {
  // Nothing stands in the world yet.
  Parts(World world, const Settings& settings);

  CommandResult execute(const Command& command);
  std::vector<Command> pilot_commands();
  physics::StepReport step(std::span<const Command> commands);

  void save_instances(Archive& archive);
  void restore_instances(Archive& archive, const PathOf& path_of);
  void serialize(Archive& archive);

  Population population;  // its events are those since the last tick
  rays::Scene scene;
  smoke::SmokeField smoke_field;
  rendering::Renderer renderer;
  std::vector<std::unique_ptr<pilots::Pilot>> pilots;
  StepEvents step_events;
  std::function<void(Phase)> phase_listener;
  // Of the last tick.
  std::vector<CommandResult> command_results;
  std::vector<Event> events;
  std::vector<Reading> readings;

 private:
  std::vector<Reading> sense(const physics::StepReport& report);
  void notice_empty_batteries();
  void finish(Phase phase) const {
    if (phase_listener) phase_listener(phase);
  }
  sensors::SampleContext sample_context(std::span<const physics::Contact> contacts) const;
};

}  // namespace rubble::sim
