// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rubble::recording {

// Names for a world's files in a recording: relative to the folders they were found in, so that the
// loader finds them again wherever they are unpacked. The world's own folder is world/FOLDER and
// what stands beside it world/...; resource folders elsewhere are resources/0, resources/1, ...
class FileNames {
 public:
  FileNames(const std::string& world_file, const std::vector<std::string>& resource_folders);

  const std::string& world() const { return world_; }
  // Of the resource folders, in their order; the current folder comes last.
  const std::vector<std::string>& resource_folders() const { return resource_folders_; }
  // Nothing for a file outside of all these folders: the loader would not find it again.
  std::optional<std::string> name_of(const std::string& path) const;

 private:
  void add_folder(const std::string& folder, const std::string& name_elsewhere);

  std::string world_;
  std::vector<std::pair<std::string, std::string>> roots_;  // absolute folder, its name
  std::vector<std::string> resource_folders_;
};

// A name that stays inside the folder it is unpacked to: relative, no "..", nothing odd.
bool is_safe_name(const std::string& name);

}  // namespace rubble::recording
