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
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::rays {

using Vec3f = Eigen::Vector3f;
using Vec2f = Eigen::Vector2f;

struct Ray {
  Vec3f origin = Vec3f::Zero();
  float near = 0.0F;                 // m, nearer things are not met
  Vec3f direction = Vec3f::UnitX();  // unit
  float far = std::numeric_limits<float>::infinity();
};

constexpr int kNothing = -1;

struct Hit {
  float distance = std::numeric_limits<float>::infinity();  // m
  Vec3f normal = Vec3f::Zero();  // world, unit, of the flat triangle, against the ray
  int surface = kNothing;        // of Scene::surfaces()
  std::uint32_t triangle = 0;    // of that surface
  float u = 0.0F;                // where in it: corner weights are 1 - u - v, u, v
  float v = 0.0F;

  bool is_hit() const { return surface != kNothing; }
};

// Triangles in the frame of their shape. Corner normals and texture coordinates are empty or one a
// vertex.
struct SurfaceMesh {
  std::vector<Vec3f> vertices;
  std::vector<Vec3f> normals;
  std::vector<Vec2f> texture_coordinates;  // v grows upwards; a box: 0..1 on each face
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

// One visible thing: a visual (or a collision of a link that has none), or one part of its mesh, or
// a part of a victim's body.
struct SurfaceInfo {
  Part part;  // whose link; invalid instance: a victim
  int victim = -1;
  std::string name;     // of the visual, or head, chest, ...
  Pose link_from_mesh;  // of a victim: world_from_mesh
  std::shared_ptr<const SurfaceMesh> mesh;
  Bounds bounds;  // of the mesh, in its own frame
  Surface optics;
  Appearance appearance;
  std::string label;  // semantic class of link or model; "Victim" for victims
  bool casts_shadow = true;
  bool is_from_collision = false;
  bool is_present = true;
};

// Eyes do not see the housing they sit in.
struct RayFilter {
  std::span<const int> ignored_surfaces;  // surfaces, in order
};

// The world as something to shoot rays at: what is fixed is one tree of triangles, each moving body
// is an instance of its own. Casting is safe from several threads while nobody moves the scene.
class Scene {
 public:
  explicit Scene(const World& world);
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  // Takes up an instance that stands in the state. Seen from the next update() on.
  void add(const State& state, InstanceId instance);
  void remove(InstanceId instance);
  // Puts every body where the state has it. Next to free where nothing moved.
  void update(const State& state);

  // The first thing each ray meets. Neighbours in the list should be neighbours in space.
  void cast(std::span<const Ray> rays, std::span<Hit> hits, const RayFilter& filter = {}) const;
  // Whether anything that casts a shadow is between near and far. 1 = blocked.
  void find_occluded(std::span<const Ray> rays, std::span<std::uint8_t> blocked,
                     const RayFilter& filter = {}) const;
  // Everything on the way, nearest first. A flat face counts once, also on its triangles' edge.
  std::vector<Hit> all_hits(const Ray& ray, const RayFilter& filter = {}) const;

  // Numbered as they came; those of who has left stay, as not present. Victims come first.
  const std::vector<SurfaceInfo>& surfaces() const { return surfaces_; }
  std::span<const SurfaceInfo> victim_surfaces() const {
    return std::span(surfaces_).first(victim_surface_count_);
  }
  // Where the mesh of a surface is now.
  Pose world_from_mesh(int surface) const;
  // Surfaces of an instance whose box, grown by a margin, holds the point: what an eye at that
  // point sits in.
  std::vector<int> surfaces_around(const State& state, InstanceId instance, const Vec3& point_world,
                                   double margin) const;

  // Rays cast since the scene was made.
  std::int64_t ray_count() const;
  // Links that are followed: of those that move and are there.
  int mover_count() const;

  class Tree;

 private:
  const std::vector<SurfaceInfo>& prototypes(const std::shared_ptr<const Model>& model, int link);

  // Surfaces of one instance, which stand together.
  struct Range {
    std::size_t first = 0;
    std::size_t last = 0;  // behind it
  };
  Range surfaces_of(InstanceId instance) const;

  std::vector<SurfaceInfo> surfaces_;
  std::size_t victim_surface_count_ = 0;
  std::vector<Range> ranges_;  // by instance
  // Surfaces of links already seen; robots of one model share their triangles.
  std::map<std::pair<const Model*, int>, std::vector<SurfaceInfo>> prototypes_;
  std::unique_ptr<Tree> tree_;
};

}  // namespace rubble::rays
