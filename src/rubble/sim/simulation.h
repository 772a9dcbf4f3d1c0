// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/messages/command.h"
#include "rubble/messages/event.h"
#include "rubble/messages/reading.h"
#include "rubble/robots/robots.h"
#include "rubble/sim/settings.h"
#include "rubble/world/world.h"

namespace rubble::pilots {
class Pilot;
}
namespace rubble::rays {
class Scene;
class StaticScene;
}  // namespace rubble::rays
namespace rubble::sensors {
class Suite;
}
namespace rubble::smoke {
class SmokeField;
}

namespace rubble::sim {

enum class Phase { Orders, Pilots, Physics, Sensing };

// A running world. One thread owns it. The results depend only on the world, the seed and the
// commands, not on the number of worker threads.
//
// Pilots, sensors, scene and smoke field are only declared here: who uses them includes their
// headers.
class Simulation {
 public:
  Simulation(World world, const Settings& settings);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  // Adds a robot at a pose, or on the nearest free floor if the pose is not free. It is an error
  // if there is none near it (FreePoseFinder).
  Result<RobotId> spawn(std::shared_ptr<const Model> model, const std::string& name,
                        const Pose& world_from_model);
  // Removes the robot or object of that name.
  Result<void> remove(const std::string& name);
  // Executes a command immediately, before the coming tick; used for robots that are added before a
  // run. The same command in the coming tick gives the same run. Drive commands are only validated
  // here: they take effect in a tick.
  CommandResult execute(const Command& command);
  // The model of a robot class.
  Result<std::shared_ptr<const Model>> find_model(const std::string& robot_class);
  // Names of the robot models that can be added.
  std::vector<std::string> robot_classes() const;
  const std::vector<Warning>& model_warnings() const;

  // The start pose of the k-th robot without a given pose, or the start of that name.
  Result<Pose> start_pose(std::size_t k) const;
  Result<Pose> start_pose(const std::string& name) const;
  // Whether a robot can be added at or near the pose.
  bool can_enter(const std::shared_ptr<const Model>& model, const Pose& world_from_model) const;

  // Switches one sensor or all sensors of a robot on. Sensors that are off cost nothing.
  Result<void> switch_on(RobotId robot, const std::string& sensor);
  Result<void> switch_on_all(RobotId robot);
  // Mounts an additional sensor at the robot's first laser or camera, or else on its roof, and
  // switches it on.
  Result<void> mount(RobotId robot, SensorSpec spec);

  // Adds a pilot that drives from the next tick on.
  void add_pilot(std::unique_ptr<pilots::Pilot> pilot);
  // The pilots' commands for the coming tick, in the order the pilots were added.
  std::vector<Command> pilot_commands();

  // Executes the commands and advances the world by one tick.
  physics::StepReport step(std::span<const Command> commands);
  // Sets a callback that is called after each phase of a tick, for time measurement; null removes
  // it.
  void set_phase_listener(std::function<void(Phase)> listener);
  // The results of the commands of the last tick, one per command.
  const std::vector<CommandResult>& command_results() const;
  // Events of the last tick and of execute() since the tick before.
  const std::vector<Event>& events() const;
  // Events since the last tick: of execute() and of construction.
  const std::vector<Event>& pending_events() const;
  // Sensor readings of the end of the last tick.
  const std::vector<Reading>& readings() const;

  // Everything that makes the future of the run, between two ticks: the state, commands in force,
  // scripted objects, what sensors and pilots remember, the solver's warm start. An error says what
  // cannot be saved.
  Result<std::string> save();
  // Goes on from what save() gave, to the bit, for any number of threads. World and settings are
  // those of the saved run; robots that came from a file by path are looked up by path_of, where
  // that file may be elsewhere now.
  using PathOf = std::function<std::string(const std::string&)>;
  static Result<std::unique_ptr<Simulation>> restore(World world, const Settings& settings,
                                                     std::string snapshot,
                                                     const PathOf& path_of = {});

  const World& world() const;
  const State& state() const;
  const robots::Robots& robots() const;
  const sensors::Suite& sensors() const;
  const physics::Physics& physics() const;
  const rays::Scene& scene() const;
  // For other scenes of this world, on any thread.
  const std::shared_ptr<const rays::StaticScene>& static_scene() const;
  const smoke::SmokeField& smoke_field() const;
  const Settings& settings() const;

 private:
  struct Parts;  // sim/simulation_parts.h
  explicit Simulation(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

}  // namespace rubble::sim
