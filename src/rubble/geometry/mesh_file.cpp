// SPDX-License-Identifier: Apache-2.0
#include "rubble/geometry/mesh_file.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include "rubble/base/text.h"

namespace rubble {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kImportSteps = aiProcess_Triangulate | aiProcess_JoinIdenticalVertices |
                                  aiProcess_SortByPType | aiProcess_GenSmoothNormals |
                                  aiProcess_ValidateDataStructure;
constexpr float kMaxSmoothingAngleDeg = 45.0F;
constexpr int kMaxNodeDepth = 256;

std::string lower_extension(const std::string& path) {
  std::string extension = fs::path(path).extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return extension;
}

bool is_gltf(const std::string& path) {
  const std::string extension = lower_extension(path);
  return extension == ".gltf" || extension == ".glb";
}

Result<void> check_file(const std::string& path, const MeshFileSettings& settings) {
  std::error_code code;
  if (!fs::is_regular_file(path, code)) return Error{{path}, "no such mesh file"};
  const std::uintmax_t bytes = fs::file_size(path, code);
  if (code) return Error{{path}, "the mesh file cannot be read"};
  if (bytes > settings.max_file_bytes)
    return Error{{path},
                 "the mesh file has " + std::to_string(bytes) + " bytes, at most " +
                     std::to_string(settings.max_file_bytes) + " are read"};
  return {};
}

// Assimp's own world is y up; ours z up.
aiMatrix4x4 z_up_from_y_up() { return {1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1}; }

std::string url_decoded(const std::string& text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_code = text[i] == '%' && i + 2 < text.size() &&
                         std::isxdigit(static_cast<unsigned char>(text[i + 1])) != 0 &&
                         std::isxdigit(static_cast<unsigned char>(text[i + 2])) != 0;
    decoded += is_code ? static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16)) : text[i];
    if (is_code) i += 2;
  }
  return decoded;
}

// Where exporters and Gazebo's model folders keep a picture that a mesh names.
std::optional<std::string> find_texture(const std::string& name, const fs::path& mesh_folder) {
  std::string plain = url_decoded(name);
  std::replace(plain.begin(), plain.end(), '\\', '/');
  if (plain.starts_with("file://")) plain.erase(0, 7);
  const fs::path base = fs::path(plain).filename();
  const fs::path candidates[] = {mesh_folder / plain,
                                 mesh_folder / ".." / "materials" / "textures" / base,
                                 mesh_folder / base, mesh_folder / ".." / "textures" / base};
  std::error_code code;
  for (const fs::path& candidate : candidates)
    if (fs::is_regular_file(candidate, code)) return candidate.lexically_normal().string();
  return std::nullopt;
}

// Notes which files Assimp opens: a mesh may draw in others (.mtl, .bin).
class NotedFiles : public Assimp::DefaultIOSystem {
 public:
  explicit NotedFiles(std::vector<std::string>& files) : files_(files) {}
  Assimp::IOStream* Open(const char* file, const char* mode) override {
    Assimp::IOStream* const stream = DefaultIOSystem::Open(file, mode);
    if (stream != nullptr) files_.push_back(fs::path(file).lexically_normal().string());
    return stream;
  }

 private:
  std::vector<std::string>& files_;
};

// Each once.
void add_files(const std::vector<std::string>& opened, Mesh& mesh) {
  mesh.files.insert(mesh.files.end(), opened.begin(), opened.end());
  for (const MeshPart& part : mesh.parts)
    if (!part.material.texture.empty()) mesh.files.push_back(part.material.texture);
  std::sort(mesh.files.begin(), mesh.files.end());
  mesh.files.erase(std::unique(mesh.files.begin(), mesh.files.end()), mesh.files.end());
}

float srgb_from_linear(float linear) {
  if (linear <= 0.0031308F) return 12.92F * linear;
  return 1.055F * std::pow(linear, 1.0F / 2.4F) - 0.055F;
}

float clamped(float value) { return std::isfinite(value) ? std::clamp(value, 0.0F, 1.0F) : 1.0F; }

// Collects the parts of a scene in the order of its nodes.
class MeshBuilder {
 public:
  MeshBuilder(const aiScene& scene, const std::string& path, const MeshFileSettings& settings)
      : scene_(scene), settings_(settings) {
    mesh_.source = path;
  }

