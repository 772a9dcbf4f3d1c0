// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/rays/scene.h"
#include "rubble/world/world.h"

namespace rubble::rendering {

// A light at one moment, in the world frame.
struct Lamp {
  LightKind kind = LightKind::Point;
  rays::Vec3f position = rays::Vec3f::Zero();
  rays::Vec3f direction = -rays::Vec3f::UnitZ();  // unit, the way the light goes
  rays::Vec3f color = rays::Vec3f::Ones();        // linear
  float range = 10.0F;                            // m
  float attenuation[3] = {1.0F, 0.0F, 0.0F};      // constant, linear, quadratic
  float cosine_inner = 1.0F;
  float cosine_outer = 0.0F;
  float falloff = 1.0F;
  bool casts_shadow = true;
  bool is_headlight = false;
  std::vector<int> ignored_surfaces;  // surfaces it shines through

  // Share of its light that arrives from a distance.
  float attenuated(float distance) const;
  // Share inside the cone; cosine between its direction and the way to the place.
  float cone(float cosine) const;
};

// Beyond these, weaker ones light without shadows, and the rest not at all. Ordered by how strong
// they are at the eye.
constexpr std::size_t kMaxLamps = 16;
constexpr std::size_t kMaxShadowLamps = 6;

// Lights of the world, of models, of robots that have theirs on, and the glow of fires.
std::vector<Lamp> lamps_at(const World& world, const State& state, const rays::Scene& scene,
                           const Vec3& camera_pose);

// How brightly smoke shows its colour: 1 in any world with ordinary light, less in dark ones.
rays::Vec3f light_on_smoke(const World& world);

}  // namespace rubble::rendering
