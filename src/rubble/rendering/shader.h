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

// Background radiance: one colour, or a sky that is paler at the horizon.
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

// Everything that is constant while one image is rendered.
struct RenderContext {
  const rays::Scene& scene;
  const smoke::SmokeField& smoke_field;
  const MaterialTable& materials;
  std::vector<Lamp> lamps;
  std::vector<Eigen::Matrix3f>
      world_from_mesh_rotations;  // indexed by surface; set only for surfaces with smooth normals
  std::span<const int> ignored_surfaces;
  Vec3f ambient = Vec3f::Zero();
  Vec3f smoke_light = Vec3f::Ones();
  Backdrop backdrop;
  float pixel_angle = 0.001F;  // rad
};

// Radiance along one ray.
struct Shade {
  Vec3f color;          // linear RGB, including smoke
  std::uint16_t lamps;  // lamps that light the hit point, one bit each
  bool is_opaque;
};
static_assert(kMaxLamps <= 16);

// Computes the radiance along rays. Reuses its buffers between batches; one instance per thread.
class Shader {
 public:
  explicit Shader(const RenderContext& context);

  // At most kTilePixels rays and their hits. Pixels that may share reuse the shadow of their
  // neighbours if all of them lie in one plane and agree.
  void shade(std::span<const rays::Ray> rays, std::span<const rays::Hit> hits,
             const SharingPlan& sharing, std::span<Shade> shades);

 private:
  struct Fragment {
    Vec3f position;
    Vec3f normal;  // shading
    Vec3f albedo;
    Vec3f light;
    Vec3f extra;  // emitted and reflected
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
  static constexpr std::size_t kMaxTransparentLayers = 4;  // transparent surfaces along one ray

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
  std::array<std::uint16_t, kTilePixels> lit_;          // entries that face the lamp, ascending
  std::array<std::int16_t, kTilePixels> candidate_of_;  // index of an entry in lit_, or -1
  std::array<std::uint16_t, kTilePixels> unshared_;
  std::array<rays::Ray, kTilePixels> unshared_rays_;
  std::array<std::uint8_t, kTilePixels> unshared_blocked_;
  std::array<float, kTilePixels> strengths_;
  std::array<smoke::Line, kTilePixels> lines_;
  std::array<smoke::SmokeAttenuation, kTilePixels> attenuations_;
};

}  // namespace rubble::rendering
