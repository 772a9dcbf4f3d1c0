// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/support.h"
#include "rubble/robots/measures.h"

namespace rubble::apps {
namespace {

struct RobotsOptions {
  bool json = false;
};

using Json = nlohmann::ordered_json;

const char* drive_name(DriveKind drive) {
  switch (drive) {
    case DriveKind::Skid:
      return "skid";
    case DriveKind::Differential:
      return "differential";
    case DriveKind::Ackermann:
      return "ackermann";
    case DriveKind::Tracks:
      return "tracks";
    case DriveKind::Flippers:
      return "flippers";
    case DriveKind::Quadrotor:
      return "quadrotor";
    case DriveKind::None:
      break;
  }
  return "none";
}

}  // namespace

// The folders of our models that hold a robot, by name.
std::vector<std::string> robot_classes() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(data_folder() + "/models", error))
    if (std::filesystem::exists(entry.path() / "model.sdf", error))
      names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

namespace {

// How many numbers of the model file are marked as assumed or from memory.
int assumed_count(const std::string& path) {
  int count = 0;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.find("<!-- assumed") != std::string::npos ||
        line.find("<!-- from memory") != std::string::npos)
      ++count;
  return count;
}

Json describe(const Model& model, const std::string& path) {
  const robots::Measures measures = robots::measure(model);
  Json sensors = Json::array();
  for (const Link& link : model.links)
    for (const SensorSpec& sensor : link.sensors)
      sensors.push_back({{"name", sensor.name}, {"type", sensor.type}, {"preset", sensor.preset}});
  Json joints = Json::array();
  for (const FlipperSpec& flipper : model.robot->flippers) joints.push_back(flipper.joint);
  for (const JointGroupSpec& group : model.robot->groups)
    for (const std::string& joint : group.joints) joints.push_back(joint);
  return {{"class", model.robot->robot_class},
          {"drive", drive_name(model.robot->drive)},
          {"mass", measures.mass},
          {"size", {measures.size.x(), measures.size.y(), measures.size.z()}},
          {"wheel_radius", measures.wheel_radius},
          {"separation", measures.separation},
          {"base", measures.base},
          {"max_speed", model.robot->max_speed},
          {"torque", model.robot->torque},
          {"battery", model.robot->battery},
          {"joints", joints},
          {"sensors", sensors},
          {"assumed_numbers", assumed_count(path)},
          {"file", path.substr(data_folder().size() + 1)}};
}

int list_robots(const RobotsOptions& options) {
  Json list = Json::array();
  for (const std::string& name : robot_classes()) {
    std::vector<Warning> warnings;
    const std::string path = data_folder() + "/models/" + name + "/model.sdf";
    const auto model = load_model(path, load_settings({}), warnings);
    if (!model) return fail(model.error());
    if ((*model)->robot) list.push_back(describe(**model, path));
  }
  if (options.json) {
    fmt::print("{}\n", Json{{"robots", list}}.dump(-1, ' ', false, Json::error_handler_t::replace));
    return kDone;
  }
  fmt::print("{:<18}{:<14}{:>8}{:>9}{:>9}{:>9}{:>10}{:>9}{:>9}\n", "class", "drive", "mass kg",
             "radius m", "separ. m", "base m", "max rad/s", "sensors", "assumed");
  for (const Json& robot : list)
    fmt::print("{:<18}{:<14}{:>8.1f}{:>9.4f}{:>9.4f}{:>9.4f}{:>10.2f}{:>9}{:>9}\n",
               robot["class"].get<std::string>(), robot["drive"].get<std::string>(),
               robot["mass"].get<double>(), robot["wheel_radius"].get<double>(),
               robot["separation"].get<double>(), robot["base"].get<double>(),
               robot["max_speed"].get<double>(), robot["sensors"].size(),
               robot["assumed_numbers"].get<int>());
  fmt::print(
      "\nassumed: numbers in the model file marked as assumed or from memory; "
      "docs/robots.md says which. --json has everything.\n");
  return kDone;
}

CLI::App* declare_robots(CLI::App& app, RobotsOptions& options) {
  CLI::App* robots = app.add_subcommand("robots", "List robot classes with their data");
  robots->add_flag("--json", options.json, "Print one JSON object");
  robots->footer("Example:\n  ./rubble robots");
  return robots;
}

}  // namespace

void add_robots(CLI::App& app, Action& chosen) {
  add_command(app, chosen, declare_robots, list_robots);
}

}  // namespace rubble::apps
