// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose.h"
#include "rubble/world/model.h"
#include "rubble/world/scenario_elements.h"

namespace rubble {

// A named start pose for robots.
struct Start {
  std::string name;
  Pose pose;
};

struct Scene {
  std::array<float, 3> ambient{0.4F, 0.4F, 0.4F};
  std::array<float, 3> background{0.7F, 0.7F, 0.7F};
  bool has_shadows = true;
};

// An unsupported or suspicious element of a file that loads nevertheless.
struct Warning {
  SourceLine at;
  std::string kind;  // short category; warnings are counted by it
  std::string message;
};

// Provenance of a generated world, so that it can be regenerated and verified.
struct GeneratorNote {
  std::string name;
  std::uint64_t seed = 0;
  std::string options;
  std::string hash;
  int columns = 0;
  int rows = 0;
  double pitch = 0.0;  // m, cell spacing
};

// The scenario as loaded; immutable during a run.
struct World {
  std::string name;
  std::string file;
  // All files that were read: SDF, included models, meshes, textures.
  std::vector<std::string> files;
  Vec3 gravity{0.0, 0.0, -9.8};  // m/s^2
  Scene scene;
  std::vector<std::shared_ptr<const Model>> models;
  std::vector<Light> lights;
  std::vector<Start> starts;
  std::vector<SmokeArea> smokes;
  std::vector<Haze> hazes;
  std::vector<Plume> plumes;
  std::vector<Victim> victims;
  std::vector<Tag> tags;
  std::vector<Source> sources;
  RadioSettings radio;
  std::optional<GeneratorNote> generator;  // only in generated worlds
  std::vector<Warning> warnings;
};

}  // namespace rubble
