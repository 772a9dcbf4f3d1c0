// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/collision_probe.h"

#include <algorithm>

#include "rubble/physics/queries.h"

namespace rubble::physics {
namespace {

// Each body of an instance once.
std::vector<BodyId> bodies_in(const Instance& instance) {
  std::vector<BodyId> bodies;
  for (const LinkAttachment& place : instance.links)
    if (std::find(bodies.begin(), bodies.end(), place.body) == bodies.end())
      bodies.push_back(place.body);
  return bodies;
}

}  // namespace

CollisionProbe::CollisionProbe(const State& state, InstanceId instance)
    : shapes_(std::make_unique<Shapes>()) {
  FrictionTable unused;
  const Pose model_from_world = state.world_from_model(instance).inverse();
  for (const BodyId body : bodies_in(state.instances[instance.index()])) {
    shapes_->bodies.push_back(build_body(state, instance, body, unused));
    for (const auto& object : shapes_->bodies.back().objects)
      shapes_->objects.push_back(
          {object.get(), model_from_world * from_bullet(object->getWorldTransform())});
  }
}

CollisionProbe::~CollisionProbe() = default;

}  // namespace rubble::physics
