// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rubble/base/archive.h"
#include "rubble/base/parallel.h"
#include "rubble/base/result.h"
#include "rubble/messages/command.h"
#include "rubble/messages/event.h"
#include "rubble/physics/physics.h"
#include "rubble/pilots/pilot.h"
#include "rubble/rays/scene.h"
#include "rubble/rendering/renderer.h"
#include "rubble/robots/robots.h"
#include "rubble/sensors/suite.h"
#include "rubble/sim/model_library.h"
#include "rubble/sim/scripted_objects.h"
#include "rubble/smoke/smoke_field.h"
#include "rubble/world/load.h"
#include "rubble/world/world.h"

namespace rubble::sim {

enum class Phase { Orders, Pilots, Physics, Sensing };

struct Settings {
  std::uint64_t seed = 1;
  int threads = 1;
  physics::Settings physics;        // its gravity is the world's
  LoadSettings load;                // how models of robots that enter later are found
  bool allows_model_paths = false;  // robot classes may be files: never for clients from outside
};

// A world that runs. One thread owns it; what it computes depends on the world, the seed and the
// commands alone, not on how many threads help.
class Simulation {
 public:
  Simulation(World world, const Settings& settings);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  // Puts a robot at a pose, or on the nearest free floor if something is in the way; refused where
  // none is near or none is there at all (FreePoseFinder).
  Result<RobotId> spawn(std::shared_ptr<const Model> model, const std::string& name,
                        const Pose& world_from_model);
  // The model of that name leaves the world.
  Result<void> remove(const std::string& name);
  // Carries an order out at once, before the coming tick does: robots that enter before a run. The
  // same command in the coming tick leads to the same run. Driving orders wait for a tick.
  CommandResult execute(const Command& command);
  // The model that a robot class means.
  Result<std::shared_ptr<const Model>> find_model(const std::string& robot_class);
  // The robots among the models that may enter, by name.
  std::vector<std::string> robot_classes() const { return model_library_.robot_names(); }
  const std::vector<Warning>& model_warnings() const { return model_library_.warnings(); }

  // Where the k-th robot without a place of its own starts, or the start of that name.
  Result<Pose> start_pose(std::size_t k) const;
  Result<Pose> start_pose(const std::string& name) const;
  // Whether a robot would be let in there, if need be a little aside.
  bool can_enter(const std::shared_ptr<const Model>& model, const Pose& world_from_model) const;

  // Switches sensors of a robot on: the one of that name, or all. What is off costs nothing.
  Result<void> switch_on(RobotId robot, const std::string& sensor);
  Result<void> switch_on_all(RobotId robot);
  // Puts one more sensor on a robot and switches it on: where its first laser or camera sits, or
  // else on its roof.
  Result<void> mount(RobotId robot, SensorSpec spec);

  // A pilot drives from the next tick on.
  void add_pilot(std::unique_ptr<pilots::Pilot> pilot);
  // What the pilots want before the coming tick, in the order they were added.
  std::vector<Command> pilot_commands();

  // Advances the world by one tick. Carries out all orders: also those that bring robots and things
  // in and out.
  physics::StepReport step(std::span<const Command> commands);
  // Called after each phase of a tick: for a clock, which only servers have. Null: nobody.
  void set_phase_listener(std::function<void(Phase)> listener) {
    phase_listener_ = std::move(listener);
  }
  // What became of the commands of the last tick, one for each.
  const std::vector<CommandResult>& command_results() const { return command_results_; }
  // What happened in the last tick, and through execute() since the one before.
  const std::vector<Event>& events() const { return events_; }
  // What has happened since the last tick: through execute(), or as the world was built.
  const std::vector<Event>& pending_events() const { return pending_events_; }
  // What the sensors measured at the end of the last tick.
  const std::vector<Reading>& readings() const { return readings_; }

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

  const World& world() const { return world_; }
  const State& state() const { return state_; }
  const robots::Robots& robots() const { return robots_; }
  const sensors::Suite& sensors() const { return sensors_; }
  const physics::Physics& physics() const { return physics_; }
  const rays::Scene& scene() const { return scene_; }
  const smoke::SmokeField& smoke_field() const { return smoke_field_; }
  const Settings& settings() const { return settings_; }

 private:
  class CommandExecutor;  // what each order does
  struct Empty {};
  Simulation(World world, const Settings& settings, Empty);  // nothing stands in it yet
  // State, physics, rays and robots alike.
  InstanceId enter(std::shared_ptr<const Model> model, const std::string& name,
                   const Pose& world_from_model);
  void save_instances(Archive& archive);
  void restore_instances(Archive& archive, const PathOf& path_of);
  void serialize(Archive& archive);
  CommandResult dispatch(const Command& command);
  void free_robots();

  std::vector<Reading> sense(const physics::StepReport& report);
  // Events that are seen in the step's report.
  void notice(const physics::StepReport& report);
  void notice_empty_batteries();
  void finish(Phase phase) const {
    if (phase_listener_) phase_listener_(phase);
  }
  void tell(EventKind kind, const std::string& subject, const std::string& text = {});
  sensors::SampleContext sample_context(std::span<const physics::Contact> contacts) const;

  Settings settings_;
  std::function<void(Phase)> phase_listener_;
  World world_;
  Workers workers_;
  State state_;
  physics::Physics physics_;
  robots::Robots robots_;
  rays::Scene scene_;
  smoke::SmokeField smoke_field_;
  rendering::Renderer renderer_;
  sensors::Suite sensors_;
  std::vector<Reading> readings_;
  std::vector<CommandResult> command_results_;
  std::vector<Event> events_;
  std::vector<Event> pending_events_;  // of execute(), told with the coming tick
  ModelLibrary model_library_;
  ScriptedObjects scripted_objects_;
  std::vector<std::unique_ptr<pilots::Pilot>> pilots_;
};

}  // namespace rubble::sim
