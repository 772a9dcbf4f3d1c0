// SPDX-License-Identifier: Apache-2.0
// Robots that enter and leave.
#include <algorithm>
#include <cctype>

#include "rubble/base/text.h"
#include "rubble/sim/commands/commands.h"
#include "rubble/sim/commands/targets.h"

namespace rubble::sim {
namespace {

constexpr int kMaxRelays = 8;  // that a robot carries
constexpr std::size_t kMaxRobots = 1000;

// Names of starts are compared without case, as clients write them.
bool is_same_name(const std::string& first, const std::string& second) {
  return std::equal(first.begin(), first.end(), second.begin(), second.end(), [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  });
}

// The start of that name, or the first at which the robot can stand.
Result<Pose> start_for(const RunContext& run, const std::shared_ptr<const Model>& model,
                       const std::string& robot, const std::string& name) {
  const std::vector<Start>& starts = run.population.world().starts;
  for (const Start& start : starts)
    if (is_same_name(start.name, name)) return start.pose;
  const FreePoseFinder finder = run.population.finder_for(model);
  const Start* const free = finder.free_start();
  if (free == nullptr)
    return Error{{}, "there is no start '" + name + "'" + finder.free_starts_text()};
  std::vector<std::string> known;
  for (const Start& start : starts) known.push_back(start.name);
  const auto meant = closest_word(name, known);
  run.population.tell(
      robot, RobotMoved{"starts at '" + free->name + "': there is no start '" + name + "'" +
                            (meant ? "; did you mean '" + *meant + "'?" : ""),
                        free->pose.position});
  return free->pose;
}

// The robot's model with the presets that are to be mounted on it.
Result<std::shared_ptr<const Model>> model_for(const RunContext& run, const SpawnRobot& order) {
  ModelLibrary& library = run.population.model_library();
  const auto plain = library.find(order.robot_class);
  if (!plain) return plain;
  return library.find(order.robot_class, presets_in(**plain, order.sensors));
}

}  // namespace

CommandResult check_robot_command(const RunContext& run, const CommandData& order) {
  const robots::Robots& robots = run.population.robots();
  const State& state = run.population.state();
  if (const auto checked = robots.check({run.name, order}, state); !checked)
    return refused(checked.error().message);
  if (robot_state(run, robots.find(run.name, state)).battery <= 0.0)
    return refused(no_power(run.name));
  return {};
}

CommandResult apply(const RunContext& run, const SpawnRobot& order) {
  Population& population = run.population;
  if (!is_placeable(order.world_from_model)) return refused(kNoPlace);
  if (run.name.size() > kMaxNameLength || order.sensors.size() > kMaxSensorWords)
    return refused("its name or its list of sensors is too long");
  if (population.state().present_robots.size() >= kMaxRobots)
    return refused("there are already 1000 robots");
  const auto model = model_for(run, order);
  if (!model) return refused(model.error().to_string());
  const std::string name = free_name(run, run.name.empty() ? (*model)->name : run.name);
  Pose pose = order.world_from_model;
  pose.rotation.normalize();
  if (order.start) {
    const auto start = start_for(run, *model, name, *order.start);
    if (!start) return refused(start.error().message);
    pose = *start;
  }
  const auto robot = population.spawn(*model, name, pose);
  if (!robot) return refused(robot.error().message);
  const InstanceId id = robot_state(run, *robot).instance;
  if (const auto on = switch_on(run, id, order.sensors); !on) {
    (void)population.remove(name);
    return refused(on.error().to_string());
  }
  const Vec3 position = population.state().world_from_model(id).position;
  population.tell(name, RobotEntered{(*model)->robot->robot_class, position});
  return {true, name};
}

CommandResult apply(const RunContext& run, const LeaveWorld&) {
  if (const auto smoke = find_smoke(run, run.name); smoke != run.population.state().smokes.end()) {
    remove_smoke(run, smoke);
    return {};
  }
  const InstanceId id = run.population.state().find(run.name);
  if (!id.is_valid()) return refused(nothing_called(run.name));
  if (model_of(run, id).is_static) return refused("'" + run.name + "' is part of the world");
  remove_instance(run, id);
  return {};
}

CommandResult apply(const RunContext& run, const DropRelay&) {
  constexpr double kBehind = 0.15;  // m
  const auto robot = powered_robot(run);
  if (!robot) return refused(robot.error().message);
  const auto& instances = run.population.state().instances;
  const auto name_of = [&](int number) { return run.name + "_relay" + std::to_string(number); };
  int number = 1;
  while (std::any_of(instances.begin(), instances.end(),
                     [&](const Instance& instance) { return instance.name == name_of(number); }))
    ++number;
  if (number > kMaxRelays) return refused("'" + run.name + "' carries no more relays");
  const InstanceId id = robot_state(run, *robot).instance;
  const double yaw = roll_pitch_yaw_of(run.population.state().world_from_model(id).rotation).yaw;
  const Pose pose{ground_behind(run, *robot, kBehind), quat_from({0.0, 0.0, yaw})};
  const std::string relay = name_of(number);
  return apply({run.population, relay, run.reaches_tag}, SpawnRobot{"Relay", pose, {}});
}

}  // namespace rubble::sim
