// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/rays/static_scene.h"
#include "rubble/rays/surface_info.h"
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::rays {

struct Ray {
  Vec3f origin = Vec3f::Zero();
  float near = 0.0F;                 // m, hits closer than this are ignored
  Vec3f direction = Vec3f::UnitX();  // unit
  float far = std::numeric_limits<float>::infinity();
};

constexpr int kNothing = -1;

struct Hit {
  float distance = std::numeric_limits<float>::infinity();  // m
  Vec3f normal = Vec3f::Zero();  // world frame, unit geometric normal, facing the ray's origin
  int surface = kNothing;        // index in Scene::surfaces()
  std::uint32_t triangle = 0;    // index in that surface's mesh
  float u = 0.0F;                // barycentric coordinates of the hit: 1 - u - v, u, v
  float v = 0.0F;

  bool is_hit() const { return surface != kNothing; }
};

// Surfaces that rays pass through, such as those a sensor is mounted in.
struct RayFilter {
  std::span<const int> ignored_surfaces;  // indices, ascending
};

enum class Victims { Seen, Ignored };

// Ray casting scene over Embree. Static geometry is one BVH; each moving link is an instance of its
// own. Casting is thread-safe while add(), remove() and update() do not run.
//
// All scenes of one world share its static part. A scene builds a BVH of static geometry of its own
// once that differs: a static object is added, or one of the world is absent.
class Scene {
 public:
  explicit Scene(const World& world) : Scene(std::make_shared<const StaticScene>(world)) {}
  explicit Scene(std::shared_ptr<const StaticScene> static_scene);
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  // Adds an instance of the state. Visible after the next update().
  void add(const State& state, InstanceId instance);
  void remove(InstanceId instance);
  // Updates the poses of all bodies from the state. Cheap if nothing moved.
  void update(const State& state);

  // Finds the closest hit of each ray. hits.size() == rays.size(). Rays are traced in packets of
  // eight: coherent neighbours are faster.
  void cast(std::span<const Ray> rays, std::span<Hit> hits, const RayFilter& filter = {}) const;
  // Shadow rays: 1 where a surface that casts shadows lies between near and far, else 0.
  void find_occluded(std::span<const Ray> rays, std::span<std::uint8_t> blocked,
                     const RayFilter& filter = {}) const;
  // All hits of a ray, nearest first. A flat face counts once, also on an edge between its
  // triangles.
  std::vector<Hit> all_hits(const Ray& ray, const RayFilter& filter = {},
                            Victims victims = Victims::Seen) const;

  // In the order they were added, victims first. Surfaces of removed instances stay, with
  // is_present = false.
  const std::vector<SurfaceInfo>& surfaces() const { return surfaces_; }
  std::span<const SurfaceInfo> victim_surfaces() const {
    return std::span(surfaces_).first(victim_surface_count_);
  }
  // The static part of the world, which other scenes of this world may share.
  const std::shared_ptr<const StaticScene>& static_scene() const { return static_; }
  // Current pose of a surface's mesh.
  Pose world_from_mesh(int surface) const;
  // Surfaces of an instance whose bounding box, grown by a margin (m), contains the point. For the
  // self-occlusion mask of a sensor at that point.
  std::vector<int> surfaces_around(const State& state, InstanceId instance, const Vec3& point_world,
                                   double margin) const;

  // Rays cast since the scene was made.
  std::int64_t ray_count() const;
  // Number of present moving links.
  int mover_count() const;

  class Tree;

 private:
  const std::vector<SurfaceInfo>& prototypes(const std::shared_ptr<const Model>& model, int link);

  // Surfaces of one instance, which stand together.
  struct Range {
    std::size_t first = 0;
    std::size_t last = 0;  // one past the end
  };
  Range surfaces_of(InstanceId instance) const;
  void add_static(const State& state, InstanceId instance);
  void add_moving(const State& state, InstanceId instance);
  void append(const SurfaceInfo& surface, InstanceId instance);

  std::shared_ptr<const StaticScene> static_;
  std::vector<SurfaceInfo> surfaces_;
  std::size_t victim_surface_count_ = 0;
  std::vector<Range> ranges_;  // by instance
  // Cached surfaces of links; instances of one model share their triangles.
  std::map<std::pair<const Model*, int>, std::vector<SurfaceInfo>> prototypes_;
  std::unique_ptr<Tree> tree_;
};

}  // namespace rubble::rays
