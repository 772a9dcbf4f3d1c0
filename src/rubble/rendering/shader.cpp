// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/shader.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/assert.h"
#include "rubble/rendering/tone.h"

namespace rubble::rendering {
namespace {

// A ray to a lamp starts this far off the surface, so that it does not meet the surface itself.
float offset_at(float distance) { return 5e-4F + 2e-5F * distance; }

// Light from all around is not the same from all sides: a floor sees the sky or the lamps, a
// ceiling sees the floor, and walls in different directions differ a little.
float ambient_share(const Vec3f& normal) {
  return 0.80F + 0.20F * normal.z() + 0.07F * normal.x() - 0.05F * normal.y();
}

float raised(float base, int doublings) {
  for (int i = 0; i < doublings; ++i) base *= base;
  return base;
}

}  // namespace

Backdrop::Backdrop(const Scene& scene) {
  const auto& color = scene.background;
  // A bluish background is meant as a sky.
  is_sky_ = color[2] > color[0] + 0.08F;
  for (int i = 0; i < 3; ++i)
    zenith_[i] = static_cast<float>(
        linear_from_srgb(static_cast<double>(color[static_cast<std::size_t>(i)])));
  horizon_ = zenith_;
  ground_ = zenith_;
  if (!is_sky_) return;
  horizon_ = 0.35F * zenith_ + 0.65F * Vec3f(0.86F, 0.90F, 0.93F);
  zenith_ = 0.72F * zenith_;
  ground_ = 0.5F * horizon_;
}

Vec3f Backdrop::seen_along(const Vec3f& direction) const {
  if (!is_sky_) return zenith_;
  const float up = direction.z();
  if (up < 0.0F) return horizon_ + (ground_ - horizon_) * std::min(1.0F, -6.0F * up);
  return horizon_ + (zenith_ - horizon_) * std::sqrt(up);
}

Shader::Shader(const RenderContext& context)
    : context_(context),
      linear_(tone_tables().linear()),
      smoke_is_dim_(context.smoke_light.minCoeff() < 1.0F) {
  layers_.push_back(std::make_unique<Layer>());
}

void Shader::shade(std::span<const rays::Ray> rays, std::span<const rays::Hit> hits,
                   const SharingPlan& sharing, std::span<Shade> shades) {
  RUBBLE_ASSERT(rays.size() <= kTilePixels && hits.size() == rays.size());
  Layer& layer = *layers_[0];
  shade_layer(0, rays, hits, sharing, {layer.colors.data(), rays.size()});
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const Fragment& fragment = layer.fragments[i];
    shades[i] = {layer.colors[i], fragment.lamps, fragment.opacity >= 1.0F};
  }
}

void Shader::shade_layer(std::size_t index, std::span<const rays::Ray> rays,
                         std::span<const rays::Hit> hits, const SharingPlan& sharing,
                         std::span<Vec3f> colors) {
  Layer& layer = *layers_[index];
  bool is_all_opaque = true;
  for (std::size_t i = 0; i < rays.size(); ++i) {
    Fragment& fragment = layer.fragments[i];
    fragment.lamps = 0;
    if (hits[i].is_hit()) {
      fetch_material(rays[i], hits[i], fragment);
      is_all_opaque = is_all_opaque && fragment.opacity >= 1.0F;
    } else {
      fragment.material = nullptr;
      fragment.opacity = 1.0F;
    }
  }
  for (std::size_t i = 0; i < context_.lamps.size(); ++i)
    add_light(context_.lamps[i], static_cast<std::uint16_t>(1U << i), layer, rays, hits, sharing);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const Fragment& f = layer.fragments[i];
    colors[i] = f.material == nullptr ? context_.backdrop.seen_along(rays[i].direction)
                                      : Vec3f(f.albedo.cwiseProduct(f.light) + f.extra);
  }
  if (!context_.smoke_field.is_clear()) draw_smoke(rays, hits, colors);
  if (!is_all_opaque && index + 1 < kMaxTransparentLayers)
    shade_transparent(index, rays, hits, colors);
}

