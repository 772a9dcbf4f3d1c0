// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/mesh_file.h"
#include "rubble/sdf/file_scan.h"
#include "rubble/sdf/load.h"
#include "rubble/sdf/resources.h"

namespace rubble {

// State shared by the parts of the loader: resource search, warnings and the first error. A part
// that fails records the error and returns a default; load_world checks the error at the end.
class LoadContext {
 public:
  LoadContext(const LoadSettings& settings, const ResourceFinder& finder, FileScan scan);

  // Adds a warning; in strict mode an error.
  void warn(const std::string& kind, const SourceLine& at, const std::string& message);
  // Records an error; only the first is kept.
  void fail(const SourceLine& at, const std::string& message);
  // For missing or broken meshes and textures: an error, in lenient mode a warning.
  void fail_unless_lenient(const std::string& kind, const SourceLine& at,
                           const std::string& message);

  const std::optional<Error>& error() const { return error_; }
  std::vector<Warning> take_warnings() { return std::move(warnings_); }
  const FileScan& scan() const { return scan_; }
  // All files that were read, each once.
  std::vector<std::string> files() const;

  // File and line of an element of our namespace.
  SourceLine place_of(const XmlNode& node) const;
  // Resolves a URI relative to the file of this node.
  std::optional<std::string> find(const std::string& uri, const XmlNode& node);
  // Loads a mesh file; cached, so that each file is read once. Null after a failure.
  std::shared_ptr<const Mesh> mesh(const std::string& uri, const MeshFileSettings& mesh_settings,
                                   const XmlNode& node);

 private:
  std::shared_ptr<const Mesh> read(const std::string& path, const MeshFileSettings& mesh_settings,
                                   const SourceLine& at);

  const LoadSettings& settings_;
  const ResourceFinder& finder_;
  FileScan scan_;
  std::optional<Error> error_;
  std::vector<Warning> warnings_;
  std::map<std::string, std::shared_ptr<const Mesh>> meshes_;
  std::vector<std::string> files_;  // found for a URI
};

}  // namespace rubble
