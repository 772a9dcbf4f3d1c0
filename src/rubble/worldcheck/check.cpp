// SPDX-License-Identifier: Apache-2.0
#include "rubble/worldcheck/check.h"

#include <algorithm>
#include <filesystem>

#include "rubble/worldcheck/check_rows.h"

namespace rubble::worldcheck {
namespace {

constexpr double kGridStep = 0.05;       // m
constexpr double kMapMargin = 0.6;       // m around the outer walls
constexpr double kMaxWorldSize = 300.0;  // m
constexpr std::size_t kMaxBodies = 400;
constexpr std::uintmax_t kMaxBytes = 1'000'000;

bool has_option(const World& world, const std::string& option) {
  return world.generator && world.generator->options.find(option) != std::string::npos;
}

FloorRules rules_of(const World& world) {
  if (has_option(world, "kind=red")) return {.max_step = 0.42, .max_reach_step = 0.25};
  if (has_option(world, "kind=orange"))
    return {.max_step = 0.22, .max_reach_step = 0.22, .slopes = {15.0, 45.0}};
  if (has_option(world, "kind=yellow")) return {.slopes = {10.0}};
  if (has_option(world, "crossing=true"))
    return {.max_step = 0.17, .max_reach_step = 0.17, .slopes = {15.0}};
  return {.slopes = {15.0}};
}

Bounds wall_bounds(const std::vector<Solid>& solids) {
  Bounds bounds;
  for (const Solid& solid : solids)
    if (solid.label == "Wall") bounds.add(solid.bounds);
  return bounds;
}

}  // namespace

CheckScene::CheckScene(const World& checked)
    : world(checked),
      solids(static_solids(checked)),
      walls(wall_bounds(solids)),
      rules(rules_of(checked)),
      has_cells(checked.generator && checked.generator->columns > 0 && !walls.is_empty()) {}

CheckRow check_size(const CheckScene& scene) {
  const auto& models = scene.world.models;
  const auto bodies = static_cast<std::size_t>(std::count_if(
      models.begin(), models.end(), [](const auto& m) { return m->semantic.label != "Rubble"; }));
  std::error_code missing;
  const std::uintmax_t bytes = std::filesystem::file_size(scene.world.file, missing);
  const bool is_small = missing || bytes <= kMaxBytes;
  return {"size", bodies <= kMaxBodies && is_small,
          std::to_string(bodies) + " bodies" +
              (missing ? "" : ", " + std::to_string(bytes) + " bytes")};
}

std::vector<CheckRow> check_geometry(const World& world) {
  const CheckScene scene(world);
  std::vector<CheckRow> rows;
  if (!scene.walls.is_empty() && (scene.walls.high - scene.walls.low).maxCoeff() > kMaxWorldSize)
    return {{"size", false, "the walls span more than 300 m, too far to look at every 5 cm"}};
  if (scene.has_cells) {
    Bounds area = scene.walls;
    area.low -= Vec3::Constant(kMapMargin);
    area.high += Vec3::Constant(kMapMargin);
    const ColumnMap map(scene.solids, area, kGridStep);
    rows = {check_reachable(scene, map), check_closed(scene, map), check_corridors(scene),
            check_floor(scene, map),     check_slopes(scene),      check_step_fields(scene),
            check_routes(scene, map)};
  }
  if (world.generator && world.generator->name == "station")
    rows.push_back(check_open_routes(scene));
  rows.push_back(check_walls(scene));
  rows.push_back(check_objects(scene));
  rows.push_back(check_size(scene));
  return rows;
}

bool all_passed(const std::vector<CheckRow>& rows) {
  return std::all_of(rows.begin(), rows.end(), [](const CheckRow& row) { return row.passed; });
}

}  // namespace rubble::worldcheck
