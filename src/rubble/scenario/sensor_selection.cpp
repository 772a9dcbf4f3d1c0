// SPDX-License-Identifier: Apache-2.0
#include "rubble/scenario/sensor_selection.h"

#include <fmt/format.h>

#include <algorithm>

#include "rubble/base/text.h"
#include "rubble/sensors/sensor_factory.h"

namespace rubble::scenario {
namespace {

// One that every robot can have: a group of its own ones, or a preset to be mounted.
bool is_for_every_robot(const std::string& sensor) {
  return sensor == "all" || sensor == "usual" || sensors::spec_of_preset(sensor).ok();
}

std::vector<std::string> sensor_names(const Model& model) {
  std::vector<std::string> names;
  for (const Link& link : model.links)
    for (const SensorSpec& spec : link.sensors) names.push_back(spec.name);
  return names;
}

bool has_sensor(const Model& model, const std::string& sensor) {
  const std::vector<std::string> names = sensor_names(model);
  return std::find(names.begin(), names.end(), sensor) != names.end();
}

Error unknown_sensor(const std::vector<TeamMember>& team, const std::string& sensor) {
  std::vector<std::string> known;
  for (const TeamMember& member : team)
    for (std::string& name : sensor_names(*member.model)) known.push_back(std::move(name));
  for (const sensors::Preset& preset : sensors::presets()) known.emplace_back(preset.name);
  const auto meant = closest_word(sensor, known);
  return {{},
          fmt::format("no robot of this run has a sensor '{}', and there is no preset of "
                      "that name{}; './rubble robots' and './rubble sensors' list them",
                      sensor, meant ? "; did you mean '" + *meant + "'?" : "")};
}

// "R1 (P3AT), R3 (Kenaf)"
std::string robots_without(const std::vector<TeamMember>& team, const std::string& sensor) {
  std::string without;
  for (const TeamMember& member : team)
    if (!has_sensor(*member.model, sensor))
      without += fmt::format("{}{} ({})", without.empty() ? "" : ", ", member.name,
                             member.model->robot->robot_class);
  return without;
}

}  // namespace

Result<void> check_sensors_of_team(const std::vector<TeamMember>& team,
                                   const std::vector<std::string>& sensors,
                                   const Observer& observer) {
  if (team.empty() && !sensors.empty())
    return Error{{},
                 fmt::format("sensor '{}' has no robot to go to: the world has none, and --robot "
                             "names none",
                             sensors.front())};
  for (const std::string& sensor : sensors) {
    if (is_for_every_robot(sensor)) continue;
    const auto has_it = [&](const TeamMember& member) { return has_sensor(*member.model, sensor); };
    if (std::none_of(team.begin(), team.end(), has_it)) return unknown_sensor(team, sensor);
    if (const std::string without = robots_without(team, sensor); !without.empty())
      observer.report(fmt::format("sensor '{}': {} without it", sensor, without));
  }
  return {};
}

std::vector<std::string> selected_sensors(const Model& model,
                                          const std::vector<std::string>& sensors) {
  std::vector<std::string> selected;
  for (const std::string& sensor : sensors)
    if (is_for_every_robot(sensor) || has_sensor(model, sensor)) selected.push_back(sensor);
  return selected;
}

}  // namespace rubble::scenario
