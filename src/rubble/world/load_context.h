// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/mesh_file.h"
#include "rubble/world/file_scan.h"
#include "rubble/world/load.h"
#include "rubble/world/resources.h"

namespace rubble {

// What the parts of the loader share: where to look, what was odd, and the first thing that was
// wrong. A part that fails returns something harmless; the entry looks at the error at the end.
class LoadContext {
 public:
  LoadContext(const LoadSettings& settings, const ResourceFinder& finder, FileScan scan);

  // An error if every warning is one.
  void warn(const std::string& kind, const SourceLine& at, const std::string& message);
  // The first failure is kept.
  void fail(const SourceLine& at, const std::string& message);
  // Missing or broken meshes and pictures: an error unless loading is lenient.
  void fail_unless_lenient(const std::string& kind, const SourceLine& at,
                           const std::string& message);

  const std::optional<Error>& error() const { return error_; }
  std::vector<Warning> take_warnings() { return std::move(warnings_); }
  const FileScan& scan() const { return scan_; }
  // All files that were read, each once.
  std::vector<std::string> files() const;

  // Where an element of ours stands in its file.
  SourceLine place_of(const XmlNode& node) const;
  // The file a URI means, seen from the file of this node.
  std::optional<std::string> find(const std::string& uri, const XmlNode& node);
  // A mesh file, read once however often it is used; null after a failure.
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
