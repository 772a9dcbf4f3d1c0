// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "rubble/rays/surface_info.h"

namespace rubble::rays {

class FixedTree;

// The static part of a world for ray casting: the bodies of its victims and the models that never
// move, as surfaces and as one BVH over their triangles. Immutable; scenes of any thread share one
// by shared_ptr. The BVH is the larger part: it is built when it is first asked for.
class StaticScene {
 public:
  explicit StaticScene(const World& world);
  ~StaticScene();
  StaticScene(const StaticScene&) = delete;
  StaticScene& operator=(const StaticScene&) = delete;

  // A surface is referred to by its index here. Those of victims come first, then those of the
  // static models in the order of the world.
  const std::vector<SurfaceInfo>& surfaces() const { return surfaces_; }
  std::size_t victim_surface_count() const { return victim_surface_count_; }
  const Pose& world_from_mesh(std::size_t surface) const { return world_from_mesh_[surface]; }

  struct Range {
    std::size_t first = 0;
    std::size_t last = 0;  // one past the end
  };
  // The surfaces of an instance, empty unless it is a static model of this world where the world
  // file has it.
  Range surfaces_of(const State& state, InstanceId instance) const;

  // Built by the first caller; others wait for it.
  const FixedTree& tree() const;

 private:
  void add(const SurfaceInfo& surface, const Pose& world_from_mesh);
  void add_instance(const State& state, InstanceId instance);

  struct StaticModel {
    std::shared_ptr<const Model> model;  // null: moves
    Range surfaces;
  };
  std::vector<SurfaceInfo> surfaces_;
  std::vector<Pose> world_from_mesh_;  // by surface
  std::size_t victim_surface_count_ = 0;
  std::vector<StaticModel> models_;  // by instance
  mutable std::once_flag tree_is_built_;
  mutable std::unique_ptr<const FixedTree> tree_;
};

}  // namespace rubble::rays
