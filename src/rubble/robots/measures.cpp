// SPDX-License-Identifier: Apache-2.0
#include "rubble/robots/measures.h"

#include <algorithm>
#include <variant>

namespace rubble::robots {
namespace {

double radius_of(const Link& wheel) {
  for (const Collision& collision : wheel.collisions) {
    if (const auto* cylinder = std::get_if<Cylinder>(&collision.geometry)) return cylinder->radius;
    if (const auto* sphere = std::get_if<Sphere>(&collision.geometry)) return sphere->radius;
  }
  return 0.0;
}

struct Extent {
  double low = 1e300, high = -1e300;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  double size() const { return high > low ? high - low : 0.0; }
};

void measure_wheels(const Model& model, Measures& measures) {
  Extent along, across;
  for (const WheelSpec& wheel : model.robot->wheels) {
    const int joint = model.find_joint(wheel.joint);
    if (joint < 0) continue;
    const int child = model.joints[static_cast<std::size_t>(joint)].child;
    const Link& link = model.links[static_cast<std::size_t>(child)];
    along.add(link.model_from_link.position.x());
    across.add(link.model_from_link.position.y());
    measures.wheel_radius = std::max(measures.wheel_radius, radius_of(link));
  }
  measures.base = along.size();
  measures.separation = across.size();
}

// The part of a shape that lies on the ground: its lowest edge, seen from the side.
void add_flat_bottom(const Link& link, const Collision& collision, Extent& along) {
  const auto* extrusion = std::get_if<Extrusion>(&collision.geometry);
  const Pose model_from_shape = link.model_from_link * collision.link_from_shape;
  constexpr double kLevel = 1e-4;  // m
  if (extrusion == nullptr) return;
  for (const auto& outline : extrusion->outlines)
    for (const Vec2& corner : outline) {
      const Vec3 point = model_from_shape * Vec3(corner.x(), corner.y(), 0.0);
      if (std::abs(point.z()) < kLevel) along.add(point.x());
    }
}

void measure_tracks(const Model& model, Measures& measures) {
  Extent along, across;
  for (const TrackSpec& track : model.robot->tracks) {
    const int index = model.find_link(track.link);
    if (index < 0) continue;
    const Link& link = model.links[static_cast<std::size_t>(index)];
    const Bounds bounds = bounds_of(link);
    across.add((bounds.low.y() + bounds.high.y()) / 2);
    for (const Collision& collision : link.collisions) add_flat_bottom(link, collision, along);
    measures.wheel_radius = track.radius;
  }
  measures.base = along.size();
  measures.separation = across.size();
}

}  // namespace

Measures measure(const Model& model) {
  Measures measures;
  Vec3 moment = Vec3::Zero();
  for (const Link& link : model.links) {
    measures.mass += link.inertial.mass;
    moment += link.inertial.mass * (link.model_from_link * link.inertial.link_from_mass.position);
    measures.bounds.add(bounds_of(link));
  }
  measures.center_of_mass = moment / measures.mass;
  if (!measures.bounds.is_empty()) measures.size = measures.bounds.high - measures.bounds.low;
  if (model.robot && !model.robot->wheels.empty()) measure_wheels(model, measures);
  if (model.robot && !model.robot->tracks.empty()) measure_tracks(model, measures);
  return measures;
}

}  // namespace rubble::robots