  Result<Mesh> build() {
    aiMatrix4x4 mesh_from_scene;
    if (is_gltf(mesh_.source) || turns_collada()) mesh_from_scene = z_up_from_y_up();
    if (Result<void> walked = add_node(*scene_.mRootNode, mesh_from_scene, 0); !walked)
      return walked.error();
    if (mesh_.parts.empty()) return nothing_found();
    if (settings_.is_centered && !settings_.submesh.empty()) center();
    return std::move(mesh_);
  }

 private:
  bool turns_collada() const {
    return settings_.turns_collada_up_axis && lower_extension(mesh_.source) == ".dae";
  }

  Error nothing_found() const {
    if (settings_.submesh.empty()) return {{mesh_.source}, "the mesh has no triangles"};
    std::string message = "the mesh has no submesh '" + settings_.submesh + "' with triangles";
    if (const auto meant = closest_word(settings_.submesh, names_))
      message += "; did you mean '" + *meant + "'?";
    return {{mesh_.source}, message};
  }

  Result<void> add_node(const aiNode& node, const aiMatrix4x4& mesh_from_parent, int depth) {
    if (depth > kMaxNodeDepth) return Error{{mesh_.source}, "the mesh's nodes nest too deeply"};
    const aiMatrix4x4 mesh_from_node = mesh_from_parent * node.mTransformation;
    for (unsigned i = 0; i < node.mNumMeshes; ++i) {
      const aiMesh& source = *scene_.mMeshes[node.mMeshes[i]];
      if (!is_wanted(node, source)) continue;
      if (Result<void> added = add_part(source, node, mesh_from_node); !added) return added;
    }
    for (unsigned i = 0; i < node.mNumChildren; ++i)
      if (Result<void> added = add_node(*node.mChildren[i], mesh_from_node, depth + 1); !added)
        return added;
    return {};
  }

  bool is_wanted(const aiNode& node, const aiMesh& source) {
    if ((source.mPrimitiveTypes & aiPrimitiveType_TRIANGLE) == 0) return false;
    const std::string node_name = node.mName.C_Str();
    const std::string mesh_name = source.mName.C_Str();
    names_.push_back(node_name);
    names_.push_back(mesh_name);
    return settings_.submesh.empty() || settings_.submesh == node_name ||
           settings_.submesh == mesh_name;
  }