void Shader::fetch_material(const rays::Ray& ray, const rays::Hit& hit, Fragment& fragment) const {
  const Material& material = context_.materials.materials[static_cast<std::size_t>(hit.surface)];
  fragment.material = &material;
  fragment.position = ray.origin + hit.distance * ray.direction;
  fragment.normal = material.has_round_normals ? round_normal(hit, material) : hit.normal;
  fragment.albedo = material.color;
  fragment.extra = material.emissive;
  fragment.opacity = material.opacity;
  if (material.texture != nullptr) paint_texture(ray, hit, fragment);
  fragment.light = material.is_unlit ? Vec3f(Vec3f::Ones())
                                     : Vec3f(context_.ambient * ambient_share(fragment.normal));
  if (fragment.opacity < 1.0F && !material.is_unlit) mirror_backdrop(ray, fragment);
}

void Shader::paint_texture(const rays::Ray& ray, const rays::Hit& hit, Fragment& fragment) const {
  const Material& material = *fragment.material;
  const TriangleUv& map = material.maps[hit.triangle];
  const Vec2f place = material.shift + map.corner + hit.u * map.edge_u + hit.v * map.edge_v;
  // A pixel covers a longer stretch the more aslant it looks; the mean of both ways.
  const float cosine = std::max(0.06F, -hit.normal.dot(ray.direction));
  const float width = hit.distance * context_.pixel_angle * map.density;
  const Texel texel = material.texture->sample(place.x(), place.y(), width * width / cosine);
  fragment.albedo.x() *= linear_[texel.red];
  fragment.albedo.y() *= linear_[texel.green];
  fragment.albedo.z() *= linear_[texel.blue];
  if (texel.opacity < 255) fragment.opacity *= static_cast<float>(texel.opacity) / 255.0F;
}

Vec3f Shader::round_normal(const rays::Hit& hit, const Material& material) const {
  const auto& corners = material.mesh->triangles[hit.triangle];
  const auto& normals = material.mesh->normals;
  const Vec3f blend = (1.0F - hit.u - hit.v) * normals[corners[0]] + hit.u * normals[corners[1]] +
                      hit.v * normals[corners[2]];
  const Vec3f turned =
      context_.world_from_mesh_rotations[static_cast<std::size_t>(hit.surface)] * blend;
  const float length = turned.norm();
  if (!(length > 1e-6F)) return hit.normal;
  return turned * ((turned.dot(hit.normal) < 0.0F ? -1.0F : 1.0F) / length);
}

// Glass shows the sky or the room again, most where one looks along it (Schlick).
void Shader::mirror_backdrop(const rays::Ray& ray, Fragment& fragment) const {
  const float cosine = std::max(0.0F, -fragment.normal.dot(ray.direction));
  const float slant = 1.0F - cosine;
  const float share = 0.04F + 0.96F * slant * slant * slant * slant * slant;
  const Vec3f mirrored = ray.direction + 2.0F * cosine * fragment.normal;
  fragment.extra += share * context_.backdrop.seen_along(mirrored).cwiseProduct(context_.ambient);
  fragment.opacity += (1.0F - fragment.opacity) * share;
}

std::size_t Shader::collect_sunlit(const Lamp& lamp, Layer& layer,
                                   std::span<const rays::Hit> hits) {
  std::size_t count = 0;
  const Vec3f towards = -lamp.direction;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const Fragment& fragment = layer.fragments[i];
    if (fragment.material == nullptr || fragment.material->is_unlit) continue;
    const float cosine = fragment.normal.dot(towards);
    if (cosine <= 0.0F || hits[i].normal.dot(towards) <= 0.0F) continue;
    lit_[count] = static_cast<std::uint16_t>(i);
    strengths_[count] = cosine;
    rays::Ray& ray = shadow_rays_[count];
    ray.origin = fragment.position + offset_at(hits[i].distance) * hits[i].normal;
    ray.direction = towards;
    ray.near = 0.0F;
    ray.far = std::numeric_limits<float>::infinity();
    ++count;
  }
  return count;
}

