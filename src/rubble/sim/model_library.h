// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/sdf/load.h"

namespace rubble::sim {

// Models that can be added during a run; loaded on first use and cached.
class ModelLibrary {
 public:
  // allows_paths: names may be file paths. Only for the program's user, never for network clients.
  ModelLibrary(const LoadSettings& settings, bool allows_paths);

  // The model of that name in the resource folders; not case-sensitive if the match is unique.
  Result<std::shared_ptr<const Model>> find(const std::string& name);
  // The same model with additional preset sensors, mounted at its first laser or on its roof.
  Result<std::shared_ptr<const Model>> find(const std::string& name,
                                            const std::vector<std::string>& presets);

  // The name and the presets by which find() gave this model; empty if it did not.
  std::vector<std::string> words_for(const Model& model) const;

  // Names of all robot models in the resource folders, sorted.
  std::vector<std::string> robot_names() const;

  // Warnings of the models loaded so far.
  const std::vector<Warning>& warnings() const { return warnings_; }

 private:
  Result<std::string> path_of(const std::string& name) const;

  LoadSettings settings_;
  bool allows_paths_;
  std::map<std::string, std::shared_ptr<const Model>> models_;  // by name and presets
  std::vector<Warning> warnings_;
};

// Mounting place for an additional sensor.
struct SensorPlace {
  int link = 0;
  Pose link_from_sensor;
};
SensorPlace place_for_sensor(const Model& model);

}  // namespace rubble::sim
