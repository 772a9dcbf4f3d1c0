// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/builder.h"

#include <memory>
#include <utility>

#include "rubble/base/assert.h"

namespace rubble::generators {
namespace {

double left_turn(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

[[maybe_unused]] bool is_convex(const std::vector<Vec2>& outline) {
  const std::size_t n = outline.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 edge = outline[(i + 1) % n] - outline[i];
    const Vec2 next = outline[(i + 2) % n] - outline[(i + 1) % n];
    if (left_turn(edge, next) < -1e-12) return false;
  }
  return n >= 3;
}

Eigen::Vector3f raised(const Vec2& point, double z) {
  return Vec3(point.x(), point.y(), z).cast<float>();
}

// Lower points first, then upper; fans for the ends and two triangles for each side.
MeshPart prism_triangles(const std::vector<Vec2>& outline, double height) {
  MeshPart part;
  const auto n = static_cast<std::uint32_t>(outline.size());
  for (const Vec2& point : outline) part.vertices.push_back(raised(point, 0.0));
  for (const Vec2& point : outline) part.vertices.push_back(raised(point, height));
  for (std::uint32_t i = 1; i + 1 < n; ++i) {
    part.triangles.push_back({0, i + 1, i});
    part.triangles.push_back({n, n + i, n + i + 1});
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t next = (i + 1) % n;
    part.triangles.push_back({i, next, n + next});
    part.triangles.push_back({i, n + next, n + i});
  }
  return part;
}

}  // namespace

Pose at(double x, double y, double z, double yaw) { return make_pose(x, y, z, 0.0, 0.0, yaw); }

Geometry prism(const std::vector<Vec2>& outline, double height) {
  RUBBLE_ASSERT(is_convex(outline) && height > 0.0);
  auto mesh = std::make_shared<Mesh>();
  mesh->parts.push_back(prism_triangles(outline, height));
  return Extrusion{.outlines = {outline}, .height = height, .mesh = std::move(mesh)};
}

Pose along_x(const Vec3& position) {
  return {position, quat_from({.roll = kPi / 2, .pitch = 0.0, .yaw = kPi / 2})};
}

void add_collision(Link& link, const std::string& name, const Pose& link_from_shape,
                   const Geometry& geometry, const MaterialPreset& preset) {
  link.collisions.push_back({.name = name,
                             .link_from_shape = link_from_shape,
                             .geometry = geometry,
                             .surface = surface_of(preset),
                             .contact = {.friction = preset.friction}});
}

void add_visual(Link& link, const std::string& name, const Pose& link_from_shape,
                const Geometry& geometry, const MaterialPreset& preset) {
  link.visuals.push_back({.name = name + "_visual",
                          .link_from_shape = link_from_shape,
                          .geometry = geometry,
                          .surface = surface_of(preset),
                          .appearance = {.color = preset.color, .color_is_given = true}});
}

void add_solid(Link& link, const std::string& name, const Pose& link_from_shape,
               const Geometry& geometry, const MaterialPreset& preset) {
  add_collision(link, name, link_from_shape, geometry, preset);
  add_visual(link, name, link_from_shape, geometry, preset);
}

Link make_link(const std::string& name, const Pose& model_from_link,
               const std::string& semantic_class) {
  Link link;
  link.name = name;
  link.model_from_link = model_from_link;
  link.semantic.label = semantic_class;
  return link;
}

Link box_link(const std::string& name, const Pose& model_from_link, const Vec3& size,
              const MaterialPreset& preset, const std::string& semantic_class) {
  Link link = make_link(name, model_from_link, semantic_class);
  add_solid(link, "box", {}, Box{size}, preset);
  return link;
}

Model static_model(const std::string& name) {
  Model model;
  model.name = name;
  model.is_static = true;
  return model;
}

Inertial box_inertial(double mass, const Vec3& size) {
  const Vec3 s = size.cwiseProduct(size) * (mass / 12.0);
  Inertial inertial{.mass = mass};
  inertial.inertia = Vec3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y()).asDiagonal();
  return inertial;
}

Model loose_model(const std::string& name, const Pose& world_from_model, const Geometry& geometry,
                  double mass, const MaterialPreset& preset, const std::string& semantic_class) {
  Model model;
  model.name = name;
  model.world_from_model = world_from_model;
  model.semantic.label = semantic_class;
  Link link = make_link("body", {});
  add_solid(link, "shape", {}, geometry, preset);
  const Bounds bounds = bounds_of(geometry);
  link.inertial = box_inertial(mass, bounds.high - bounds.low);
  model.links.push_back(std::move(link));
  return model;
}

void add_model(World& world, Model model) {
  if (!model.links.empty()) world.models.push_back(std::make_shared<const Model>(std::move(model)));
}

World new_world(const std::string& name, const GeneratorNote& note) {
  World world;
  world.name = name;
  world.generator = note;
  world.gravity = {0.0, 0.0, -9.81};
  world.scene.ambient = {0.42F, 0.43F, 0.45F};
  world.scene.background = {0.62F, 0.74F, 0.88F};
  Light sun{.name = "sun", .kind = LightKind::Directional};
  sun.pose = at(0.0, 0.0, 10.0);
  sun.direction = {-0.4, 0.25, -0.9};
  sun.diffuse = {0.80F, 0.77F, 0.70F};
  world.lights.push_back(sun);
  return world;
}

Light ceiling_lamp(const std::string& name, const Vec3& position, double range) {
  Light light{.name = name, .kind = LightKind::Point};
  light.pose = at(position.x(), position.y(), position.z());
  light.diffuse = {1.0F, 0.97F, 0.90F};
  light.range = range;
  light.intensity = 0.8F;
  light.attenuation_linear = 0.10;
  light.attenuation_quadratic = 0.12;
  return light;
}

void add_lamp_panel(Link& link, const std::string& name, const Pose& link_from_panel,
                    const Vec3& size) {
  add_visual(link, name, link_from_panel, Box{size}, material_preset("white_paint"));
  link.visuals.back().appearance.emissive = {1.0F, 0.98F, 0.93F};
  link.visuals.back().casts_shadow = false;
}

std::string numbered(const std::string& word, std::size_t number) {
  return word + "_" + std::to_string(number);
}

std::string hash_text(std::uint64_t hash) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = kDigits[(hash >> (60 - 4 * i)) & 15U];
  return text;
}

}  // namespace rubble::generators
