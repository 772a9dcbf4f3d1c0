// SPDX-License-Identifier: Apache-2.0
#include "rubble/scenario/sensor_choice.h"

#include "rubble/sensors/sensor_factory.h"

namespace rubble::scenario {
namespace {

const SensorSpec* find_in_models(const World& world, const std::string& name) {
  for (const auto& model : world.models)
    for (const Link& link : model->links)
      for (const SensorSpec& sensor : link.sensors)
        if (sensor.name == name || model->name + "::" + sensor.name == name) return &sensor;
  return nullptr;
}

// Whether a sensor has a setting: then an invalid value is reported as an error.
bool reads_setting(SensorSpec spec, const std::string& path) {
  spec.settings[path] = std::string(1, '?');  // of a literal GCC 12 warns, wrongly
  Model model;
  model.links.push_back({.name = "link", .sensors = {spec}});
  std::vector<Warning> ignored;
  return !sensors::check_sensors(model, ignored).ok();
}

Result<void> apply_setting(const std::string& setting, SensorSpec& sensor) {
  const std::size_t equals = setting.find('=');
  if (equals == std::string::npos || equals == 0)
    return Error{
        {},
        "--set wants PATH=VALUE, such as lidar/scan/horizontal/samples=361, got '" + setting + "'"};
  const std::string path = setting.substr(0, equals);
  if (!reads_setting(sensor, path))
    return Error{{},
                 "--set: a " + sensor.name + " has no setting '" + path +
                     "'; docs/lasers.md, docs/camera.md and docs/sensors.md list them"};
  sensor.settings[path] = setting.substr(equals + 1);
  return {};
}

}  // namespace

Result<SensorSpec> find_sensor(const World& world, const std::string& name,
                               const std::string& world_name) {
  if (const SensorSpec* own = find_in_models(world, name); own != nullptr) return *own;
  auto preset = sensors::spec_of_preset(name);
  if (preset) return preset;
  return Error{{},
               preset.error().message + "; nor does a sensor of that name stand in " + world_name};
}

Result<void> apply_settings(const std::vector<std::string>& settings, SensorSpec& sensor) {
  for (const std::string& setting : settings)
    if (const auto applied = apply_setting(setting, sensor); !applied) return applied;
  return {};
}

}  // namespace rubble::scenario
