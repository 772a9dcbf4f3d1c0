// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <embree3/rtcore.h>

#include <memory>
#include <span>
#include <vector>

#include "rubble/rays/exact_surface.h"
#include "rubble/rays/surface_info.h"

namespace rubble::rays {

// One BVH of all triangles that do not move, in the world frame, and what exact arithmetic needs
// beside it. After commit() it is constant until the next add() or remove(): any thread may read.
class FixedTree {
 public:
  FixedTree();
  ~FixedTree();
  FixedTree(const FixedTree&) = delete;
  FixedTree& operator=(const FixedTree&) = delete;

  // Returns the number of the geometry: the least that is free.
  unsigned add(const SurfaceInfo& surface, const Pose& world_from_mesh);
  void remove(unsigned geometry);
  // Builds the BVH and finds faces in one plane.
  void commit();

  RTCScene scene() const { return scene_; }
  // By geometry; null where one was removed.
  std::span<const std::unique_ptr<ExactSurface>> exact() const { return exact_; }

 private:
  RTCDevice device_;
  RTCScene scene_;
  std::vector<std::unique_ptr<ExactSurface>> exact_;
};

}  // namespace rubble::rays