std::size_t Shader::collect_near(const Lamp& lamp, Layer& layer, std::span<const rays::Hit> hits) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const Fragment& fragment = layer.fragments[i];
    if (fragment.material == nullptr || fragment.material->is_unlit) continue;
    const Vec3f way = lamp.position - fragment.position;
    const float square = way.squaredNorm();
    if (square >= lamp.range * lamp.range || hits[i].normal.dot(way) <= 0.0F) continue;
    const float distance = std::max(1e-3F, std::sqrt(square));
    const Vec3f towards = way * (1.0F / distance);
    const float strength = fragment.normal.dot(towards) * lamp.attenuated(distance) *
                           lamp.cone(-lamp.direction.dot(towards));
    if (strength * lamp.color.maxCoeff() < 1e-3F) continue;
    lit_[count] = static_cast<std::uint16_t>(i);
    strengths_[count] = strength;
    rays::Ray& ray = shadow_rays_[count];
    const float offset = offset_at(hits[i].distance);
    ray.origin = fragment.position + offset * hits[i].normal;
    ray.direction = towards;
    ray.near = 0.0F;
    ray.far = std::max(0.0F, distance - 2.0F * offset);
    ++count;
  }
  return count;
}

// Entries whose shadow their cast neighbours do not decide, from candidate `first` on.
std::size_t Shader::collect_unshared(std::size_t first, std::size_t count,
                                     std::span<const rays::Hit> hits, const SharingPlan& sharing) {
  constexpr float kFlat = 1e-3F;  // m: less than that off is the same plane
  std::size_t unshared = 0;
  for (std::size_t k = first; k < count; ++k) {
    const rays::Hit& hit = hits[lit_[k]];
    const Vec3f& place = shadow_rays_[k].origin;
    const auto agrees = [&](std::int16_t a, std::int16_t b) {
      const auto one = static_cast<std::size_t>(a);
      const auto other = static_cast<std::size_t>(b);
      if (candidate_of_[one] < 0 || candidate_of_[other] < 0) return false;
      const auto first_candidate = static_cast<std::size_t>(candidate_of_[one]);
      const auto candidate = static_cast<std::size_t>(candidate_of_[other]);
      const Vec3f apart = shadow_rays_[candidate].origin - place;
      return hits[other].surface == hit.surface &&
             (hits[other].normal - hit.normal).squaredNorm() < 1e-6F &&
             std::abs(apart.dot(hit.normal)) < kFlat + 1e-2F * apart.norm() &&
             blocked_[first_candidate] == blocked_[candidate];
    };
    const std::int16_t neighbour =
        agreeing_neighbour(sharing.neighbours[lit_[k] - sharing.cast_count], agrees);
    if (neighbour != kNoNeighbour) {
      blocked_[k] =
          blocked_[static_cast<std::size_t>(candidate_of_[static_cast<std::size_t>(neighbour)])];
    } else {
      unshared_rays_[unshared] = shadow_rays_[k];
      unshared_[unshared++] = static_cast<std::uint16_t>(k);
    }
  }
  return unshared;
}

void Shader::find_shadows(const Lamp& lamp, std::size_t count, std::span<const rays::Hit> hits,
                          const SharingPlan& sharing) {
  const rays::RayFilter view{.ignored_surfaces = lamp.ignored_surfaces};
  const auto cast = static_cast<std::size_t>(
      std::lower_bound(lit_.begin(), lit_.begin() + static_cast<std::ptrdiff_t>(count),
                       sharing.cast_count) -
      lit_.begin());
  context_.scene.find_occluded({shadow_rays_.data(), cast}, {blocked_.data(), cast}, view);
  if (cast == count) return;
  std::fill_n(candidate_of_.begin(), hits.size(), std::int16_t{-1});
  for (std::size_t k = 0; k < cast; ++k) candidate_of_[lit_[k]] = static_cast<std::int16_t>(k);
  const std::size_t unshared = collect_unshared(cast, count, hits, sharing);
  context_.scene.find_occluded({unshared_rays_.data(), unshared},
                               {unshared_blocked_.data(), unshared}, view);
  for (std::size_t i = 0; i < unshared; ++i) blocked_[unshared_[i]] = unshared_blocked_[i];
}