  Result<void> add_part(const aiMesh& source, const aiNode& node, const aiMatrix4x4& transform) {
    vertex_count_ += source.mNumVertices;
    if (vertex_count_ > settings_.max_vertices)
      return Error{
          {mesh_.source},
          "the mesh has more than " + std::to_string(settings_.max_vertices) + " vertices"};
    MeshPart part;
    part.name = source.mName.length > 0 ? source.mName.C_Str() : node.mName.C_Str();
    for (unsigned i = 0; i < source.mNumVertices; ++i) {
      const aiVector3D v = transform * source.mVertices[i];
      if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z))
        return Error{{mesh_.source}, "the mesh has a vertex that is not finite"};
      part.vertices.emplace_back(v.x, v.y, v.z);
    }
    add_normals(source, transform, part);
    add_texture_coordinates(source, part);
    add_triangles(source, transform.Determinant() < 0.0F, part);
    if (part.triangles.empty()) return {};
    if (source.mMaterialIndex < scene_.mNumMaterials)
      part.material = material_of(*scene_.mMaterials[source.mMaterialIndex]);
    mesh_.parts.push_back(std::move(part));
    return {};
  }

  static void add_normals(const aiMesh& source, const aiMatrix4x4& transform, MeshPart& part) {
    if (!source.HasNormals()) return;
    aiMatrix3x3 turn(transform);
    turn.Inverse().Transpose();
    for (unsigned i = 0; i < source.mNumVertices; ++i) {
      const aiVector3D n = turn * source.mNormals[i];
      const Eigen::Vector3f normal(n.x, n.y, n.z);
      const float length = normal.norm();
      const bool is_usable = std::isfinite(length) && length > 1e-20F;
      part.normals.push_back(is_usable ? Eigen::Vector3f(normal / length)
                                       : Eigen::Vector3f(Eigen::Vector3f::UnitZ()));
    }
  }

  static void add_texture_coordinates(const aiMesh& source, MeshPart& part) {
    if (!source.HasTextureCoords(0)) return;
    for (unsigned i = 0; i < source.mNumVertices; ++i) {
      const aiVector3D& uv = source.mTextureCoords[0][i];
      const bool is_usable = std::isfinite(uv.x) && std::isfinite(uv.y);
      part.texture_coordinates.emplace_back(is_usable ? uv.x : 0.0F, is_usable ? uv.y : 0.0F);
    }
  }

  static void add_triangles(const aiMesh& source, bool is_mirrored, MeshPart& part) {
    for (unsigned i = 0; i < source.mNumFaces; ++i) {
      const aiFace& face = source.mFaces[i];
      if (face.mNumIndices != 3) continue;
      const std::array<std::uint32_t, 3> corners{face.mIndices[0], face.mIndices[1],
                                                 face.mIndices[2]};
      if (*std::max_element(corners.begin(), corners.end()) >= source.mNumVertices) continue;
      if (is_mirrored)
        part.triangles.push_back({corners[0], corners[2], corners[1]});
      else
        part.triangles.push_back(corners);
    }
  }

  MeshMaterial material_of(const aiMaterial& source) {
    MeshMaterial material;
    aiColor4D color;
    const bool is_linear = is_gltf(mesh_.source);
    const bool has_color = (is_linear && source.Get(AI_MATKEY_BASE_COLOR, color) == AI_SUCCESS) ||
                           source.Get(AI_MATKEY_COLOR_DIFFUSE, color) == AI_SUCCESS;
    if (has_color) {
      const float channels[] = {color.r, color.g, color.b};
      for (std::size_t i = 0; i < 3; ++i)
        material.color[i] =
            is_linear ? srgb_from_linear(clamped(channels[i])) : clamped(channels[i]);
    }
    material.color[3] = opacity_of(source);
    material.texture = texture_of(source);
    return material;
  }

  // Many COLLADA files have the sense of <transparency> the wrong way round; an invisible part is
  // never meant.
  static float opacity_of(const aiMaterial& source) {
    float opacity = 1.0F;
    if (source.Get(AI_MATKEY_OPACITY, opacity) != AI_SUCCESS) return 1.0F;
    opacity = clamped(opacity);
    return opacity > 0.0F ? opacity : 1.0F;
  }

  // Pictures packed into the mesh file itself ("*0") have no path and are left out.
  std::string texture_of(const aiMaterial& source) {
    aiString name;
    if (source.GetTexture(aiTextureType_BASE_COLOR, 0, &name) != AI_SUCCESS &&
        source.GetTexture(aiTextureType_DIFFUSE, 0, &name) != AI_SUCCESS)
      return {};
    const std::string text = name.C_Str();
    if (text.empty()) return {};
    if (auto found = find_texture(text, fs::path(mesh_.source).parent_path())) return *found;
    if (std::find(mesh_.missing_textures.begin(), mesh_.missing_textures.end(), text) ==
        mesh_.missing_textures.end())
      mesh_.missing_textures.push_back(text);
    return {};
  }

  void center() {
    const Bounds bounds = mesh_.bounds();
    const Eigen::Vector3f middle = ((bounds.low + bounds.high) / 2).cast<float>();
    for (MeshPart& part : mesh_.parts)
      for (Eigen::Vector3f& vertex : part.vertices) vertex -= middle;
  }

  const aiScene& scene_;
  const MeshFileSettings& settings_;
  Mesh mesh_;
  std::vector<std::string> names_;
  std::size_t vertex_count_ = 0;
};

}  // namespace

Result<Mesh> read_mesh(const std::string& path, const MeshFileSettings& settings) {
  if (Result<void> checked = check_file(path, settings); !checked) return checked.error();
  std::vector<std::string> opened;
  Assimp::Importer importer;
  importer.SetIOHandler(new NotedFiles(opened));  // the importer deletes it
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION,
                           !settings.turns_collada_up_axis);
  importer.SetPropertyFloat(AI_CONFIG_PP_GSN_MAX_SMOOTHING_ANGLE, kMaxSmoothingAngleDeg);
  const aiScene* scene = importer.ReadFile(path, kImportSteps);
  if (scene == nullptr || scene->mRootNode == nullptr)
    return Error{{path}, std::string("the mesh cannot be read: ") + importer.GetErrorString()};
  Result<Mesh> mesh = MeshBuilder(*scene, path, settings).build();
  if (mesh) add_files(opened, *mesh);
  return mesh;
}

}  // namespace rubble
