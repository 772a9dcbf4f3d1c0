// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/exact_surface.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "rubble/rays/coplanar_faces.h"

namespace rubble::rays {
namespace {

constexpr double kCoplanar = 5e-4;  // m: closer faces look like one from 30 m

void set_box(Rival& rival, const Facet& own, const Pose& frame_from_world, const Face& other) {
  rival.low.setConstant(kInfinity);
  rival.high.setConstant(-kInfinity);
  rival.is_flush = true;
  for (const Vec3& corner : other.corners) {
    rival.is_flush &= std::abs(own.height(frame_from_world * corner)) < kFlush;
    const Vec2 weights = own.weights_at(frame_from_world * corner);
    rival.low = rival.low.cwiseMin(weights);
    rival.high = rival.high.cwiseMax(weights);
  }
  const Vec2 rim = Vec2::Constant(2.0 * own.rim());
  rival.low -= rim;
  rival.high += rim;
}

}  // namespace

double rim_of(const std::array<Vec3, 3>& triangle) {
  double farthest = 0.0;
  for (const Vec3& corner : triangle) farthest = std::max(farthest, corner.cwiseAbs().maxCoeff());
  return kMinRim + 1e-5 * std::min(farthest, 100.0);
}

Triangles triangles_in(const Pose& frame, const SurfaceMesh& mesh) {
  std::vector<Vec3> places;
  places.reserve(mesh.vertices.size());
  for (const Vec3f& vertex : mesh.vertices) places.push_back(frame * Vec3(vertex.cast<double>()));
  Triangles triangles;
  triangles.reserve(mesh.triangles.size());
  for (const auto& [a, b, c] : mesh.triangles)
    triangles.push_back({places[a], places[b], places[c]});
  return triangles;
}

ExactSurface exact_surface(const SurfaceInfo& info, const Pose& frame_from_mesh,
                           const Triangles& triangles, const std::vector<double>& rims) {
  MeshTopology topology = topology_of(*info.mesh);
  ExactSurface surface{info.mesh, frame_from_mesh, topology.solid, {}, {}, {}};
  surface.facets.reserve(triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i)
    surface.facets.emplace_back(triangles[i], rims[i]);
  surface.neighbours = std::move(topology.neighbours);
  return surface;
}

void find_rivals(std::span<const PlacedSurface> surfaces) {
  struct Origin {
    std::size_t surface = 0;
    unsigned triangle = 0;
  };
  std::vector<Face> faces;
  std::vector<Origin> origins;  // of faces
  for (std::size_t i = 0; i < surfaces.size(); ++i) {
    ExactSurface& surface = *surfaces[i].surface;
    const Pose world_from_mesh = surfaces[i].world_from_frame * surface.frame_from_mesh;
    unsigned count = 0;
    for (const auto& triangle : triangles_in(world_from_mesh, *surface.mesh)) {
      faces.push_back({triangle, surface.solid});
      origins.push_back({i, count++});
    }
    surface.rivals = {};
  }
  for (const CoplanarOverlap& overlap : find_coplanar_overlaps(faces, kCoplanar, 2.0 * kMinRim)) {
    const Origin &own = origins[overlap.face], &other = origins[overlap.other];
    const PlacedSurface &here = surfaces[own.surface], &there = surfaces[other.surface];
    Rival rival{.geometry = there.geometry,
                .triangle = other.triangle,
                .is_seen_from_front = overlap.is_seen_from_front,
                .is_seen_from_back = overlap.is_seen_from_back};
    if (here.frame == there.frame) {
      rival.facet = &there.surface->facets[other.triangle];
      set_box(rival, here.surface->facets[own.triangle], here.world_from_frame.inverse(),
              faces[overlap.other]);
      // In one plane what came later counts, and what it came upon does not matter to it.
      if (rival.is_flush &&
          std::tuple(here.geometry, other.triangle) > std::tuple(there.geometry, own.triangle))
        continue;
    }
    here.surface->rivals.add(own.triangle, rival);
  }
  for (const PlacedSurface& placed : surfaces)
    placed.surface->rivals.finish(placed.surface->facets.size());
}

}  // namespace rubble::rays
