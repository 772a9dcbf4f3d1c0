// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/sight.h"

#include <algorithm>
#include <cmath>

#include "rubble/world/victim_body.h"

namespace rubble::sensors {
namespace {

constexpr std::size_t kMaxPoints = 16;
constexpr float kInwards = 0.9F;  // so that a line to an edge does not miss it

// Some points spread over a surface, the middle first.
std::vector<Vec3> points_on(const SampleContext& now, int surface) {
  const rays::SurfaceInfo& info = now.scene.surfaces()[static_cast<std::size_t>(surface)];
  const Pose world_from_mesh = now.scene.world_from_mesh(surface);
  const Vec3 middle = (info.bounds.low + info.bounds.high) / 2.0;
  std::vector<Vec3> points{world_from_mesh * middle};
  const auto& vertices = info.mesh->vertices;
  const std::size_t stride = std::max<std::size_t>(1, vertices.size() / kMaxPoints);
  for (std::size_t i = 0; i < vertices.size(); i += stride)
    points.push_back(world_from_mesh *
                     Vec3(middle + kInwards * (vertices[i].cast<double>() - middle)));
  return points;
}

rays::Ray ray_towards(const Vec3& from, const Vec3& to) {
  return {.origin = from.cast<float>(), .direction = (to - from).normalized().cast<float>()};
}

}  // namespace

bool Cone::holds(const Vec3& point) const {
  const double distance = point.norm();
  if (distance > range) return false;
  return distance < 1e-9 || point.x() >= distance * std::cos(field_of_view / 2.0) - 1e-12;
}

int walls_between(const SampleContext& now, InstanceId self, const Vec3& from, const Vec3& to,
                  int victim) {
  const double distance = (to - from).norm();
  if (distance < 1e-6) return 0;
  rays::Ray ray = ray_towards(from, to);
  ray.far = static_cast<float>(distance);
  // A line through an edge meets both triangles.
  constexpr float kSameFace = 1e-3F;  // m
  int faces = 0;
  rays::Hit last{.distance = -1.0F};
  for (const rays::Hit& hit : now.scene.all_hits(ray)) {
    const rays::SurfaceInfo& info = now.scene.surfaces()[static_cast<std::size_t>(hit.surface)];
    const bool is_own = info.victim < 0 && info.part.instance == self;
    const bool is_met_again =
        hit.surface == last.surface && hit.distance < last.distance + kSameFace;
    if (!is_own && !is_met_again && (victim < 0 || info.victim != victim)) ++faces;
    last = hit;
  }
  return (faces + 1) / 2;
}

bool is_in_sight(const SampleContext& now, const rays::RayFilter& filter, const Vec3& from,
                 int surface) {
  std::vector<rays::Ray> rays;
  for (const Vec3& point : points_on(now, surface)) rays.push_back(ray_towards(from, point));
  std::vector<rays::Hit> hits(rays.size());
  now.scene.cast(rays, hits, filter);
  return std::any_of(hits.begin(), hits.end(),
                     [&](const rays::Hit& hit) { return hit.surface == surface; });
}

Vec3 middle_of(const SampleContext& now, int surface) {
  const Bounds& bounds = now.scene.surfaces()[static_cast<std::size_t>(surface)].bounds;
  return now.scene.world_from_mesh(surface) * Vec3((bounds.low + bounds.high) / 2.0);
}

Vec3 head_of(const Victim& victim) {
  for (const BodyPart& part : body_of(victim))
    if (part.name == "head") return victim.pose * part.victim_from_part.position;
  return victim.pose.position;
}

}  // namespace rubble::sensors
