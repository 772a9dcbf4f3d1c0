// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/material.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "rubble/base/random.h"
#include "rubble/rendering/tone.h"
#include "rubble/world/material.h"

namespace rubble::rendering {
namespace {

Vec3f linear_color(const float* srgb) {
  Vec3f linear;
  for (int i = 0; i < 3; ++i)
    linear[i] =
        static_cast<float>(linear_from_srgb(std::clamp(static_cast<double>(srgb[i]), 0.0, 1.0)));
  return linear;
}

bool has_round_normals(const rays::SurfaceMesh& mesh) {
  if (mesh.normals.size() != mesh.vertices.size()) return false;
  return std::any_of(mesh.triangles.begin(), mesh.triangles.end(), [&mesh](const auto& t) {
    const Vec3f& a = mesh.normals[t[0]];
    return a.dot(mesh.normals[t[1]]) < 0.9999F || a.dot(mesh.normals[t[2]]) < 0.9999F;
  });
}

// Meshes bring colours of their own without any being given.
bool has_color(const rays::SurfaceInfo& surface) {
  return surface.appearance.color_is_given || surface.appearance.color != Appearance{}.color;
}

// The colour of a material that is not painted, where none is given; null = none is known.
const float* own_color(const rays::SurfaceInfo& surface) {
  if (has_color(surface)) return nullptr;
  const MaterialOptics* known = find_material_optics(surface.optics.material);
  return known == nullptr ? nullptr : known->color.data();
}

// Camera's opacity: what the look says, else what light goes through.
float opacity_of(const rays::SurfaceInfo& surface) {
  if (surface.appearance.color[3] < 1.0F) return std::max(0.0F, surface.appearance.color[3]);
  return static_cast<float>(std::clamp(1.0 - surface.optics.transparency, 0.0, 1.0));
}

void apply_highlight(const rays::SurfaceInfo& surface, Material& material) {
  const bool is_metal = surface.optics.material == "metal" || surface.optics.material == "steel";
  const float smoothness = std::clamp(1.0F - surface.appearance.roughness, 0.0F, 1.0F);
  material.specular = std::max({static_cast<float>(std::min(0.5, 3.0 * surface.optics.gloss)),
                                0.6F * smoothness, 0.5F * surface.appearance.metalness,
                                is_metal ? 0.18F : 0.0F, material.opacity < 1.0F ? 0.5F : 0.0F});
  material.highlight_doublings = material.opacity < 1.0F || surface.optics.gloss > 0.0
                                     ? 7
                                     : 4 + static_cast<int>(smoothness * 3.0F);
}

// Two axes of the plane a flat pattern lies in, seen from outside: to the right and downwards.
struct Axes {
  Vec3f right;
  Vec3f down;
};

Axes axes_facing(const Vec3f& normal) {
  int axis = 0;
  normal.cwiseAbs().maxCoeff(&axis);
  const float sign = normal[axis] < 0.0F ? -1.0F : 1.0F;
  if (axis == 2) return {Vec3f::UnitX(), -sign * Vec3f::UnitY()};
  if (axis == 0) return {sign * Vec3f::UnitY(), -Vec3f::UnitZ()};
  return {-sign * Vec3f::UnitX(), -Vec3f::UnitZ()};
}

float extent_along(const Bounds& bounds, const Vec3f& axis) {
  return std::abs(axis.dot((bounds.high - bounds.low).cast<float>()));
}

TriangleUv map_of(const std::array<Vec2f, 3>& places, float area) {
  TriangleUv map{places[0], places[1] - places[0], places[2] - places[0], 0.0F};
  const float twice = std::abs(map.edge_u.x() * map.edge_v.y() - map.edge_u.y() * map.edge_v.x());
  map.density = area > 0.0F ? std::sqrt(0.5F * twice / area) : 0.0F;
  return map;
}

// A pattern in metres, laid on flat from the nearest of the six sides.
TriangleUv tile_map(const std::array<Vec3f, 3>& corners, const Bounds& bounds,
                    const ProceduralTexture& kind) {
  const Vec3f cross = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  Axes axes = axes_facing(cross);
  if (kind.lay == PatternAlignment::AlongLength &&
      extent_along(bounds, axes.down) > extent_along(bounds, axes.right))
    std::swap(axes.right, axes.down);
  std::array<Vec2f, 3> places;
  for (std::size_t i = 0; i < 3; ++i)
    places[i] = Vec2f(corners[i].dot(axes.right), corners[i].dot(axes.down)) / kind.size;
  return map_of(places, 0.5F * cross.norm());
}

TriangleUvs maps_of(const rays::SurfaceMesh& mesh, const Bounds& bounds,
                    const ProceduralTexture* kind) {
  TriangleUvs maps;
  maps.reserve(mesh.triangles.size());
  for (const auto& triangle : mesh.triangles) {
    std::array<Vec3f, 3> corners;
    for (std::size_t i = 0; i < 3; ++i) corners[i] = mesh.vertices[triangle[i]];
    if (kind != nullptr) {
      maps.push_back(tile_map(corners, bounds, *kind));
      continue;
    }
    std::array<Vec2f, 3> places;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec2f& place = mesh.texture_coordinates[triangle[i]];
      places[i] = {place.x(), 1.0F - place.y()};
    }
    maps.push_back(
        map_of(places, 0.5F * (corners[1] - corners[0]).cross(corners[2] - corners[0]).norm()));
  }
  return maps;
}

std::vector<std::string> label_names_of(const std::vector<rays::SurfaceInfo>& surfaces) {
  std::set<std::string> names;
  for (const rays::SurfaceInfo& surface : surfaces) names.insert(surface.label);
  names.erase("");
  std::vector<std::string> list{""};
  list.insert(list.end(), names.begin(), names.end());
  return list;
}

bool is_of_scene(const MaterialTable& table, const std::vector<rays::SurfaceInfo>& surfaces) {
  return table.meshes.size() == surfaces.size() &&
         std::equal(surfaces.begin(), surfaces.end(), table.meshes.begin(),
                    [](const auto& surface, const auto& mesh) { return surface.mesh == mesh; });
}

}  // namespace