void Shader::add_light(const Lamp& lamp, std::uint16_t bit, Layer& layer,
                       std::span<const rays::Ray> rays, std::span<const rays::Hit> hits,
                       const SharingPlan& sharing) {
  const std::size_t count = lamp.kind == LightKind::Directional ? collect_sunlit(lamp, layer, hits)
                                                                : collect_near(lamp, layer, hits);
  if (count == 0) return;
  if (lamp.casts_shadow) {
    find_shadows(lamp, count, hits, sharing);
  } else {
    std::fill_n(blocked_.begin(), count, std::uint8_t{0});
  }
  for (std::size_t k = 0; k < count; ++k) {
    if (blocked_[k] != 0) continue;
    Fragment& fragment = layer.fragments[lit_[k]];
    fragment.lamps |= bit;
    fragment.light += strengths_[k] * lamp.color;
    const Material& material = *fragment.material;
    if (material.specular <= 0.0F) continue;
    const Vec3f half = (shadow_rays_[k].direction - rays[lit_[k]].direction).normalized();
    const float cosine = std::max(0.0F, fragment.normal.dot(half));
    fragment.extra +=
        (material.specular * raised(cosine, material.highlight_doublings)) * lamp.color;
  }
}

void Shader::draw_smoke(std::span<const rays::Ray> rays, std::span<const rays::Hit> hits,
                        std::span<Vec3f> colors) {
  for (std::size_t i = 0; i < rays.size(); ++i) {
    lines_[i].origin = rays[i].origin.cast<double>();
    lines_[i].direction = rays[i].direction.cast<double>();
    lines_[i].length = static_cast<double>(hits[i].is_hit() ? hits[i].distance : rays[i].far);
  }
  context_.smoke_field.attenuations({lines_.data(), rays.size()}, context_.smoke_light,
                                    {attenuations_.data(), rays.size()});
  for (std::size_t i = 0; i < rays.size(); ++i) {
    colors[i] = attenuations_[i].transmittance * colors[i] + attenuations_[i].inscattered;
    if (smoke_is_dim_)
      colors[i] += (1.0F - attenuations_[i].transmittance) * headlight_glow(rays[i].direction);
  }
}

// In the dark the beam of a headlight stands in the smoke before it: its light comes back as a part
// of the smoke's own brightness, in its cone only.
Vec3f Shader::headlight_glow(const Vec3f& direction) const {
  constexpr float kSmokeAlbedo = 0.67F;
  constexpr float kShareScatteredBack = 0.18F;
  Vec3f glow = Vec3f::Zero();
  for (const Lamp& lamp : context_.lamps)
    if (lamp.is_headlight)
      glow += lamp.cone(lamp.direction.dot(direction)) * kSmokeAlbedo * kShareScatteredBack *
              lamp.color.cwiseMin(1.5F);
  return glow.cwiseProduct(Vec3f::Ones() - context_.smoke_light);
}

// Whatever lies behind a pane is shaded the same way, along the rest of the ray.
void Shader::shade_transparent(std::size_t index, std::span<const rays::Ray> rays,
                               std::span<const rays::Hit> hits, std::span<Vec3f> colors) {
  if (layers_.size() == index + 1) layers_.push_back(std::make_unique<Layer>());
  Layer& front = *layers_[index];
  Layer& back = *layers_[index + 1];
  std::size_t count = 0;
  for (std::size_t i = 0; i < rays.size(); ++i) {
    if (front.fragments[i].material == nullptr || front.fragments[i].opacity >= 1.0F) continue;
    back.rays[count] = rays[i];
    back.rays[count].near = hits[i].distance + offset_at(hits[i].distance);
    front.places[count] = static_cast<std::uint16_t>(i);
    ++count;
  }
  const std::span<const rays::Ray> rest(back.rays.data(), count);
  const std::span<rays::Hit> found(back.hits.data(), count);
  context_.scene.cast(rest, found, {.ignored_surfaces = context_.ignored_surfaces});
  shade_layer(index + 1, rest, found, {.cast_count = count, .neighbours = {}},
              {back.colors.data(), count});
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t i = front.places[k];
    const float opacity = front.fragments[i].opacity;
    colors[i] = opacity * colors[i] + (1.0F - opacity) * back.colors[k];
  }
}

}  // namespace rubble::rendering
