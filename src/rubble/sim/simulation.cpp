// SPDX-License-Identifier: Apache-2.0
#include "rubble/sim/simulation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rubble/base/text.h"
#include "rubble/sim/free_pose_finder.h"

namespace rubble::sim {
namespace {

physics::Settings with_gravity(physics::Settings settings, const World& world) {
  settings.gravity = world.gravity;
  return settings;
}

bool is_held_by_world(const Model& model) {
  return std::any_of(model.joints.begin(), model.joints.end(),
                     [](const Joint& joint) { return joint.parent < 0; });
}

}  // namespace

Simulation::Simulation(World world, const Settings& settings, Empty)
    : settings_(settings),
      world_(std::move(world)),
      workers_(settings.threads),
      physics_(with_gravity(settings.physics, world_), workers_),
      scene_(world_),
      smoke_field_(world_, settings.seed),
      renderer_(world_),
      sensors_(settings.seed),
      model_library_(settings.load, settings.allows_model_paths),
      scripted_objects_(model_library_) {}

Simulation::Simulation(World world, const Settings& settings)
    : Simulation(std::move(world), settings, Empty{}) {
  state_.tags = world_.tags;
  for (const auto& model : world_.models) enter(model, model->name, model->world_from_model);
  free_robots();
}

InstanceId Simulation::enter(std::shared_ptr<const Model> model, const std::string& name,
                             const Pose& world_from_model) {
  const bool is_robot = model->robot.has_value();
  const InstanceId id = state_.add(std::move(model), name, world_from_model);
  physics_.add(state_, id);
  scene_.add(state_, id);
  if (is_robot) robots_.add(state_, id);
  return id;
}

// Robots that the world file puts into a wall are treated as those that enter.
void Simulation::free_robots() {
  for (const RobotState& robot : state_.robots) {
    const Instance& instance = state_.instances[robot.instance.index()];
    const FreePoseFinder finder(world_, physics_, state_, robot.instance);
    const Pose wanted = state_.world_from_model(robot.instance);
    if (finder.is_free(wanted) || is_held_by_world(*instance.model)) continue;
    const auto place = finder.find(instance.name, wanted);
    if (place) physics_.move(state_, robot.instance, place->world_from_model);
    tell(instance.name, RobotMoved{place ? place->remark
                                         : "stays where the world has it: " + place.error().message,
                                   state_.world_from_model(robot.instance).position});
  }
  pending_events_ = std::exchange(events_, {});
}

Simulation::~Simulation() = default;

Result<RobotId> Simulation::spawn(std::shared_ptr<const Model> model, const std::string& name,
                                  const Pose& world_from_model) {
  if (!model->robot)
    return Error{model->at, "model '" + model->name +
                                "' has no rubble:robot element, so it cannot "
                                "be started as a robot"};
  if (state_.find(name).is_valid())
    return Error{{}, "there is already something called '" + name + "' in this world"};
  const auto place = FreePoseFinder(world_, physics_, state_, model).find(name, world_from_model);
  if (!place) return place.error();
  const InstanceId id = enter(std::move(model), name, place->world_from_model);
  if (!place->remark.empty())
    tell(name, RobotMoved{place->remark, place->world_from_model.position});
  return state_.instances[id.index()].robot;
}

Result<void> Simulation::remove(const std::string& name) {
  const InstanceId id = state_.find(name);
  if (!id.is_valid()) return Error{{}, "there is nothing called '" + name + "' in this world"};
  physics_.remove(state_, id);
  scene_.remove(id);
  sensors_.remove(id);
  scripted_objects_.forget(id);
  return {};
}

bool Simulation::can_enter(const std::shared_ptr<const Model>& model,
                           const Pose& world_from_model) const {
  return FreePoseFinder(world_, physics_, state_, model).find(model->name, world_from_model).ok();
}

Result<Pose> Simulation::start_pose(std::size_t k) const {
  if (k < world_.starts.size()) return world_.starts[k].pose;
  return Error{{world_.file},
               "has " + std::to_string(world_.starts.size()) + " starts, too few for " +
                   std::to_string(k + 1) +
                   " robots; name a place with CLASS@x,y,z,yaw or add rubble:start"};
}

Result<Pose> Simulation::start_pose(const std::string& name) const {
  std::vector<std::string> known;
  for (const Start& start : world_.starts) {
    if (start.name == name) return start.pose;
    known.push_back(start.name);
  }
  std::string message = "has no start '" + name + "'";
  if (const auto meant = closest_word(name, known)) message += "; did you mean '" + *meant + "'?";
  return Error{{world_.file}, message};
}

void Simulation::add_pilot(std::unique_ptr<pilots::Pilot> pilot) {
  pilots_.push_back(std::move(pilot));
}

std::vector<Command> Simulation::pilot_commands() {
  constexpr std::size_t kPilotsPerChunk = 4;
  std::vector<std::vector<Command>> decisions(pilots_.size());
  workers_.parallel_for(pilots_.size(), kPilotsPerChunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      decisions[i] = pilots_[i]->decide({state_, physics_, readings_});
  });
  std::vector<Command> commands;
  for (std::vector<Command>& own : decisions)
    std::move(own.begin(), own.end(), std::back_inserter(commands));
  finish(Phase::Pilots);
  return commands;
}

