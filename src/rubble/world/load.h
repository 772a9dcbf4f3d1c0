// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/world/world.h"

namespace rubble {

struct LoadSettings {
  // Folders searched for model://name and for meshes, first match wins. The file's own folder and
  // its parent come before them.
  std::vector<std::string> resource_folders;
  bool is_strict = false;   // every warning is an error
  bool is_lenient = false;  // a missing or empty mesh is a warning
  std::size_t max_file_bytes = 64UL << 20;
  int max_include_depth = 16;
};

// RUBBLE_RESOURCE_PATH, GZ_SIM_RESOURCE_PATH, GAZEBO_MODEL_PATH (colon-separated), then our own
// models and worlds.
std::vector<std::string> default_resource_folders();

// The root of our own data (models/, worlds/): RUBBLE_HOME if set, else where we were built.
std::string data_folder();

// The path, or if nothing is there and there is something of that name below data_folder(), that.
std::string resolve_data_path(const std::string& path);

// Reads an SDF file with a world, or a lone model (SDF or URDF), which is put into an empty world
// with a floor. Nothing is half-loaded: an error means no world.
Result<World> load_world(const std::string& path, const LoadSettings& settings);
Result<World> load_world_text(const std::string& sdf_text, const std::string& name_for_messages,
                              const LoadSettings& settings);

// Reads a model file, or the model of that name in the resource folders ("P3AT").
Result<std::shared_ptr<const Model>> load_model(const std::string& path_or_name,
                                                const LoadSettings& settings,
                                                std::vector<Warning>& warnings);

}  // namespace rubble
