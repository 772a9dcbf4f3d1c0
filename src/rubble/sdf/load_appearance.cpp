// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "rubble/base/text.h"
#include "rubble/sdf/load_parts.h"
#include "rubble/sdf/rubble_elements.h"
#include "rubble/world/material.h"

namespace rubble {
namespace {

struct ScriptColor {
  const char* name;
  std::array<float, 4> color;
};

// The materials of Gazebo classic that worlds use most; the textured ones by their mean colour.
constexpr ScriptColor kScriptColors[] = {
    {"Gazebo/Grey", {0.7F, 0.7F, 0.7F, 1.0F}},
    {"Gazebo/Gray", {0.7F, 0.7F, 0.7F, 1.0F}},
    {"Gazebo/DarkGrey", {0.175F, 0.175F, 0.175F, 1.0F}},
    {"Gazebo/DarkGray", {0.175F, 0.175F, 0.175F, 1.0F}},
    {"Gazebo/LightGrey", {0.8F, 0.8F, 0.8F, 1.0F}},
    {"Gazebo/FlatBlack", {0.1F, 0.1F, 0.1F, 1.0F}},
    {"Gazebo/Black", {0.0F, 0.0F, 0.0F, 1.0F}},
    {"Gazebo/White", {1.0F, 1.0F, 1.0F, 1.0F}},
    {"Gazebo/Red", {1.0F, 0.0F, 0.0F, 1.0F}},
    {"Gazebo/RedBright", {0.87F, 0.26F, 0.07F, 1.0F}},
    {"Gazebo/Green", {0.0F, 1.0F, 0.0F, 1.0F}},
    {"Gazebo/Blue", {0.0F, 0.0F, 1.0F, 1.0F}},
    {"Gazebo/SkyBlue", {0.13F, 0.44F, 0.70F, 1.0F}},
    {"Gazebo/Yellow", {1.0F, 1.0F, 0.0F, 1.0F}},
    {"Gazebo/ZincYellow", {0.9725F, 0.9529F, 0.2078F, 1.0F}},
    {"Gazebo/DarkYellow", {0.7F, 0.7F, 0.0F, 1.0F}},
    {"Gazebo/Gold", {0.8F, 0.64869F, 0.120759F, 1.0F}},
    {"Gazebo/Orange", {1.0F, 0.5088F, 0.0468F, 1.0F}},
    {"Gazebo/Purple", {1.0F, 0.0F, 1.0F, 1.0F}},
    {"Gazebo/Indigo", {0.33F, 0.0F, 0.5F, 1.0F}},
    {"Gazebo/Turquoise", {0.0F, 1.0F, 1.0F, 1.0F}},
    {"Gazebo/Wood", {0.62F, 0.45F, 0.28F, 1.0F}},
    {"Gazebo/WoodFloor", {0.55F, 0.38F, 0.22F, 1.0F}},
    {"Gazebo/WoodPallet", {0.66F, 0.52F, 0.36F, 1.0F}},
    {"Gazebo/Bricks", {0.55F, 0.30F, 0.24F, 1.0F}},
    {"Gazebo/Grass", {0.33F, 0.45F, 0.20F, 1.0F}},
    {"Gazebo/Road", {0.30F, 0.30F, 0.30F, 1.0F}},
    {"Gazebo/Residential", {0.60F, 0.58F, 0.55F, 1.0F}},
    {"Gazebo/CeilingTiled", {0.85F, 0.85F, 0.83F, 1.0F}},
    {"Gazebo/PaintedWall", {0.80F, 0.78F, 0.72F, 1.0F}},
};

std::optional<std::array<float, 4>> color_at(const XmlNode& node, std::string_view path) {
  const XmlNode* leaf = node.child(path);
  if (leaf == nullptr) return std::nullopt;
  auto numbers = parse_numbers(leaf->text, 4);
  if (!numbers) numbers = parse_numbers(leaf->text, 3);
  if (!numbers) return std::nullopt;
  std::array<float, 4> color{0.0F, 0.0F, 0.0F, 1.0F};
  for (std::size_t i = 0; i < numbers->size(); ++i)
    color[i] = static_cast<float>(std::clamp((*numbers)[i], 0.0, 1.0));
  return color;
}

std::array<float, 3> without_opacity(const std::array<float, 4>& color) {
  return {color[0], color[1], color[2]};
}

void give_color(const std::array<float, 4>& color, Appearance& look) {
  look.color = color;
  look.color_is_given = true;
}

// True if the script's name is one we have a colour for.
bool use_script(const XmlNode& material, Appearance& look) {
  const std::string name = text_at(material, "script/name");
  for (const ScriptColor& known : kScriptColors) {
    if (name != known.name) continue;
    give_color(known.color, look);
    return true;
  }
  return false;
}

std::string texture_at(const XmlNode& node, std::string_view path, LoadContext& context) {
  const std::string uri = text_at(node, path);
  if (uri.empty() || uri == "__default__") return {};
  if (auto file = context.find(uri, node)) return *file;
  context.warn("missing texture", node.at(), "no picture found for '" + uri + "'");
  return {};
}

void use_pbr(const XmlNode& material, Appearance& look, LoadContext& context) {
  for (const char* flow : {"pbr/metal", "pbr/specular"}) {
    const XmlNode* pbr = material.child(flow);
    if (pbr == nullptr) continue;
    look.texture = texture_at(*pbr, "albedo_map", context);
    look.roughness = static_cast<float>(number_at(*pbr, "roughness").value_or(look.roughness));
    look.metalness = static_cast<float>(number_at(*pbr, "metalness").value_or(look.metalness));
    if (!look.texture.empty() && !look.color_is_given) give_color({1, 1, 1, 1}, look);
    return;
  }
}

// What SDF does not say stays as the struct has it.
template <class Number>
void read_number(const XmlNode& node, std::string_view path, Number& value) {
  if (const auto number = number_at(node, path)) value = static_cast<Number>(*number);
}

LightKind light_kind(const XmlNode& light, LoadContext& context) {
  const std::string type = light.attribute_or("type", "point");
  if (type == "directional") return LightKind::Directional;
  if (type == "spot") return LightKind::Spot;
  if (type != "point")
    context.warn("unknown light", light.at(), "light type '" + type + "' is taken as point");
  return LightKind::Point;
}

}  // namespace

Appearance load_appearance(const XmlNode& visual, LoadContext& context) {
  Appearance appearance;
  const XmlNode* material = visual.child("material");
  if (material == nullptr) return appearance;
  if (const auto ambient = color_at(*material, "ambient")) give_color(*ambient, appearance);
  if (const auto diffuse = color_at(*material, "diffuse")) give_color(*diffuse, appearance);
  if (material->child("script") != nullptr && !use_script(*material, appearance))
    context.warn("material script", material->at(),
                 "material script '" + text_at(*material, "script/name") + "' is not read");
  if (const auto emissive = color_at(*material, "emissive"))
    appearance.emissive = without_opacity(*emissive);
  use_pbr(*material, appearance, context);
  const double transparency = number_at(visual, "transparency").value_or(0.0);
  appearance.color[3] *= static_cast<float>(1.0 - std::clamp(transparency, 0.0, 1.0));
  return appearance;
}

Surface load_surface(const XmlNode& holder, Surface surface) {
  const XmlNode* node = holder.child("rubble:surface");
  if (node == nullptr) return surface;
  std::string material;
  read_attribute(*node, "material", material);
  if (!material.empty()) surface = with_material(surface, material);
  read_attribute(*node, "reflectivity", surface.reflectivity);
  read_attribute(*node, "gloss", surface.gloss);
  read_attribute(*node, "retro", surface.is_retro);
  read_attribute(*node, "transparent", surface.transparency);
  read_attribute(*node, "thickness", surface.thickness);
  read_attribute(*node, "unlit", surface.is_unlit);
  return surface;
}

Semantic load_semantic(const XmlNode& holder, Semantic semantic) {
  const XmlNode* node = holder.child("rubble:semantic");
  if (node == nullptr) return semantic;
  read_attribute(*node, "class", semantic.label);
  read_attribute(*node, "name", semantic.name);
  return semantic;
}

Light load_light(const XmlNode& node, const Pose& pose, LoadContext& context) {
  Light light;
  light.name = node.attribute_or("name", "");
  light.kind = light_kind(node, context);
  light.pose = pose;
  const Vec3 direction = vector_at(node, "direction").value_or(-Vec3::UnitZ());
  if (direction.norm() > 1e-9) light.direction = pose.rotation * direction.normalized();
  if (const auto diffuse = color_at(node, "diffuse")) light.diffuse = without_opacity(*diffuse);
  read_number(node, "intensity", light.intensity);
  read_number(node, "attenuation/range", light.range);
  read_number(node, "attenuation/constant", light.attenuation_constant);
  read_number(node, "attenuation/linear", light.attenuation_linear);
  read_number(node, "attenuation/quadratic", light.attenuation_quadratic);
  read_number(node, "spot/inner_angle", light.spot_inner_angle);
  read_number(node, "spot/outer_angle", light.spot_outer_angle);
  read_number(node, "spot/falloff", light.spot_falloff);
  light.casts_shadow = flag_at(node, "cast_shadows", false);
  return light;
}

Scene load_scene(const XmlNode& world) {
  Scene scene;
  const XmlNode* node = world.child("scene");
  if (node == nullptr) return scene;
  if (const auto ambient = color_at(*node, "ambient")) scene.ambient = without_opacity(*ambient);
  if (const auto background = color_at(*node, "background"))
    scene.background = without_opacity(*background);
  scene.has_shadows = flag_at(*node, "shadows", true);
  return scene;
}

}  // namespace rubble
