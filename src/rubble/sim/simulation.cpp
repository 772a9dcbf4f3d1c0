// SPDX-License-Identifier: Apache-2.0
#include "rubble/sim/simulation.h"

#include <algorithm>
#include <utility>

#include "rubble/base/text.h"
#include "rubble/sim/commands/run_context.h"
#include "rubble/sim/simulation_parts.h"

namespace rubble::sim {

// --- the tick ---------------------------------------------------------------------------------

Simulation::Parts::Parts(World world, const Settings& settings)
    : population(std::move(world), settings),
      scene(population.world()),
      smoke_field(population.world(), settings.seed),
      renderer(population.world()) {
  population.show_in(scene);
}

physics::StepReport Simulation::Parts::step(std::span<const Command> commands) {
  State& state = population.state();
  command_results.clear();
  for (const Command& command : commands) command_results.push_back(execute(command));
  physics::Targets targets = population.robots().actuate(commands, state);
  population.scripted_objects().actuate(state, targets);
  notice_empty_batteries();
  finish(Phase::Orders);
  step_events.remember_velocities(state);
  physics::StepReport report = population.physics().advance(targets, state);
  step_events.append(state, report, population.events());
  finish(Phase::Physics);
  readings = sense(report);
  finish(Phase::Sensing);
  events = std::exchange(population.events(), {});
  for (Event& event : events) event.tick = state.tick;
  return report;
}

CommandResult Simulation::Parts::execute(const Command& command) {
  return sim::execute(population, command, [this](InstanceId robot, const Tag& tag) {
    scene.update(population.state());
    return population.sensors().reaches(robot, tag, sample_context({}));
  });
}

std::vector<Command> Simulation::Parts::pilot_commands() {
  constexpr std::size_t kPilotsPerChunk = 4;
  std::vector<std::vector<Command>> decisions(pilots.size());
  population.workers().parallel_for(
      pilots.size(), kPilotsPerChunk, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i)
          decisions[i] = pilots[i]->decide({population.state(), population.physics(), readings});
      });
  std::vector<Command> commands;
  for (std::vector<Command>& own : decisions)
    std::move(own.begin(), own.end(), std::back_inserter(commands));
  finish(Phase::Pilots);
  return commands;
}

void Simulation::Parts::notice_empty_batteries() {
  for (const RobotId robot : population.robots().ran_empty())
    population.tell(population.instance_of(robot).name, BatteryEmpty{});
}

sensors::SampleContext Simulation::Parts::sample_context(
    std::span<const physics::Contact> contacts) const {
  return {population.world(), population.state(),  scene,   smoke_field,
          renderer,           population.robots(), contacts};
}

// Rays and smoke are only brought up to date for a sensor that is due and looks at them.
std::vector<Reading> Simulation::Parts::sense(const physics::StepReport& report) {
  const State& state = population.state();
  if (population.sensors().is_empty()) return {};
  if (population.sensors().needs_scene(state.tick)) {
    scene.update(state);
    smoke_field.advance(seconds_at(state.tick), state.smokes);
  }
  return population.sensors().sample_due(sample_context(report.contacts), population.workers());
}

// --- the simulation ---------------------------------------------------------------------------

Simulation::Simulation(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Simulation::Simulation(World world, const Settings& settings)
    : Simulation(std::make_unique<Parts>(std::move(world), settings)) {
  parts_->population.enter_models_of_world();
}

Simulation::~Simulation() = default;

Result<RobotId> Simulation::spawn(std::shared_ptr<const Model> model, const std::string& name,
                                  const Pose& world_from_model) {
  return parts_->population.spawn(std::move(model), name, world_from_model);
}

Result<void> Simulation::remove(const std::string& name) { return parts_->population.remove(name); }

CommandResult Simulation::execute(const Command& command) { return parts_->execute(command); }

Result<std::shared_ptr<const Model>> Simulation::find_model(const std::string& robot_class) {
  return parts_->population.model_library().find(robot_class);
}

std::vector<std::string> Simulation::robot_classes() const {
  return parts_->population.model_library().robot_names();
}

const std::vector<Warning>& Simulation::model_warnings() const {
  return parts_->population.model_library().warnings();
}

bool Simulation::can_enter(const std::shared_ptr<const Model>& model,
                           const Pose& world_from_model) const {
  return parts_->population.finder_for(model).find(model->name, world_from_model).ok();
}

Result<Pose> Simulation::start_pose(std::size_t k) const {
  const World& world = parts_->population.world();
  if (k < world.starts.size()) return world.starts[k].pose;
  return Error{{world.file},
               "has " + std::to_string(world.starts.size()) + " starts, too few for " +
                   std::to_string(k + 1) +
                   " robots; name a place with CLASS@x,y,z,yaw or add rubble:start"};
}

Result<Pose> Simulation::start_pose(const std::string& name) const {
  const World& world = parts_->population.world();
  std::vector<std::string> known;
  for (const Start& start : world.starts) {
    if (start.name == name) return start.pose;
    known.push_back(start.name);
  }
  std::string message = "has no start '" + name + "'";
  if (const auto meant = closest_word(name, known)) message += "; did you mean '" + *meant + "'?";
  return Error{{world.file}, message};
}

Result<void> Simulation::switch_on(RobotId robot, const std::string& sensor) {
  return parts_->population.switch_on(robot, sensor);
}

Result<void> Simulation::switch_on_all(RobotId robot) {
  return parts_->population.switch_on_all(robot);
}

Result<void> Simulation::mount(RobotId robot, SensorSpec spec) {
  return parts_->population.mount(robot, std::move(spec));
}

void Simulation::add_pilot(std::unique_ptr<pilots::Pilot> pilot) {
  parts_->pilots.push_back(std::move(pilot));
}

std::vector<Command> Simulation::pilot_commands() { return parts_->pilot_commands(); }

physics::StepReport Simulation::step(std::span<const Command> commands) {
  return parts_->step(commands);
}

void Simulation::set_phase_listener(std::function<void(Phase)> listener) {
  parts_->phase_listener = std::move(listener);
}

const std::vector<CommandResult>& Simulation::command_results() const {
  return parts_->command_results;
}
const std::vector<Event>& Simulation::events() const { return parts_->events; }
const std::vector<Event>& Simulation::pending_events() const {
  return std::as_const(parts_->population).events();
}
const std::vector<Reading>& Simulation::readings() const { return parts_->readings; }

const World& Simulation::world() const { return parts_->population.world(); }
const State& Simulation::state() const { return parts_->population.state(); }
const robots::Robots& Simulation::robots() const { return parts_->population.robots(); }
const sensors::Suite& Simulation::sensors() const { return parts_->population.sensors(); }
const physics::Physics& Simulation::physics() const { return parts_->population.physics(); }
const rays::Scene& Simulation::scene() const { return parts_->scene; }
const std::shared_ptr<const rays::StaticScene>& Simulation::static_scene() const {
  return parts_->scene.static_scene();
}
const smoke::SmokeField& Simulation::smoke_field() const { return parts_->smoke_field; }
const Settings& Simulation::settings() const { return parts_->population.settings(); }

}  // namespace rubble::sim
