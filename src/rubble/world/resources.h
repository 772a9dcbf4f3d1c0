// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"

namespace rubble {

// Finds what the URIs in a world file mean: model://name/x, package://name/x, file://x (searched,
// not absolute, as Gazebo does), a path relative to the file, or an absolute path.
class ResourceFinder {
 public:
  explicit ResourceFinder(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  // The file or folder: beside the naming file, beside its folder, then in the resource folders.
  std::optional<std::string> find(const std::string& uri, const std::string& from_file) const;
  // The model file that an <include> means; a folder stands for the file its model.config names.
  std::optional<std::string> find_model(const std::string& uri, const std::string& from_file) const;

 private:
  std::vector<std::string> folders_;
};

// http:// and https://; never fetched.
bool is_online(const std::string& uri);

// The whole file, or why not; a file above the limit is not opened.
Result<std::string> read_text_file(const std::string& path, std::size_t max_bytes);

}  // namespace rubble
