// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/lamp.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/tick.h"

namespace rubble::rendering {
namespace {

using rays::Vec3f;

Vec3f color_of(const Light& light) {
  return Vec3f(light.diffuse[0], light.diffuse[1], light.diffuse[2]) * light.intensity;
}

// SDF's cone angles span the whole cone.
float cosine_of_half(double angle) {
  return static_cast<float>(std::cos(0.5 * std::clamp(angle, 0.0, 2.0 * kPi)));
}

Lamp lamp_of(const Light& light, const Pose& world_from_frame) {
  Lamp lamp{.kind = light.kind};
  lamp.position = (world_from_frame * light.pose.position).cast<float>();
  lamp.direction = (world_from_frame.rotation * light.direction.normalized()).cast<float>();
  lamp.color = color_of(light);
  lamp.range = static_cast<float>(light.range);
  lamp.attenuation[0] = static_cast<float>(light.attenuation_constant);
  lamp.attenuation[1] = static_cast<float>(light.attenuation_linear);
  lamp.attenuation[2] = static_cast<float>(light.attenuation_quadratic);
  lamp.cosine_inner = cosine_of_half(light.spot_inner_angle);
  lamp.cosine_outer = cosine_of_half(std::max(light.spot_outer_angle, light.spot_inner_angle));
  lamp.falloff = static_cast<float>(light.spot_falloff);
  lamp.casts_shadow = light.casts_shadow;
  return lamp;
}

// For robots whose file has no light: a spot beside the camera, or above the front.
Light default_headlight(const Model& model, int& link) {
  Light light{.name = "headlight", .kind = LightKind::Spot};
  light.direction = Vec3::UnitX();
  light.pose.position = {0.0, 0.0, 0.35};
  light.diffuse = {1.0F, 0.97F, 0.90F};
  light.intensity = 2.5F;
  light.range = 15.0;
  light.attenuation_constant = 1.0;
  light.attenuation_quadratic = 0.12;
  light.spot_inner_angle = 0.5;
  light.spot_outer_angle = 1.1;
  light.spot_falloff = 1.0;
  link = 0;
  for (std::size_t i = 0; i < model.links.size(); ++i)
    for (const SensorSpec& sensor : model.links[i].sensors)
      if (sensor.type == "camera") {
        link = static_cast<int>(i);
        light.pose.position = sensor.link_from_sensor * Vec3(0.0, 0.06, 0.04);
        light.direction = sensor.link_from_sensor.rotation * Vec3::UnitX();
        return light;
      }
  return light;
}

bool is_robot_in_the_dark(const State& state, InstanceId instance) {
  if (!state.instances[instance.index()].model->robot) return false;
  const RobotState* const robot = state.robot_of(instance);
  return robot == nullptr || !robot->light_is_on;
}

// A robot's lamp shines out of its own housing.
void add_link_lamp(const Light& light, const Part& part, const State& state,
                   const rays::Scene& scene, std::vector<Lamp>& lamps) {
  Lamp lamp = lamp_of(light, state.world_from_link(part.instance, part.link));
  lamp.is_headlight = state.instances[part.instance.index()].model->robot.has_value();
  if (lamp.casts_shadow)
    lamp.ignored_surfaces =
        scene.surfaces_around(state, part.instance, lamp.position.cast<double>(), 0.10);
  std::sort(lamp.ignored_surfaces.begin(), lamp.ignored_surfaces.end());
  lamps.push_back(std::move(lamp));
}

void add_instance_lamps(InstanceId id, const State& state, const rays::Scene& scene,
                        std::vector<Lamp>& lamps) {
  const Instance& instance = state.instances[id.index()];
  if (is_robot_in_the_dark(state, id)) return;
  bool has_light = false;
  for (std::size_t link = 0; link < instance.model->links.size(); ++link)
    for (const Light& light : instance.model->links[link].lights) {
      add_link_lamp(light, {id, static_cast<int>(link)}, state, scene, lamps);
      has_light = true;
    }
  if (has_light || !instance.model->robot.has_value()) return;
  int link = 0;
  const Light light = default_headlight(*instance.model, link);
  add_link_lamp(light, {id, link}, state, scene, lamps);
}

void add_fire(const Plume& plume, double time, std::vector<Lamp>& lamps) {
  if (plume.glow <= 0.0 || time < plume.start || time > plume.stop + plume.lifetime) return;
  Lamp lamp{.kind = LightKind::Point};
  lamp.position = (plume.pose.position + Vec3(0.0, 0.0, 0.4)).cast<float>();
  lamp.color = Vec3f(1.0F, 0.42F, 0.12F) * static_cast<float>(3.0 * plume.glow);
  lamp.range = 8.0F;
  lamp.attenuation[1] = 0.3F;
  lamp.attenuation[2] = 0.6F;
  lamp.casts_shadow = false;
  lamps.push_back(lamp);
}

float strength_at(const Lamp& lamp, const Vec3f& camera_pose) {
  const float light = lamp.color.sum() / 3.0F;
  if (lamp.kind == LightKind::Directional) return 4.0F * light;
  const float distance = (lamp.position - camera_pose).norm();
  const float ranges = distance / std::max(0.1F, lamp.range);
  return light * lamp.attenuated(std::clamp(distance, 0.0F, 0.7F * lamp.range)) /
         (1.0F + ranges * ranges);
}

}  // namespace

float Lamp::attenuated(float distance) const {
  if (kind == LightKind::Directional) return 1.0F;
  if (distance >= range) return 0.0F;
  const float divisor = attenuation[0] + distance * (attenuation[1] + distance * attenuation[2]);
  // The last fifth fades, so that no edge is seen where the range ends.
  const float fade = std::min(1.0F, 5.0F * (1.0F - distance / range));
  return divisor > 1e-6F ? std::min(fade / divisor, 100.0F) : fade;
}

float Lamp::cone(float cosine) const {
  if (kind != LightKind::Spot || cosine >= cosine_inner) return 1.0F;
  if (cosine <= cosine_outer) return 0.0F;
  const float share = (cosine - cosine_outer) / (cosine_inner - cosine_outer);
  return falloff == 0.0F || falloff == 1.0F ? share : std::pow(share, falloff);
}

std::vector<Lamp> lamps_at(const World& world, const State& state, const rays::Scene& scene,
                           const Vec3& camera_pose) {
  std::vector<Lamp> lamps;
  for (const Light& light : world.lights) lamps.push_back(lamp_of(light, Pose{}));
  for (const InstanceId id : state.present) add_instance_lamps(id, state, scene, lamps);
  const double time = seconds_at(state.tick);
  for (const Plume& plume : world.plumes) add_fire(plume, time, lamps);

  const Vec3f from = camera_pose.cast<float>();
  std::stable_sort(lamps.begin(), lamps.end(), [&from](const Lamp& a, const Lamp& b) {
    return strength_at(a, from) > strength_at(b, from);
  });
  if (lamps.size() > kMaxLamps) lamps.resize(kMaxLamps);
  std::size_t shadows = 0;
  for (Lamp& lamp : lamps) {
    lamp.casts_shadow = lamp.casts_shadow && world.scene.has_shadows && shadows < kMaxShadowLamps;
    if (lamp.casts_shadow) ++shadows;
  }
  return lamps;
}

rays::Vec3f light_on_smoke(const World& world) {
  constexpr float kDusk = 0.2F;  // ambient light at which smoke still shows its full colour
  Vec3f light(world.scene.ambient[0], world.scene.ambient[1], world.scene.ambient[2]);
  light /= kDusk;
  for (const Light& lamp : world.lights)
    if (lamp.kind == LightKind::Directional) light += color_of(lamp);
  return light.cwiseMin(1.0F);
}

}  // namespace rubble::rendering
