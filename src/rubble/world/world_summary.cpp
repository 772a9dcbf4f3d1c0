// SPDX-License-Identifier: Apache-2.0
#include "rubble/world/world_summary.h"

namespace rubble {
namespace {

void add_bounds(const Geometry& geometry, const Pose& world_from_shape, Bounds& sum) {
  if (std::holds_alternative<Plane>(geometry)) return;
  const Bounds own = bounds_of(geometry);
  for (const double x : {own.low.x(), own.high.x()})
    for (const double y : {own.low.y(), own.high.y()})
      for (const double z : {own.low.z(), own.high.z()}) sum.add(world_from_shape * Vec3(x, y, z));
}

void add_link(const Model& model, const Link& link, WorldSummary& counts) {
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

}  // namespace

WorldSummary summary_of(const World& world) {
  WorldSummary summary;
  for (const auto& model : world.models) {
    summary.links += model->links.size();
    summary.joints += model->joints.size();
    summary.moving_models += model->is_static ? 0U : 1U;
    summary.robots += model->robot ? 1U : 0U;
    for (const Link& link : model->links) add_link(*model, link, summary);
  }
  return summary;
}

}  // namespace rubble
