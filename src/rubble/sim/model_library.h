// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/world/load.h"

namespace rubble::sim {

// The models that may enter a run, read when first asked for and kept.
class ModelLibrary {
 public:
  // Paths instead of names are only for who started the program, never for its clients.
  ModelLibrary(const LoadSettings& settings, bool allows_paths);

  // The model of that name in the resource folders; upper and lower case are alike where only one
  // fits.
  Result<std::shared_ptr<const Model>> find(const std::string& name);
  // The same with sensors put on it that are presets: where its first laser sits, or on its roof.
  Result<std::shared_ptr<const Model>> find(const std::string& name,
                                            const std::vector<std::string>& presets);

  // The name and the presets by which find() gave this model; empty if it did not.
  std::vector<std::string> words_for(const Model& model) const;

  // The folders that hold a robot, sorted.
  std::vector<std::string> robot_names() const;

  // What was odd about the models read so far.
  const std::vector<Warning>& warnings() const { return warnings_; }

 private:
  Result<std::string> path_of(const std::string& name) const;

  LoadSettings settings_;
  bool allows_paths_;
  std::map<std::string, std::shared_ptr<const Model>> models_;  // by name and presets
  std::vector<Warning> warnings_;
};

// Where one more sensor goes on a robot.
struct SensorPlace {
  int link = 0;
  Pose link_from_sensor;
};
SensorPlace place_for_sensor(const Model& model);

}  // namespace rubble::sim
