// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/rays/scene.h"
#include "rubble/world/world.h"

namespace rubble::rendering {

// A light source at one time, in the world frame.
struct Lamp {
  LightKind kind = LightKind::Point;
  rays::Vec3f position = rays::Vec3f::Zero();
  rays::Vec3f direction = -rays::Vec3f::UnitZ();  // unit vector, direction of the light
  rays::Vec3f color = rays::Vec3f::Ones();        // linear
  float range = 10.0F;                            // m
  float attenuation[3] = {1.0F, 0.0F, 0.0F};      // constant, linear, quadratic
  float cosine_inner = 1.0F;
  float cosine_outer = 0.0F;
  float falloff = 1.0F;
  bool casts_shadow = true;
  bool is_headlight = false;
  std::vector<int> ignored_surfaces;  // surfaces that cast no shadow of it: parts of its own robot

  // Attenuation factor at a distance (m).
  float attenuated(float distance) const;
  // Spot factor; cosine of the angle between its direction and the direction to the point.
  float cone(float cosine) const;
};

// Lamps are sorted by strength at the camera. The first kMaxLamps are used; of these, the first
// kMaxShadowLamps with shadows enabled cast shadows.
constexpr std::size_t kMaxLamps = 16;
constexpr std::size_t kMaxShadowLamps = 6;

// Lights of the world and of models, lights of robots that are on, and fires. `eye` is the position
// of the camera, world frame.
std::vector<Lamp> lamps_at(const World& world, const State& state, const rays::Scene& scene,
                           const Vec3& camera_pose);

// Illumination of smoke, linear RGB: 1 in a world with ordinary light, less in dark worlds.
rays::Vec3f light_on_smoke(const World& world);

}  // namespace rubble::rendering
