// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "rubble/rays/scene.h"
#include "rubble/rendering/textures/procedural_textures.h"
#include "rubble/rendering/textures/texture.h"

namespace rubble::rendering {

using rays::Vec2f;
using rays::Vec3f;

// Texture coordinates of one triangle: position = corner + u * edge_u + v * edge_v, with
// barycentric u, v; s to the right, t downwards.
struct TriangleUv {
  Vec2f corner;
  Vec2f edge_u;
  Vec2f edge_v;
  float density = 0.0F;  // repetitions of the texture per metre
};

using TriangleUvs = std::vector<TriangleUv>;

// Shading parameters of a surface, linear light.
struct Material {
  Vec3f color = Vec3f::Ones();  // multiplied by the texture
  Vec3f emissive = Vec3f::Zero();
  float opacity = 1.0F;
  float specular = 0.0F;        // strength of the highlight
  int highlight_doublings = 4;  // exponent of the highlight = 2^this
  std::uint16_t label = 0;
  bool is_unlit = false;
  bool has_round_normals = false;
  const Texture* texture = nullptr;
  const TriangleUv* maps = nullptr;
  const rays::SurfaceMesh* mesh = nullptr;
  Vec2f shift = Vec2f::Zero();  // texture offset, different for each surface
};

// The materials of all surfaces of a scene, indexed by surface, and the data they refer to.
struct MaterialTable {
  std::vector<Material> materials;
  std::vector<std::string> label_names;
  std::vector<std::shared_ptr<const rays::SurfaceMesh>> meshes;
  std::vector<std::shared_ptr<const Texture>> textures;
  std::vector<std::shared_ptr<const TriangleUvs>> maps;
  std::vector<int> round_surfaces;  // those with round normals
};

// Creates the materials of a scene and extends them as the scene grows. Textures are loaded or
// generated at first use. May be called from several threads.
class MaterialCache {
 public:
  std::shared_ptr<const MaterialTable> table_for(const rays::Scene& scene);

 private:
  using MapsKey = std::pair<const rays::SurfaceMesh*, const ProceduralTexture*>;

  std::shared_ptr<const MaterialTable> make_table(const rays::Scene& scene);
  Material make_material(const rays::SurfaceInfo& surface, int index, MaterialTable& table);
  void apply_texture(const rays::SurfaceInfo& surface, int index, MaterialTable& table,
                     Material& material);
  std::shared_ptr<const Texture> image(const std::string& path);
  std::shared_ptr<const Texture> procedural_texture(const ProceduralTexture& kind);
  std::shared_ptr<const TriangleUvs> maps_for(const rays::SurfaceInfo& surface,
                                              const ProceduralTexture* kind);

  std::mutex mutex_;
  std::shared_ptr<const MaterialTable> table_;
  std::map<std::string, std::shared_ptr<const Texture>> images_;
  std::map<std::string, std::shared_ptr<const Texture>> tiles_;
  // Tables own the meshes they use. The coordinates of a mesh that was released are computed again.
  std::map<MapsKey,
           std::pair<std::weak_ptr<const rays::SurfaceMesh>, std::shared_ptr<const TriangleUvs>>>
      maps_;
};

}  // namespace rubble::rendering
