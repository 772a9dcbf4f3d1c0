// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"

namespace rubble {

// Resolves the URIs of a world file: model://name/x, package://name/x, file://x (searched in the
// resource folders, as Gazebo does), a path relative to the file, or an absolute path.
class ResourceFinder {
 public:
  explicit ResourceFinder(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  // The file or folder. Searched beside from_file, beside its folder, then in the resource folders.
  std::optional<std::string> find(const std::string& uri, const std::string& from_file) const;
  // The model file of an <include>; for a folder the file that its model.config names.
  std::optional<std::string> find_model(const std::string& uri, const std::string& from_file) const;

 private:
  std::vector<std::string> folders_;
};

// True for http:// and https://; such URIs are never fetched.
bool is_online(const std::string& uri);

// Reads the whole file. A file larger than the limit is an error and is not opened.
Result<std::string> read_text_file(const std::string& path, std::size_t max_bytes);

}  // namespace rubble
