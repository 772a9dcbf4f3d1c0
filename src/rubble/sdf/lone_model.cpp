// SPDX-License-Identifier: Apache-2.0
#include "rubble/sdf/lone_model.h"

#include <utility>

namespace rubble {
namespace {

constexpr double kFloorEdge = 100.0;  // m
constexpr double kStartGap = 1.0;     // m
constexpr double kStartHeight = 0.2;  // m

std::shared_ptr<const Model> make_floor() {
  const Plane plane{.size = Vec2(kFloorEdge, kFloorEdge)};
  Link link;
  link.name = "link";
  link.collisions.push_back({.name = "floor", .geometry = plane});
  link.visuals.push_back({.name = "floor", .geometry = plane});
  Model model;
  model.name = "floor";
  model.is_static = true;
  model.links.push_back(std::move(link));
  return std::make_shared<const Model>(std::move(model));
}

Light make_sun() {
  Light light;
  light.name = "sun";
  light.kind = LightKind::Directional;
  light.pose.position = Vec3(0.0, 0.0, 10.0);
  light.direction = Vec3(-0.5, 0.1, -0.9).normalized();
  light.diffuse = {0.8F, 0.8F, 0.8F};
  return light;
}

// The smallest x of anything in the model, in the world.
double front_of(const Model& model) {
  Bounds reach;
  for (const Link& link : model.links)
    for (const Collision& collision : link.collisions) {
      const Pose pose = model.world_from_model * link.model_from_link * collision.link_from_shape;
      const Bounds bounds = bounds_of(collision.geometry);
      for (int corner = 0; corner < 8; ++corner)
        reach.add(pose * Vec3((corner & 1) != 0 ? bounds.low.x() : bounds.high.x(),
                              (corner & 2) != 0 ? bounds.low.y() : bounds.high.y(),
                              (corner & 4) != 0 ? bounds.low.z() : bounds.high.z()));
    }
  return reach.is_empty() ? 0.0 : reach.low.x();
}

}  // namespace

World world_around(std::shared_ptr<const Model> model) {
  World world;
  world.name = model ? model->name : "empty";
  world.gravity = Vec3(0.0, 0.0, -9.81);
  world.models.push_back(make_floor());
  world.lights.push_back(make_sun());
  const double front = model ? front_of(*model) : 0.0;
  world.starts.push_back({"RobotStart1", make_pose(front - kStartGap, 0, kStartHeight, 0, 0, 0)});
  if (model) world.models.push_back(std::move(model));
  return world;
}

}  // namespace rubble
