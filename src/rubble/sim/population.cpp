// SPDX-License-Identifier: Apache-2.0
#include "rubble/sim/population.h"

#include <algorithm>
#include <utility>

#include "rubble/base/assert.h"
#include "rubble/base/text.h"
#include "rubble/rays/scene.h"

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

Population::Population(World world, const Settings& settings)
    : settings_(settings),
      world_(std::move(world)),
      workers_(settings.threads),
      physics_(with_gravity(settings.physics, world_), workers_),
      sensors_(settings.seed),
      model_library_(settings.load, settings.allows_model_paths),
      scripted_objects_(model_library_) {
  state_.tags = world_.tags;
}

Population::~Population() = default;

void Population::show_in(rays::Scene& scene) {
  RUBBLE_ASSERT(state_.instances.empty());
  scene_ = &scene;
}

// --- who enters and leaves --------------------------------------------------------------------

void Population::enter_models_of_world() {
  for (const auto& model : world_.models) enter(model, model->name, model->world_from_model);
  free_robots();
}

InstanceId Population::enter(std::shared_ptr<const Model> model, const std::string& name,
                             const Pose& world_from_model) {
  const bool is_robot = model->robot.has_value();
  const InstanceId id = state_.add(std::move(model), name, world_from_model);
  physics_.add(state_, id);
  if (scene_ != nullptr) scene_->add(state_, id);
  if (is_robot) robots_.add(state_, id);
  return id;
}

// Robots that the world file puts into a wall are treated as those that enter.
void Population::free_robots() {
  for (const RobotState& robot : state_.robots) {
    const Instance& instance = state_.instances[robot.instance.index()];
    const FreePoseFinder finder = finder_for(robot.instance);
    const Pose wanted = state_.world_from_model(robot.instance);
    if (finder.is_free(wanted) || is_held_by_world(*instance.model)) continue;
    const auto place = finder.find(instance.name, wanted);
    if (place) physics_.move(state_, robot.instance, place->world_from_model);
    tell(instance.name, RobotMoved{place ? place->remark
                                         : "stays where the world has it: " + place.error().message,
                                   state_.world_from_model(robot.instance).position});
  }
}

Result<RobotId> Population::spawn(std::shared_ptr<const Model> model, const std::string& name,
                                  const Pose& world_from_model) {
  if (!model->robot)
    return Error{model->at, "model '" + model->name +
                                "' has no rubble:robot element, so it cannot "
                                "be started as a robot"};
  if (state_.find(name).is_valid())
    return Error{{}, "there is already something called '" + name + "' in this world"};
  const auto place = finder_for(model).find(name, world_from_model);
  if (!place) return place.error();
  const InstanceId id = enter(std::move(model), name, place->world_from_model);
  if (!place->remark.empty())
    tell(name, RobotMoved{place->remark, place->world_from_model.position});
  return state_.instances[id.index()].robot;
}

Result<void> Population::remove(const std::string& name) {
  const InstanceId id = state_.find(name);
  if (!id.is_valid()) return Error{{}, "there is nothing called '" + name + "' in this world"};
  physics_.remove(state_, id);
  if (scene_ != nullptr) scene_->remove(id);
  sensors_.remove(id);
  scripted_objects_.forget(id);
  return {};
}

void Population::move(InstanceId instance, const Pose& world_from_model) {
  physics_.move(state_, instance, world_from_model);
  scripted_objects_.was_moved(state_, instance, world_from_model);
}

// --- sensors ----------------------------------------------------------------------------------

const Instance& Population::instance_of(RobotId robot) const {
  RUBBLE_ASSERT(robot.is_valid() && robot.index() < state_.robots.size());
  return state_.instances[state_.robots[robot.index()].instance.index()];
}

Result<void> Population::switch_on(RobotId robot, const std::string& sensor) {
  const InstanceId id = state_.robots[robot.index()].instance;
  const Instance& instance = instance_of(robot);
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

Result<void> Population::switch_on_all(RobotId robot) {
  const InstanceId id = state_.robots[robot.index()].instance;
  const Model& model = *instance_of(robot).model;
  for (std::size_t link = 0; link < model.links.size(); ++link)
    for (const SensorSpec& spec : model.links[link].sensors)
      if (const auto added = sensors_.add(state_, id, static_cast<int>(link), spec); !added)
        return added;
  return {};
}

Result<void> Population::mount(RobotId robot, SensorSpec spec) {
  const InstanceId id = state_.robots[robot.index()].instance;
  const SensorPlace place = place_for_sensor(*instance_of(robot).model);
  spec.link_from_sensor = place.link_from_sensor;
  return sensors_.add(state_, id, place.link, spec);
}

// --- poses and events -------------------------------------------------------------------------

FreePoseFinder Population::finder_for(InstanceId instance) const {
  return {world_, physics_, state_, instance};
}

FreePoseFinder Population::finder_for(const std::shared_ptr<const Model>& model) const {
  return {world_, physics_, state_, model};
}

void Population::tell(const std::string& subject, EventData data) {
  events_.push_back({state_.tick, subject, std::move(data)});
}

}  // namespace rubble::sim
