// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/model_frames.h"

#include <algorithm>

#include "rubble/rendering/tone.h"
#include "rubble/world/heightfield_mesh.h"

namespace rubble::viewer_protocol {
namespace {

constexpr std::size_t kMaxBatchBytes = 4 << 20;  // then a new frame begins

using MeshTriangles = std::vector<std::array<std::uint32_t, 3>>;

double opacity_of(const Appearance& look, const Surface& surface) {
  if (look.color[3] < 1.0F) return std::max(0.0, static_cast<double>(look.color[3]));
  return std::clamp(1.0 - surface.transparency, 0.0, 1.0);
}

bool has_texture_coordinates(const MeshPart& part) {
  return !part.vertices.empty() && part.texture_coordinates.size() == part.vertices.size();
}

// Whether the shape has texture coordinates.
bool takes_pictures(const Geometry& geometry) {
  const Mesh* mesh = nullptr;
  if (const auto* shape = std::get_if<MeshShape>(&geometry)) mesh = shape->mesh.get();
  if (const auto* extrusion = std::get_if<Extrusion>(&geometry)) mesh = extrusion->mesh.get();
  if (mesh == nullptr) return true;
  return std::all_of(mesh->parts.begin(), mesh->parts.end(), has_texture_coordinates);
}

// Whether the visual is a mesh whose parts keep their own materials.
bool keeps_mesh_colors(const Geometry& geometry, const Appearance& look) {
  const auto* shape = std::get_if<MeshShape>(&geometry);
  return shape != nullptr && shape->mesh->parts.size() > 1 && !look.color_is_given &&
         look.texture.empty();
}

// The appearance of a single-part mesh if the visual does not override it.
Appearance look_on(const Geometry& geometry, const Appearance& look) {
  const auto* shape = std::get_if<MeshShape>(&geometry);
  if (shape == nullptr || shape->mesh->parts.size() != 1) return look;
  if (look.color_is_given || !look.texture.empty()) return look;
  Appearance own = look;
  own.color = shape->mesh->parts.front().material.color;
  own.texture = shape->mesh->parts.front().material.texture;
  return own;
}

// The properties that select the pattern of a surface: material, colour and size.
const rendering::ProceduralTexture* tile_on(const Geometry& geometry, const Appearance& look,
                                            const Surface& surface) {
  rays::SurfaceInfo info;
  info.optics = surface;
  info.appearance = look;
  info.bounds = bounds_of(geometry);
  auto corners = std::make_shared<rays::SurfaceMesh>();
  corners->vertices = {info.bounds.low.cast<float>(), info.bounds.high.cast<float>()};
  info.mesh = std::move(corners);
  return rendering::procedural_texture_for(info);
}

// The material colour for which the mean of colour times pattern is the given colour.
std::array<double, 4> color_under(const TileTexture& tile, const Appearance& look, double opacity) {
  std::array<double, 4> color{0, 0, 0, opacity};
  for (std::size_t i = 0; i < 3; ++i) {
    const double srgb = std::clamp(static_cast<double>(look.color[i]), 0.0, 1.0);
    color[i] = rendering::srgb_from_linear(
        std::min(1.0, rendering::linear_from_srgb(srgb) / tile.brightness[i]));
  }
  return color;
}

std::array<double, 4> plain_color(const Appearance& look, double opacity) {
  std::array<double, 4> color{0, 0, 0, opacity};
  for (std::size_t i = 0; i < 3; ++i)
    color[i] = std::clamp(static_cast<double>(look.color[i]), 0.0, 1.0);
  return color;
}

}  // namespace

Frame ModelsBatch::finish() {
  std::string json = R"({"models":)" + models.close_list().take();
  json += R"(,"meshes":)" + meshes.close_list().take();
  json += R"(,"textures":)" + textures.close_list().take() + "}";
  ByteWriter bytes(FrameKind::Models, 0);
  bytes.u16(0);
  bytes.u32(static_cast<std::uint32_t>(json.size()));
  bytes.raw(json);
  bytes.pad_to_four();
  bytes.raw(blob.take());
  return binary_frame(bytes.take());
}

bool is_drawn(const Link& link) { return !link.visuals.empty() || !link.collisions.empty(); }

bool is_drawn(const Model& model) {
  return std::any_of(model.links.begin(), model.links.end(),
                     [](const Link& link) { return is_drawn(link); });
}

// A visual, or a collision that is drawn instead.
struct ModelFrames::Named {
  const std::string& name;
  const Pose& pose;
  const Geometry& geometry;
  const Surface& surface;
  const Appearance& appearance;
};

int ModelFrames::id_of(const std::shared_ptr<const Model>& model) {
  if (!is_drawn(*model)) return -1;
  const auto [place, is_new] =
      model_ids_.try_emplace(model.get(), static_cast<int>(models_.size()));
  if (is_new) {
    models_.push_back(model);
    pending_.push_back(place->second);
  }
  return place->second;
}

const std::vector<Frame>& ModelFrames::frames() {
  for (const int id : pending_) {
    add_model(id, *models_[static_cast<std::size_t>(id)]);
    if (batch_->size() > kMaxBatchBytes) finish_batch();
  }
  pending_.clear();
  finish_batch();
  return frames_;
}

bool ModelFrames::has_more_than(std::size_t count) const {
  return frames_.size() > count || !pending_.empty() || batch_ != nullptr;
}

void ModelFrames::finish_batch() {
  if (batch_ != nullptr) frames_.push_back(batch_->finish());
  batch_.reset();
}

void ModelFrames::add_model(int id, const Model& model) {
  if (batch_ == nullptr) batch_ = std::make_unique<ModelsBatch>();
  batch_->models.open_object().field("id", id).field("name", model.name).key("links").open_list();
  for (std::size_t link = 0; link < model.links.size(); ++link) add_link(model, link);
  batch_->models.close_list().close_object();
}

void ModelFrames::add_link(const Model& model, std::size_t index) {
  const Link& link = model.links[index];
  batch_->models.open_object().field("name", link.name).key("visuals").open_list();
  for (const Visual& visual : link.visuals)
    add_visual(
        {visual.name, visual.link_from_shape, visual.geometry, visual.surface, visual.appearance});
  if (link.visuals.empty())
    for (const Collision& collision : link.collisions)
      add_visual({collision.name, collision.link_from_shape, collision.geometry, collision.surface,
                  Appearance{}});
  batch_->models.close_list().close_object();
}

void ModelFrames::add_visual(const Named& visual) {
  JsonText& text = batch_->models;
  text.open_object().field("name", visual.name).field("pose", visual.pose).key("shape");
  write_shape(text, visual.geometry);
  text.key("material");
  write_material(visual);
  text.close_object();
}

void ModelFrames::write_material(const Named& visual) {
  const Appearance look = look_on(visual.geometry, visual.appearance);
  const double opacity = opacity_of(look, visual.surface);
  const bool keeps_colors = keeps_mesh_colors(visual.geometry, look);
  const bool has_picture = !look.texture.empty() && takes_pictures(visual.geometry);
  const int texture = has_picture ? textures_.of_file(look.texture, *batch_) : -1;
  const bool is_plain = texture >= 0 || visual.surface.is_unlit || opacity < 1.0 || keeps_colors;
  const rendering::ProceduralTexture* kind =
      is_plain ? nullptr : tile_on(visual.geometry, look, visual.surface);
  const TileTexture tile = kind != nullptr ? textures_.of_tile(*kind, *batch_) : TileTexture{};

  // A texture without a colour is shown unchanged.
  const bool is_white = texture >= 0 && !look.color_is_given;
  JsonText& text = batch_->models;
  text.open_object().key("color");
  if (is_white)
    text.put(std::array<double, 4>{1, 1, 1, opacity});
  else
    text.put(kind != nullptr ? color_under(tile, look, opacity) : plain_color(look, opacity));
  text.field("emissive", look.emissive).field("texture", texture).key("tile");
  if (kind != nullptr)
    text.open_object()
        .field("texture", tile.texture)
        .field("size", kind->size)
        .field("lay",
               kind->lay == rendering::PatternAlignment::Upright ? "upright" : "along_length")
        .close_object();
  else
    text.put_null();
  text.field("keeps_mesh_colors", keeps_colors).field("roughness", look.roughness);
  text.field("metalness", look.metalness).field("is_unlit", visual.surface.is_unlit).close_object();
}

void ModelFrames::write_shape(JsonText& text, const Geometry& geometry) {
  text.open_object();
  const auto put_mesh = [&](int id, const Vec3& scale) {
    text.field("kind", "mesh").field("mesh", id).field("scale", scale);
  };
  if (const auto* box = std::get_if<Box>(&geometry))
    text.field("kind", "box").field("size", box->size);
  else if (const auto* sphere = std::get_if<Sphere>(&geometry))
    text.field("kind", "sphere").field("radius", sphere->radius);
  else if (const auto* cylinder = std::get_if<Cylinder>(&geometry))
    text.field("kind", "cylinder")
        .field("radius", cylinder->radius)
        .field("length", cylinder->length);
  else if (const auto* capsule = std::get_if<Capsule>(&geometry))
    text.field("kind", "capsule").field("radius", capsule->radius).field("length", capsule->length);
  else if (const auto* ellipsoid = std::get_if<Ellipsoid>(&geometry))
    text.field("kind", "ellipsoid").field("radii", ellipsoid->radii);
  else if (const auto* plane = std::get_if<Plane>(&geometry))
    text.field("kind", "plane").field("normal", plane->normal).field("size", plane->size);
  else if (const auto* shape = std::get_if<MeshShape>(&geometry))
    put_mesh(mesh_id(shape->mesh), shape->scale);
  else if (const auto* extrusion = std::get_if<Extrusion>(&geometry))
    put_mesh(mesh_id(extrusion->mesh), Vec3::Ones());
  else
    put_mesh(heightfield_id(std::get<std::shared_ptr<const Heightfield>>(geometry)), Vec3::Ones());
  text.close_object();
}

int ModelFrames::mesh_id(const std::shared_ptr<const Mesh>& mesh) {
  const auto [place, is_new] = mesh_ids_.try_emplace(mesh.get(), static_cast<int>(meshes_.size()));
  if (!is_new) return place->second;
  meshes_.push_back(mesh);
  if (batch_ == nullptr) batch_ = std::make_unique<ModelsBatch>();
  batch_->meshes.open_object().field("id", place->second).key("parts").open_list();
  for (const MeshPart& part : mesh->parts) add_mesh_part(part);
  batch_->meshes.close_list().close_object();
  return place->second;
}

int ModelFrames::heightfield_id(const std::shared_ptr<const Heightfield>& field) {
  const auto [place, is_new] = mesh_ids_.try_emplace(field.get(), static_cast<int>(meshes_.size()));
  if (!is_new) return place->second;
  meshes_.push_back(field);
  if (batch_ == nullptr) batch_ = std::make_unique<ModelsBatch>();
  batch_->meshes.open_object().field("id", place->second).key("parts").open_list();
  add_mesh_part(heightfield_mesh(*field));
  batch_->meshes.close_list().close_object();
  return place->second;
}

void ModelFrames::add_mesh_part(const MeshPart& part) {
  JsonText& text = batch_->meshes;
  const auto put_list = [&](const char* key, const auto& items) {
    text.key(key);
    if (items.empty() || items.size() != part.vertices.size())
      text.put_null();
    else
      text.open_list().put(batch_->store(items)).put(items.size()).close_list();
  };
  const bool has_picture = !part.material.texture.empty() && has_texture_coordinates(part);
  const int texture = has_picture ? textures_.of_file(part.material.texture, *batch_) : -1;
  text.open_object().key("positions");
  text.open_list().put(batch_->store(part.vertices)).put(part.vertices.size()).close_list();
  put_list("normals", part.normals);
  put_list("uvs", part.texture_coordinates);
  const MeshTriangles& triangles = part.triangles;
  text.key("indices").open_list().put(batch_->store(triangles)).put(3 * triangles.size());
  text.close_list().key("color");
  if (texture >= 0)
    text.put(std::array<float, 4>{1, 1, 1, part.material.color[3]});
  else
    text.put(part.material.color);
  text.field("texture", texture).close_object();
}

}  // namespace rubble::viewer_protocol
