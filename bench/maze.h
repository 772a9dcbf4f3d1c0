// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "rubble/world/world.h"

namespace rubble::bench {

inline std::shared_ptr<const Model> static_box(const std::string& name, const Pose& pose,
                                               const Vec3& size) {
  auto model = std::make_shared<Model>();
  model->name = name;
  model->is_static = true;
  model->world_from_model = pose;
  Link link{.name = "link"};
  link.collisions.push_back(
      {.name = "box", .geometry = Box{size}, .surface = {.material = "concrete"}});
  model->links.push_back(std::move(link));
  return model;
}

// Walls 0.1 m thick and 1 m high on a flat floor; each segment reaches 0.05 m past its ends.
inline World maze_from(const nlohmann::json& json) {
  World world;
  world.name = "standard maze";
  world.gravity = Vec3(0, 0, -9.81);
  world.models.push_back(static_box("floor", {Vec3(0, 0, -0.5)}, {30, 30, 1}));
  for (const auto& wall : json.at("walls")) {
    const double x1 = wall[0], y1 = wall[1], x2 = wall[2], y2 = wall[3];
    const Vec3 size(std::abs(x2 - x1) + 0.1, std::abs(y2 - y1) + 0.1, 1.0);
    world.models.push_back(static_box("wall" + std::to_string(world.models.size()),
                                      {Vec3((x1 + x2) / 2, (y1 + y2) / 2, 0.5)}, size));
  }
  for (const auto& start : json.at("starts"))
    world.starts.push_back({"start" + std::to_string(world.starts.size()),
                            make_pose(start[0], start[1], 0, 0, 0, radians(start[2]))});
  return world;
}

}  // namespace rubble::bench
