// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/commands.h"
#include "apps/support.h"
#include "rubble/generators/world_kinds.h"
#include "rubble/report/plan.h"
#include "rubble/worldcheck/check.h"
#include "rubble/worldcheck/settle.h"

namespace rubble::apps {
namespace {

using Json = nlohmann::ordered_json;

struct Counts {
  std::size_t links = 0, joints = 0, collisions = 0, visuals = 0, sensors = 0, triangles = 0;
  std::size_t moving = 0, robots = 0;
  Bounds bounds;
};

void add_bounds(const Geometry& geometry, const Pose& world_from_shape, Bounds& sum) {
  if (std::holds_alternative<Plane>(geometry)) return;
  const Bounds own = bounds_of(geometry);
  for (const double x : {own.low.x(), own.high.x()})
    for (const double y : {own.low.y(), own.high.y()})
      for (const double z : {own.low.z(), own.high.z()}) sum.add(world_from_shape * Vec3(x, y, z));
}

// What can be touched counts for the size, what is only seen where nothing else is.
void add_link(const Model& model, const Link& link, Counts& counts) {
  counts.collisions += link.collisions.size();
  counts.visuals += link.visuals.size();
  counts.sensors += link.sensors.size();
  const Pose world_from_link = model.world_from_model * link.model_from_link;
  for (const Visual& visual : link.visuals) {
    if (const auto* mesh = std::get_if<MeshShape>(&visual.geometry))
      counts.triangles += mesh->mesh->triangle_count();
    if (link.collisions.empty())
      add_bounds(visual.geometry, world_from_link * visual.link_from_shape, counts.bounds);
  }
  for (const Collision& collision : link.collisions)
    add_bounds(collision.geometry, world_from_link * collision.link_from_shape, counts.bounds);
}

Counts count(const World& world) {
  Counts counts;
  for (const auto& model : world.models) {
    counts.links += model->links.size();
    counts.joints += model->joints.size();
    counts.moving += model->is_static ? 0U : 1U;
    counts.robots += model->robot ? 1U : 0U;
    for (const Link& link : model->links) add_link(*model, link, counts);
  }
  return counts;
}

double millimetres(double metres) { return std::round(metres * 1000.0) / 1000.0; }

Json size_of(const Counts& counts) {
  if (counts.bounds.is_empty()) return nullptr;
  const Vec3 size = counts.bounds.high - counts.bounds.low;
  return {millimetres(size.x()), millimetres(size.y()), millimetres(size.z())};
}

Json corner(const Bounds& bounds, const Vec3& point) {
  if (bounds.is_empty()) return nullptr;
  return {millimetres(point.x()), millimetres(point.y()), millimetres(point.z())};
}

Json info_json(const World& world, const Counts& counts) {
  Json json{{"name", world.name},
            {"file", world.file},
            {"size", size_of(counts)},
            {"low_corner", corner(counts.bounds, counts.bounds.low)},
            {"high_corner", corner(counts.bounds, counts.bounds.high)},
            {"models", world.models.size()},
            {"moving_models", counts.moving},
            {"robots", counts.robots},
            {"links", counts.links},
            {"joints", counts.joints},
            {"collisions", counts.collisions},
            {"visuals", counts.visuals},
            {"mesh_triangles", counts.triangles},
            {"sensors", counts.sensors},
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

}  // namespace

int world_info(const WorldOptions& options) {
  const auto world = open_world(options.world, options.load);
  if (!world) return fail(world.error());
  const Json json = info_json(*world, count(*world));
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

int world_list(bool json) {
  Json list = Json::array();
  for (const generators::WorldKind& kind : generators::kWorldKinds) {
    list.push_back({{"name", kind.name},
                    {"file", "worlds/" + std::string(kind.name) + ".sdf"},
                    {"about", kind.description}});
    if (!json)
      fmt::print("{:<24} worlds/{:<28} {}\n", kind.name, std::string(kind.name) + ".sdf",
                 kind.description);
  }
  if (json)
    fmt::print("{}\n", Json{{"worlds", list}}.dump(-1, ' ', false, Json::error_handler_t::replace));
  return kDone;
}

}  // namespace rubble::apps
