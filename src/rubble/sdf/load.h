// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/world/world.h"

namespace rubble {

struct LoadSettings {
  // Folders searched for model://name and for meshes; the first match wins. The folder of the
  // referring file and its parent are searched before them.
  std::vector<std::string> resource_folders;
  bool is_strict = false;   // warnings become errors
  bool is_lenient = false;  // a missing or empty mesh becomes a warning
  std::size_t max_file_bytes = 64UL << 20;
  int max_include_depth = 16;
};

// The folders of the environment variables RUBBLE_RESOURCE_PATH, GZ_SIM_RESOURCE_PATH and
// GAZEBO_MODEL_PATH (colon-separated), then Rubble's own models and worlds.
std::vector<std::string> default_resource_folders();

// Folder of models/ and worlds/: RUBBLE_HOME, else the program's ../share/rubble, else the source.
std::string data_folder();

// Returns the path if it exists, else the path below data_folder() if that exists, else the path.
std::string resolve_data_path(const std::string& path);

// Loads a world from SDF. A file with a single model (SDF or URDF) is placed in an empty world with
// a floor. Either the complete world or an error is returned.
Result<World> load_world(const std::string& path, const LoadSettings& settings);
Result<World> load_world_text(const std::string& sdf_text, const std::string& name_for_messages,
                              const LoadSettings& settings);

// Loads a model from a file, or by name ("P3AT") from the resource folders. Appends warnings.
Result<std::shared_ptr<const Model>> load_model(const std::string& path_or_name,
                                                const LoadSettings& settings,
                                                std::vector<Warning>& warnings);

}  // namespace rubble
