// SPDX-License-Identifier: Apache-2.0
// Sensors that are switched on, queried, reset and zoomed.
#include <algorithm>
#include <cmath>

#include "rubble/base/text.h"
#include "rubble/sensors/description.h"
#include "rubble/sensors/sensor_factory.h"
#include "rubble/sim/commands/commands.h"
#include "rubble/sim/commands/targets.h"

namespace rubble::sim {
namespace {

CommandResult apply_to_sensor(const RunContext& run, const std::string& sensor,
                              const CommandData& order) {
  const auto robot = powered_robot(run);
  if (!robot) return refused(robot.error().message);
  Population& population = run.population;
  const InstanceId id = robot_state(run, *robot).instance;
  if (population.sensors().apply(id, sensor, order, population.state())) return {};
  return refused("'" + run.name + "' has no sensor '" + sensor + "' that is on and takes this");
}

}  // namespace

CommandResult apply(const RunContext& run, const ResetSensor& order) {
  return apply_to_sensor(run, order.sensor, order);
}

CommandResult apply(const RunContext& run, const ScanNow& order) {
  return apply_to_sensor(run, order.sensor, order);
}

CommandResult apply(const RunContext& run, const SetSensorPose& order) {
  if (!is_placeable(order.pose)) return refused(kNoPlace);
  return apply_to_sensor(run, order.sensor, order);
}

CommandResult apply(const RunContext& run, const SetFieldOfView& order) {
  const auto robot = powered_robot(run);
  if (!robot) return refused(robot.error().message);
  RobotState& state = robot_state(run, *robot);
  const SensorSpec* spec = find_spec(model_of(run, state.instance), order.sensor);
  const auto about = spec == nullptr ? Result<SensorDescription>(Error{{}, "no such sensor"})
                                     : sensors::describe_sensor(*spec);
  if (!about || about->kind != SensorKind::Camera)
    return refused("'" + run.name + "' has no camera '" + order.sensor + "'");
  if (!std::isfinite(order.angle)) return refused("a field of view is a number");
  auto& zooms = state.zooms;
  std::erase_if(zooms, [&](const ZoomedCamera& zoom) { return zoom.sensor == order.sensor; });
  if (order.angle == 0.0) return {true, number_text(about->field_of_view)};
  const double angle = std::clamp(order.angle, about->min_field_of_view, about->max_field_of_view);
  zooms.push_back({order.sensor, angle});
  return {true, number_text(angle)};
}

CommandResult apply(const RunContext& run, const SwitchSensorsOn& order) {
  Population& population = run.population;
  const RobotId robot = population.robots().find(run.name, population.state());
  if (!robot.is_valid()) return refused("there is no robot '" + run.name + "' in this run");
  if (order.sensors.size() > kMaxSensorWords) return refused("its list of sensors is too long");
  const InstanceId id = robot_state(run, robot).instance;
  for (const std::string& preset : presets_in(model_of(run, id), order.sensors)) {
    auto spec = sensors::spec_of_preset(preset);
    if (!spec) return refused("'" + run.name + "' has no sensor '" + preset + "'");
    if (const auto on = population.mount(robot, *std::move(spec)); !on)
      return refused(on.error().to_string());
  }
  if (const auto on = switch_on(run, id, order.sensors); !on)
    return refused(on.error().to_string());
  return {};
}

}  // namespace rubble::sim
