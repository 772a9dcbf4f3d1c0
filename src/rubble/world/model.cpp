// SPDX-License-Identifier: Apache-2.0
#include "rubble/world/model.h"

namespace rubble {
namespace {

template <class Thing>
int find_by_name(const std::vector<Thing>& things, const std::string& name) {
  for (std::size_t i = 0; i < things.size(); ++i)
    if (things[i].name == name) return static_cast<int>(i);
  return -1;
}

}  // namespace

int Model::find_link(const std::string& link_name) const { return find_by_name(links, link_name); }

int Model::find_joint(const std::string& joint_name) const {
  return find_by_name(joints, joint_name);
}

Bounds bounds_of(const Link& link) {
  Bounds bounds;
  for (const Collision& collision : link.collisions) {
    const Bounds own = bounds_of(collision.geometry);
    const Pose model_from_shape = link.model_from_link * collision.link_from_shape;
    for (const double x : {own.low.x(), own.high.x()})
      for (const double y : {own.low.y(), own.high.y()})
        for (const double z : {own.low.z(), own.high.z()})
          bounds.add(model_from_shape * Vec3(x, y, z));
  }
  return bounds;
}

Bounds bounds_of(const Model& model) {
  Bounds bounds;
  for (const Link& link : model.links) bounds.add(bounds_of(link));
  return bounds;
}

}  // namespace rubble
