// SPDX-License-Identifier: Apache-2.0
#include "rubble/sdf/load_context.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace rubble {

LoadContext::LoadContext(const LoadSettings& settings, const ResourceFinder& finder, FileScan scan)
    : settings_(settings), finder_(finder), scan_(std::move(scan)) {
  for (const Warning& warning : scan_.warnings) warn(warning.kind, warning.at, warning.message);
}

void LoadContext::warn(const std::string& kind, const SourceLine& at, const std::string& message) {
  if (settings_.is_strict) return fail(at, message);
  warnings_.push_back({at, kind, message});
}

void LoadContext::fail(const SourceLine& at, const std::string& message) {
  if (!error_) error_ = Error{at, message};
}

void LoadContext::fail_unless_lenient(const std::string& kind, const SourceLine& at,
                                      const std::string& message) {
  if (settings_.is_lenient)
    warn(kind, at, message);
  else
    fail(at, message);
}

SourceLine LoadContext::place_of(const XmlNode& node) const {
  const auto found = scan_.rubble_lines.find(rubble_key(node));
  return found != scan_.rubble_lines.end() ? found->second : node.at();
}

std::optional<std::string> LoadContext::find(const std::string& uri, const XmlNode& node) {
  auto found = finder_.find(uri, node.file ? *node.file : std::string());
  std::error_code code;
  if (found && std::filesystem::is_regular_file(*found, code)) files_.push_back(*found);
  return found;
}

std::vector<std::string> LoadContext::files() const {
  std::vector<std::string> files = scan_.files;
  files.insert(files.end(), files_.begin(), files_.end());
  for (const auto& [key, mesh] : meshes_)
    if (mesh != nullptr) files.insert(files.end(), mesh->files.begin(), mesh->files.end());
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

std::shared_ptr<const Mesh> LoadContext::mesh(const std::string& uri,
                                              const MeshFileSettings& mesh_settings,
                                              const XmlNode& node) {
  if (is_online(uri)) {
    warn("online mesh", node.at(), "mesh '" + uri + "' is online and is not fetched");
    return nullptr;
  }
  const auto path = find(uri, node);
  if (!path) {
    fail_unless_lenient("missing mesh", node.at(),
                        "no mesh file found for '" + uri +
                            "'; GZ_SIM_RESOURCE_PATH names folders to look in, --lenient goes on "
                            "without it");
    return nullptr;
  }
  const std::string key =
      *path + "|" + mesh_settings.submesh + (mesh_settings.is_centered ? "|centered" : "");
  const auto known = meshes_.find(key);
  if (known != meshes_.end()) return known->second;
  return meshes_[key] = read(*path, mesh_settings, node.at());
}

std::shared_ptr<const Mesh> LoadContext::read(const std::string& path,
                                              const MeshFileSettings& mesh_settings,
                                              const SourceLine& at) {
  auto mesh = read_mesh(path, mesh_settings);
  if (!mesh) {
    fail_unless_lenient("broken mesh", at,
                        mesh.error().message + " ('" + mesh.error().at.file + "')");
    return nullptr;
  }
  for (const std::string& texture : mesh->missing_textures)
    warn("missing texture", {path}, "no picture found for '" + texture + "'");
  return std::make_shared<const Mesh>(std::move(*mesh));
}

}  // namespace rubble
