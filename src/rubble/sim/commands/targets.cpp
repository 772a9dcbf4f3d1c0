// SPDX-License-Identifier: Apache-2.0
#include "rubble/sim/commands/targets.h"

#include <algorithm>

#include "rubble/base/assert.h"
#include "rubble/sensors/description.h"

namespace rubble::sim {
namespace {

bool is_picture(const SensorSpec& spec) {
  const auto about = sensors::describe_sensor(spec);
  return about && about->is_on_request;
}

}  // namespace

CommandResult result_of(const Result<void>& result) {
  return result ? CommandResult{} : refused(result.error().message);
}

std::string nothing_called(const std::string& name) {
  return "there is nothing called '" + name + "' in this world";
}

bool is_placeable(const Pose& pose) {
  constexpr double kFarthest = 1e5;  // m
  return is_finite(pose) && pose.position.cwiseAbs().maxCoeff() <= kFarthest &&
         pose.rotation.norm() > 0.5;
}

const Model& model_of(const RunContext& run, InstanceId id) {
  RUBBLE_ASSERT(id.is_valid());
  return *run.population.state().instances[id.index()].model;
}

// --- robots -----------------------------------------------------------------------------------

std::string no_power(const std::string& robot) { return "the battery of '" + robot + "' is empty"; }

Result<RobotId> powered_robot(const RunContext& run) {
  const RobotId robot = run.population.robots().find(run.name, run.population.state());
  if (!robot.is_valid()) return Error{{}, "there is no robot '" + run.name + "' in this run"};
  if (robot_state(run, robot).battery <= 0.0) return Error{{}, no_power(run.name)};
  return robot;
}

RobotState& robot_state(const RunContext& run, RobotId robot) {
  RUBBLE_ASSERT(robot.is_valid());
  return run.population.state().robots[robot.index()];
}

Vec3 ground_behind(const RunContext& run, RobotId robot, double behind) {
  constexpr double kAbove = 0.01, kDeep = 5.0;  // m
  const Population& population = run.population;
  const InstanceId id = robot_state(run, robot).instance;
  const Bounds& bounds = population.robots().measures(robot).bounds;
  const Pose pose = population.state().world_from_model(id);
  const Vec3 middle = pose * Vec3((bounds.low + bounds.high) / 2);
  Vec3 place = pose * Vec3(bounds.low.x() - behind, 0.0, (bounds.low.z() + bounds.high.z()) / 2);
  if (const auto wall = population.physics().first_hit(middle, place, id))
    place = middle + (place - middle).normalized() * std::max(0.0, wall->distance - kAbove);
  if (const auto floor = population.physics().first_hit(place, place - Vec3(0, 0, kDeep), id))
    place.z() -= floor->distance - kAbove;
  return place;
}

// --- names ------------------------------------------------------------------------------------

bool is_taken(const RunContext& run, const std::string& name) {
  return run.population.state().find(name).is_valid() ||
         find_smoke(run, name) != run.population.state().smokes.end();
}

std::string free_name(const RunContext& run, const std::string& wanted) {
  std::string name = wanted;
  for (int number = 2; is_taken(run, name); ++number) name = wanted + "_" + std::to_string(number);
  return name;
}

// --- sensors ----------------------------------------------------------------------------------

const SensorSpec* find_spec(const Model& model, const std::string& sensor) {
  for (const Link& link : model.links)
    for (const SensorSpec& spec : link.sensors)
      if (spec.name == sensor) return &spec;
  return nullptr;
}

std::vector<std::string> presets_in(const Model& model, const std::vector<std::string>& words) {
  std::vector<std::string> presets;
  for (const std::string& word : words)
    if (word != "all" && word != "usual" && find_spec(model, word) == nullptr &&
        std::find(presets.begin(), presets.end(), word) == presets.end())
      presets.push_back(word);
  return presets;
}

Result<void> switch_on(const RunContext& run, InstanceId id,
                       const std::vector<std::string>& words) {
  Population& population = run.population;
  const Model& model = model_of(run, id);
  for (const std::string& word : words)
    for (std::size_t link = 0; link < model.links.size(); ++link)
      for (const SensorSpec& spec : model.links[link].sensors) {
        if (word != "all" && word != "usual" && word != spec.name) continue;
        if (word != spec.name && !sensors::describe_sensor(spec)) continue;  // not simulated
        const bool is_on_request = word == "usual" && is_picture(spec);
        const auto added = population.sensors().add(population.state(), id, static_cast<int>(link),
                                                    spec, is_on_request);
        if (!added) return added;
      }
  return {};
}

// --- what leaves ------------------------------------------------------------------------------

void remove_instance(const RunContext& run, InstanceId id) {
  const std::string name = run.population.state().instances[id.index()].name;
  const bool is_robot = model_of(run, id).robot.has_value();
  (void)run.population.remove(name);
  run.population.tell(name, is_robot ? EventData(RobotLeft{}) : EventData(ObjectRemoved{}));
}

SmokeIterator find_smoke(const RunContext& run, const std::string& name) {
  std::vector<SmokeArea>& smokes = run.population.state().smokes;
  return std::find_if(smokes.begin(), smokes.end(),
                      [&](const SmokeArea& smoke) { return smoke.name == name; });
}

void remove_smoke(const RunContext& run, SmokeIterator smoke) {
  run.population.tell(smoke->name, ObjectRemoved{});
  run.population.state().smokes.erase(smoke);
}

}  // namespace rubble::sim