std::shared_ptr<const MaterialTable> MaterialCache::table_for(const rays::Scene& scene) {
  const std::lock_guard lock(mutex_);
  if (table_ == nullptr || !is_of_scene(*table_, scene.surfaces())) table_ = make_table(scene);
  return table_;
}

std::shared_ptr<const MaterialTable> MaterialCache::make_table(const rays::Scene& scene) {
  auto table = std::make_shared<MaterialTable>();
  const std::vector<rays::SurfaceInfo>& surfaces = scene.surfaces();
  table->label_names = label_names_of(surfaces);
  table->materials.reserve(surfaces.size());
  for (std::size_t i = 0; i < surfaces.size(); ++i) {
    table->meshes.push_back(surfaces[i].mesh);
    table->materials.push_back(surfaces[i].is_present
                                   ? make_material(surfaces[i], static_cast<int>(i), *table)
                                   : Material{});
    if (table->materials.back().has_round_normals)
      table->round_surfaces.push_back(static_cast<int>(i));
  }
  return table;
}

Material MaterialCache::make_material(const rays::SurfaceInfo& surface, int index,
                                      MaterialTable& table) {
  Material material;
  material.mesh = surface.mesh.get();
  const float* own = own_color(surface);
  material.color = linear_color(own != nullptr ? own : surface.appearance.color.data());
  material.emissive = linear_color(surface.appearance.emissive.data());
  material.opacity = opacity_of(surface);
  material.is_unlit = surface.optics.is_unlit;
  material.has_round_normals = has_round_normals(*surface.mesh);
  const auto label =
      std::lower_bound(table.label_names.begin(), table.label_names.end(), surface.label);
  material.label = static_cast<std::uint16_t>(label - table.label_names.begin());
  apply_highlight(surface, material);
  apply_texture(surface, index, table, material);
  return material;
}

void MaterialCache::apply_texture(const rays::SurfaceInfo& surface, int index, MaterialTable& table,
                                  Material& material) {
  const rays::SurfaceMesh& mesh = *surface.mesh;
  std::shared_ptr<const Texture> texture;
  const ProceduralTexture* kind = nullptr;
  if (!surface.appearance.texture.empty() &&
      mesh.texture_coordinates.size() == mesh.vertices.size())
    texture = image(surface.appearance.texture);
  if (texture != nullptr) {
    // A picture without a colour beside it is shown as it is.
    if (!surface.appearance.color_is_given) material.color = Vec3f::Ones();
  } else {
    if (surface.optics.is_unlit || material.opacity < 1.0F) return;
    kind = procedural_texture_for(surface);
    if (kind == nullptr) return;
    texture = procedural_texture(*kind);
    // Without a colour a material shows its own: brick is red, not grey.
    if (has_color(surface) || own_color(surface) != nullptr)
      material.color = material.color.cwiseQuotient(
          Vec3f(texture->mean()[0], texture->mean()[1], texture->mean()[2]));
    else
      material.color = Vec3f::Ones();
    Random random(static_cast<std::uint64_t>(index), "cut of a pattern");
    material.shift = {static_cast<float>(random.uniform()), static_cast<float>(random.uniform())};
    if (kind->lay == PatternAlignment::Upright) material.shift.y() = 0.0F;
  }
  table.textures.push_back(texture);
  table.maps.push_back(maps_for(surface, kind));
  material.texture = texture.get();
  material.maps = table.maps.back()->data();
}

std::shared_ptr<const Texture> MaterialCache::image(const std::string& path) {
  const auto [place, is_new] = images_.try_emplace(path);
  if (is_new) place->second = load_texture(path);
  return place->second;
}

std::shared_ptr<const Texture> MaterialCache::procedural_texture(const ProceduralTexture& kind) {
  std::shared_ptr<const Texture>& texture = tiles_[kind.name];
  if (texture == nullptr) texture = std::make_shared<const Texture>(kind.generate());
  return texture;
}

std::shared_ptr<const TriangleUvs> MaterialCache::maps_for(const rays::SurfaceInfo& surface,
                                                           const ProceduralTexture* kind) {
  auto& [mesh, maps] = maps_[{surface.mesh.get(), kind}];
  if (maps == nullptr || mesh.lock() != surface.mesh) {
    mesh = surface.mesh;
    maps = std::make_shared<const TriangleUvs>(maps_of(*surface.mesh, surface.bounds, kind));
  }
  return maps;
}

}  // namespace rubble::rendering
