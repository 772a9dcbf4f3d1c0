// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "rubble/rays/scene.h"
#include "rubble/rendering/lamp.h"
#include "rubble/rendering/material.h"
#include "rubble/rendering/tile.h"
#include "rubble/smoke/smoke_field.h"

namespace rubble::rendering {

// What is seen where nothing is: one colour, or a sky that is paler at the horizon.
class Backdrop {
 public:
  explicit Backdrop(const Scene& scene);
  Vec3f seen_along(const Vec3f& direction) const;

 private:
  Vec3f horizon_;
  Vec3f zenith_;
  Vec3f ground_;
  bool is_sky_;
};

// Everything that stays the same while one picture is taken.
struct RenderContext {
  const rays::Scene& scene;
  const smoke::SmokeField& smoke_field;
  const MaterialTable& materials;
  std::vector<Lamp> lamps;
  std::vector<Eigen::Matrix3f>
      world_from_mesh_rotations;  // world from mesh, by surface; set for round surfaces only
  std::span<const int> ignored_surfaces;
  Vec3f ambient = Vec3f::Zero();
  Vec3f smoke_light = Vec3f::Ones();
  Backdrop backdrop;
  float pixel_angle = 0.001F;  // rad
};

// The light that comes back along one ray.
struct Shade {
  Vec3f color;          // linear, smoke included
  std::uint16_t lamps;  // that reach what it met, one bit each
  bool is_opaque;
};
static_assert(kMaxLamps <= 16);

// Light that comes back along rays. Keeps its scratch memory from batch to batch; one a thread.
class Shader {
 public:
  explicit Shader(const RenderContext& context);

  // At most kTilePixels rays and what they hit. Entries that the plan lets share take the shadow of
  // their neighbours where all lie in one plane and agree.
  void shade(std::span<const rays::Ray> rays, std::span<const rays::Hit> hits,
             const SharingPlan& sharing, std::span<Shade> shades);

 private:
  struct Fragment {
    Vec3f position;
    Vec3f normal;  // shading
    Vec3f albedo;
    Vec3f light;
    Vec3f extra;  // emitted and mirrored
    const Material* material;
    float opacity;
    std::uint16_t lamps;
  };
  struct Layer {
    std::array<Fragment, kTilePixels> fragments;
    std::array<rays::Ray, kTilePixels> rays;
    std::array<rays::Hit, kTilePixels> hits;
    std::array<Vec3f, kTilePixels> colors;
    std::array<std::uint16_t, kTilePixels> places;
  };
  static constexpr std::size_t kMaxTransparentLayers = 4;  // panes one behind the other

  void shade_layer(std::size_t layer, std::span<const rays::Ray> rays,
                   std::span<const rays::Hit> hits, const SharingPlan& sharing,
                   std::span<Vec3f> colors);
  void fetch_material(const rays::Ray& ray, const rays::Hit& hit, Fragment& fragment) const;
  void paint_texture(const rays::Ray& ray, const rays::Hit& hit, Fragment& fragment) const;
  Vec3f round_normal(const rays::Hit& hit, const Material& material) const;
  void mirror_backdrop(const rays::Ray& ray, Fragment& fragment) const;
  void add_light(const Lamp& lamp, std::uint16_t bit, Layer& layer, std::span<const rays::Ray> rays,
                 std::span<const rays::Hit> hits, const SharingPlan& sharing);
  void find_shadows(const Lamp& lamp, std::size_t count, std::span<const rays::Hit> hits,
                    const SharingPlan& sharing);
  std::size_t collect_unshared(std::size_t first, std::size_t count,
                               std::span<const rays::Hit> hits, const SharingPlan& sharing);
  std::size_t collect_sunlit(const Lamp& lamp, Layer& layer, std::span<const rays::Hit> hits);
  std::size_t collect_near(const Lamp& lamp, Layer& layer, std::span<const rays::Hit> hits);
  void draw_smoke(std::span<const rays::Ray> rays, std::span<const rays::Hit> hits,
                  std::span<Vec3f> colors);
  Vec3f headlight_glow(const Vec3f& direction) const;
  void shade_transparent(std::size_t layer, std::span<const rays::Ray> rays,
                         std::span<const rays::Hit> hits, std::span<Vec3f> colors);

  const RenderContext& context_;
  const float* linear_;  // from 8-bit sRGB
  bool smoke_is_dim_ = false;
  std::vector<std::unique_ptr<Layer>> layers_;
  std::array<rays::Ray, kTilePixels> shadow_rays_;
  std::array<std::uint8_t, kTilePixels> blocked_;
  std::array<std::uint16_t, kTilePixels> lit_;          // entries that face a lamp, in order
  std::array<std::int16_t, kTilePixels> candidate_of_;  // where an entry stands in lit_, or -1
  std::array<std::uint16_t, kTilePixels> unshared_;
  std::array<rays::Ray, kTilePixels> unshared_rays_;
  std::array<std::uint8_t, kTilePixels> unshared_blocked_;
  std::array<float, kTilePixels> strengths_;
  std::array<smoke::Line, kTilePixels> lines_;
  std::array<smoke::SmokeAttenuation, kTilePixels> attenuations_;
};

}  // namespace rubble::rendering
