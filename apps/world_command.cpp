// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/option_checks.h"
#include "apps/support.h"
#include "rubble/generators/world_kinds.h"
#include "rubble/report/plan.h"
#include "rubble/world/world_summary.h"
#include "rubble/worldcheck/check.h"
#include "rubble/worldcheck/settle.h"

namespace rubble::apps {
namespace {

struct WorldOptions {
  std::string world;
  LoadOptions load;
  std::string plan;
  bool json = false;
};

using Json = nlohmann::ordered_json;

double millimetres(double metres) { return std::round(metres * 1000.0) / 1000.0; }

Json size_of(const WorldSummary& summary) {
  if (summary.bounds.is_empty()) return nullptr;
  const Vec3 size = summary.bounds.high - summary.bounds.low;
  return {millimetres(size.x()), millimetres(size.y()), millimetres(size.z())};
}

Json corner(const Bounds& bounds, const Vec3& point) {
  if (bounds.is_empty()) return nullptr;
  return {millimetres(point.x()), millimetres(point.y()), millimetres(point.z())};
}

Json info_json(const World& world, const WorldSummary& summary) {
  Json json{{"name", world.name},
            {"file", world.file},
            {"size", size_of(summary)},
            {"low_corner", corner(summary.bounds, summary.bounds.low)},
            {"high_corner", corner(summary.bounds, summary.bounds.high)},
            {"models", world.models.size()},
            {"moving_models", summary.moving_models},
            {"robots", summary.robots},
            {"links", summary.links},
            {"joints", summary.joints},
            {"collisions", summary.collisions},
            {"visuals", summary.visuals},
            {"mesh_triangles", summary.triangles},
            {"sensors", summary.sensors},
            {"lights", world.lights.size()},
            {"starts", Json::array()},
            {"victims", world.victims.size()},
            {"tags", world.tags.size()},
            {"smokes", world.smokes.size() + world.hazes.size()},
            {"plumes", world.plumes.size()},
            {"warnings", world.warnings.size()}};
  for (const Start& start : world.starts) {
    const Vec3& p = start.pose.position;
    json["starts"].push_back({{"name", start.name},
                              {"position", {p.x(), p.y(), p.z()}},
                              {"yaw", yaw_of(start.pose.rotation)}});
  }
  if (world.generator)
    json["generator"] = {{"name", world.generator->name},
                         {"seed", world.generator->seed},
                         {"options", world.generator->options},
                         {"hash", world.generator->hash}};
  return json;
}

void print_info(const Json& json) {
  for (const auto& [key, value] : json.items())
    fmt::print("{:<16} {}\n", key,
               value.is_string() ? value.get<std::string>()
                                 : value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

int world_info(const WorldOptions& options) {
  const auto world = open_world(options.world, options.load);
  if (!world) return fail(world.error());
  const Json json = info_json(*world, summary_of(*world));
  if (!options.plan.empty())
    if (const auto written = write_file(options.plan, report::plan_svg(*world, {})); !written)
      return fail(written.error(), kRunFailed);
  if (options.json)
    fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
  else
    print_info(json);
  print_written_files({options.plan});
  return kDone;
}

int world_check(const WorldOptions& options) {
  const auto world = open_world(options.world, options.load);
  if (!world) return fail(world.error());
  std::vector<worldcheck::CheckRow> rows{{"loads", true, world->file}};
  if (world->generator) {
    for (worldcheck::CheckRow& row : worldcheck::check_geometry(*world)) rows.push_back(row);
    rows.push_back(worldcheck::check_settle(*world));
  }
  bool all_passed = true;
  Json json = Json::array();
  for (const worldcheck::CheckRow& row : rows) {
    all_passed = all_passed && row.passed;
    json.push_back({{"check", row.name}, {"passed", row.passed}, {"detail", row.detail}});
    if (!options.json)
      fmt::print("{} {:<12} {}\n", row.passed ? "ok  " : "FAIL", row.name, row.detail);
  }
  if (options.json)
    fmt::print("{}\n", Json{{"passed", all_passed}, {"checks", json}}.dump(
                           -1, ' ', false, Json::error_handler_t::replace));
  return all_passed ? kDone : kRunFailed;
}

int world_list(const WorldOptions& options) {
  Json list = Json::array();
  for (const generators::WorldKind& kind : generators::kWorldKinds) {
    list.push_back({{"name", kind.name},
                    {"file", "worlds/" + std::string(kind.name) + ".sdf"},
                    {"about", kind.description}});
    if (!options.json)
      fmt::print("{:<24} worlds/{:<28} {}\n", kind.name, std::string(kind.name) + ".sdf",
                 kind.description);
  }
  if (options.json)
    fmt::print("{}\n", Json{{"worlds", list}}.dump(-1, ' ', false, Json::error_handler_t::replace));
  return kDone;
}

CLI::App* declare_world(CLI::App& world, WorldOptions& options, const char* name,
                        const char* about) {
  CLI::App* command = world.add_subcommand(name, about);
  command->add_option("WORLD", options.world, "World or model file")->required();
  command->add_flag("--json", options.json, "Print one JSON object");
  add_load_options(*command, options.load);
  return command;
}

CLI::App* declare_info(CLI::App& world, WorldOptions& options) {
  CLI::App* info = declare_world(world, options, "info", "Print the contents of a world");
  info->add_option("--plan", options.plan, "Draw it from above into this file (.svg)")
      ->check(file_ending_in({".svg"}));
  info->footer("Example:\n  ./rubble world info worlds/maze.sdf --plan maze.svg");
  return info;
}

CLI::App* declare_check(CLI::App& world, WorldOptions& options) {
  CLI::App* check =
      declare_world(world, options, "check",
                    "Load a world; for generated worlds also check geometry and settling");
  check->footer("Example:\n  ./rubble world check worlds/maze.sdf");
  return check;
}

CLI::App* declare_list(CLI::App& world, WorldOptions& options) {
  CLI::App* list = world.add_subcommand("list", "List the worlds included with Rubble");
  list->add_flag("--json", options.json, "Print one JSON object");
  list->footer("Example:\n  ./rubble world list");
  return list;
}

}  // namespace

void add_world(CLI::App& app, Action& chosen) {
  CLI::App* world =
      app.add_subcommand("world", "Inspect and make worlds: info, check, map, list, make");
  world->require_subcommand(1);
  world->footer(
      "Examples:\n"
      "  ./rubble world list\n"
      "  ./rubble world info worlds/office.sdf --plan office.svg\n"
      "  ./rubble world check worlds/maze.sdf\n"
      "  ./rubble world map worlds/maze.sdf -o maze.yaml");
  add_command(*world, chosen, declare_info, world_info);
  add_command(*world, chosen, declare_check, world_check);
  add_world_map(*world, chosen);
  add_world_make(*world, chosen);
  add_command(*world, chosen, declare_list, world_list);
}

}  // namespace rubble::apps
