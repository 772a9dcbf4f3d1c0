// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/support.h"
#include "rubble/sensors/sensor_factory.h"

namespace rubble::apps {
namespace {

using Json = nlohmann::ordered_json;

struct SensorsOptions {
  std::string name;  // empty = all
  bool json = false;
};

int list_sensors(const SensorsOptions& options) {
  Json json = Json::array();
  for (const sensors::Preset& preset : sensors::presets()) {
    if (!options.name.empty() && preset.name != options.name) continue;
    Json facts = Json::array();
    for (const sensors::Fact& fact : preset.facts)
      facts.push_back({{"what", fact.what}, {"value", fact.value}, {"basis", fact.basis}});
    json.push_back({{"name", preset.name},
                    {"type", preset.type},
                    {"summary", preset.summary},
                    {"facts", std::move(facts)}});
  }
  if (json.empty()) {
    const auto missing = sensors::spec_of_preset(options.name);
    return missing ? kDone : fail(missing.error());
  }
  if (options.json) {
    const Json all{{"sensors", std::move(json)}};
    fmt::print("{}\n", all.dump(-1, ' ', false, Json::error_handler_t::replace));
    return kDone;
  }
  for (const Json& preset : json) {
    fmt::print("{:<18} {}\n", preset["name"].get<std::string>(),
               preset["summary"].get<std::string>());
    for (const Json& fact : preset["facts"])
      fmt::print("    {:<28} {:<58} {}\n", fact["what"].get<std::string>(),
                 fact["value"].get<std::string>(), fact["basis"].get<std::string>());
  }
  if (options.name.empty())
    fmt::print(
        "\nThe last column says where a number comes from; 'assumed' ones are our choice.\n");
  return kDone;
}

CLI::App* declare_sensors(CLI::App& app, SensorsOptions& options) {
  CLI::App* sensors = app.add_subcommand(
      "sensors", "List sensor presets with their data sheets and assumed values");
  sensors->add_option("NAME", options.name, "Only this one");
  sensors->add_flag("--json", options.json, "Print one JSON object");
  sensors->footer("Examples:\n  ./rubble sensors\n  ./rubble sensors urg04lx");
  return sensors;
}

}  // namespace

void add_sensors(CLI::App& app, Action& chosen) {
  add_command(app, chosen, declare_sensors, list_sensors);
}

}  // namespace rubble::apps
