// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/surfaces.h"

#include "rubble/rays/surface_mesh.h"
#include "rubble/world/victim_body.h"

namespace rubble::rays {
namespace {

Bounds bounds_of_mesh(const SurfaceMesh& mesh) {
  Bounds bounds;
  for (const Vec3f& vertex : mesh.vertices) bounds.add(Vec3(vertex.cast<double>()));
  return bounds;
}

// The look of a mesh part where the visual leaves it to the mesh.
Appearance look_of_part(const Appearance& look, const MeshMaterial& material) {
  if (look.color_is_given || !look.texture.empty()) return look;
  Appearance own = look;
  own.color = material.color;
  own.texture = material.texture;
  return own;
}

void append(std::vector<SurfaceInfo>& surfaces, const SurfaceInfo& like, const Geometry& geometry) {
  const auto* const shape = std::get_if<MeshShape>(&geometry);
  std::vector<SurfaceMesh> meshes = triangles_of(geometry);
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    if (meshes[i].triangles.empty()) continue;
    SurfaceInfo& surface = surfaces.emplace_back(like);
    surface.bounds = bounds_of_mesh(meshes[i]);
    surface.mesh = std::make_shared<const SurfaceMesh>(std::move(meshes[i]));
    if (shape != nullptr)
      surface.appearance = look_of_part(like.appearance, shape->mesh->parts[i].material);
  }
}

}  // namespace

std::vector<SurfaceInfo> surfaces_of_link(const Model& model, int link_index) {
  const Link& link = model.links[static_cast<std::size_t>(link_index)];
  SurfaceInfo like{.part = {.link = link_index}};
  like.label = link.semantic.label.empty() ? model.semantic.label : link.semantic.label;
  std::vector<SurfaceInfo> surfaces;
  for (const Visual& visual : link.visuals) {
    like.name = visual.name;
    like.link_from_mesh = visual.link_from_shape;
    like.optics = visual.surface;
    like.appearance = visual.appearance;
    like.casts_shadow = visual.casts_shadow && visual.surface.transparency < 0.5;
    append(surfaces, like, visual.geometry);
  }
  if (!link.visuals.empty()) return surfaces;
  for (const Collision& collision : link.collisions) {
    like.name = collision.name;
    like.link_from_mesh = collision.link_from_shape;
    like.optics = collision.surface;
    like.is_from_collision = true;
    append(surfaces, like, collision.geometry);
  }
  return surfaces;
}

std::vector<SurfaceInfo> surfaces_of_victim(const Victim& victim, int index) {
  std::vector<SurfaceInfo> surfaces;
  for (const BodyPart& part : body_of(victim)) {
    SurfaceInfo like{.victim = index, .name = part.name, .label = "Victim"};
    like.link_from_mesh = victim.pose * part.victim_from_part;
    like.optics.reflectivity = 0.5;  // skin and cloth
    like.appearance = part.appearance;
    append(surfaces, like, part.geometry);
  }
  return surfaces;
}

}  // namespace rubble::rays