physics::StepReport Simulation::step(std::span<const Command> commands) {
  events_ = std::exchange(pending_events_, {});
  command_results_.clear();
  for (const Command& command : commands) command_results_.push_back(dispatch(command));
  physics::Targets targets = robots_.actuate(commands, state_);
  scripted_objects_.actuate(state_, targets);
  notice_empty_batteries();
  finish(Phase::Orders);
  step_events_.remember_velocities(state_);
  physics::StepReport report = physics_.advance(targets, state_);
  step_events_.append(state_, report, events_);
  finish(Phase::Physics);
  readings_ = sense(report);
  finish(Phase::Sensing);
  for (Event& event : events_) event.tick = state_.tick;
  return report;
}

CommandResult Simulation::execute(const Command& command) {
  std::swap(events_, pending_events_);
  CommandResult answer = dispatch(command);
  std::swap(events_, pending_events_);
  return answer;
}

Result<std::shared_ptr<const Model>> Simulation::find_model(const std::string& robot_class) {
  return model_library_.find(robot_class);
}

void Simulation::tell(const std::string& subject, EventData data) {
  events_.push_back({state_.tick, subject, std::move(data)});
}

void Simulation::notice_empty_batteries() {
  for (const RobotId robot : robots_.ran_empty())
    tell(state_.instances[state_.robots[robot.index()].instance.index()].name, BatteryEmpty{});
}

sensors::SampleContext Simulation::sample_context(
    std::span<const physics::Contact> contacts) const {
  return {world_, state_, scene_, smoke_field_, renderer_, robots_, contacts};
}

// Rays and smoke are only brought up to date for a sensor that is due and looks at them.
std::vector<Reading> Simulation::sense(const physics::StepReport& report) {
  if (sensors_.is_empty()) return {};
  if (sensors_.needs_scene(state_.tick)) {
    scene_.update(state_);
    smoke_field_.advance(seconds_at(state_.tick), state_.smokes);
  }
  return sensors_.sample_due(sample_context(report.contacts), workers_);
}

Result<void> Simulation::switch_on(RobotId robot, const std::string& sensor) {
  const InstanceId id = state_.robots[robot.index()].instance;
  const Instance& instance = state_.instances[id.index()];
  std::vector<std::string> known;
  for (std::size_t link = 0; link < instance.model->links.size(); ++link)
    for (const SensorSpec& spec : instance.model->links[link].sensors) {
      if (spec.name == sensor) return sensors_.add(state_, id, static_cast<int>(link), spec);
      known.push_back(spec.name);
    }
  std::string message = "'" + instance.name + "' has no sensor '" + sensor + "'";
  if (const auto meant = closest_word(sensor, known)) message += "; did you mean '" + *meant + "'?";
  return Error{instance.model->at, message};
}

Result<void> Simulation::switch_on_all(RobotId robot) {
  const InstanceId id = state_.robots[robot.index()].instance;
  const Model& model = *state_.instances[id.index()].model;
  for (std::size_t link = 0; link < model.links.size(); ++link)
    for (const SensorSpec& spec : model.links[link].sensors)
      if (const auto added = sensors_.add(state_, id, static_cast<int>(link), spec); !added)
        return added;
  return {};
}

Result<void> Simulation::mount(RobotId robot, SensorSpec spec) {
  const InstanceId id = state_.robots[robot.index()].instance;
  const SensorPlace place = place_for_sensor(*state_.instances[id.index()].model);
  spec.link_from_sensor = place.link_from_sensor;
  return sensors_.add(state_, id, place.link, spec);
}

}  // namespace rubble::sim
