// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/fixed_tree.h"

#include "rubble/base/assert.h"
#include "rubble/rays/embree_parts.h"

namespace rubble::rays {

FixedTree::FixedTree() : device_(new_device()), scene_(new_scene(device_)) {
  rtcCommitScene(scene_);
}

FixedTree::~FixedTree() {
  rtcReleaseScene(scene_);
  rtcReleaseDevice(device_);
}

unsigned FixedTree::add(const SurfaceInfo& surface, const Pose& world_from_mesh) {
  const Triangles triangles = triangles_in(world_from_mesh, *surface.mesh);
  std::vector<double> rims;
  rims.reserve(triangles.size());
  for (const auto& triangle : triangles) rims.push_back(rim_of(triangle));
  auto exact =
      std::make_unique<ExactSurface>(exact_surface(surface, world_from_mesh, triangles, rims));
  RTCGeometry geometry = make_geometry(device_, surface, triangles, rims);
  const unsigned id = rtcAttachGeometry(scene_, geometry);
  rtcReleaseGeometry(geometry);  // the scene keeps it
  if (exact_.size() <= id) exact_.resize(id + 1);
  exact_[id] = std::move(exact);
  return id;
}

void FixedTree::remove(unsigned geometry) {
  RUBBLE_ASSERT(geometry < exact_.size() && exact_[geometry] != nullptr);
  rtcDetachGeometry(scene_, geometry);
  exact_[geometry] = nullptr;
}

void FixedTree::commit() {
  rtcCommitScene(scene_);
  std::vector<PlacedSurface> placed;
  for (unsigned id = 0; id < exact_.size(); ++id)
    if (exact_[id] != nullptr) placed.push_back({.surface = exact_[id].get(), .geometry = id});
  find_rivals(placed);
}

}  // namespace rubble::rays
