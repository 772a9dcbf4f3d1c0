// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/world_bounds.h"

namespace rubble::viewer_protocol {
namespace {

constexpr double kVast = 500.0;       // m
constexpr double kMargin = 2.0;       // m, part of a vast ground around the rest
constexpr double kEmptyWorld = 10.0;  // m, half size of the bounds of an empty world

Bounds moved(const Bounds& bounds, const Pose& pose) {
  Bounds around;
  for (const double x : {bounds.low.x(), bounds.high.x()})
    for (const double y : {bounds.low.y(), bounds.high.y()})
      for (const double z : {bounds.low.z(), bounds.high.z()}) around.add(pose * Vec3(x, y, z));
  return around;
}

bool is_vast(const Geometry& geometry, const Bounds& bounds) {
  return std::holds_alternative<Plane>(geometry) || (bounds.high - bounds.low).maxCoeff() > kVast;
}

struct TwoBounds {
  Bounds entities;
  Bounds vast;

  void add(const Geometry& geometry, const Pose& world_from_shape) {
    const Bounds own = moved(rubble::bounds_of(geometry), world_from_shape);
    if (!own.low.allFinite() || !own.high.allFinite()) return;
    (is_vast(geometry, own) ? vast : entities).add(own);
  }
};

}  // namespace

Bounds bounds_of(const World& world) {
  TwoBounds sum;
  for (const auto& model : world.models)
    for (const Link& link : model->links) {
      const Pose world_from_link = model->world_from_model * link.model_from_link;
      for (const Collision& collision : link.collisions)
        sum.add(collision.geometry, world_from_link * collision.link_from_shape);
      if (!link.collisions.empty()) continue;
      for (const Visual& visual : link.visuals)
        sum.add(visual.geometry, world_from_link * visual.link_from_shape);
    }
  for (const Victim& victim : world.victims) sum.entities.add(victim.pose.position);
  for (const Start& start : world.starts) sum.entities.add(start.pose.position);
  if (sum.entities.is_empty())
    sum.entities.add(Vec3(-kEmptyWorld, -kEmptyWorld, 0)).add(Vec3(kEmptyWorld, kEmptyWorld, 1));
  if (sum.vast.is_empty()) return sum.entities;
  const Vec3 low = sum.vast.low.cwiseMax(sum.entities.low - Vec3::Constant(kMargin));
  const Vec3 high = sum.vast.high.cwiseMin(sum.entities.high + Vec3::Constant(kMargin));
  if ((low.array() <= high.array()).all()) sum.entities.add(low).add(high);
  return sum.entities;
}

}  // namespace rubble::viewer_protocol
