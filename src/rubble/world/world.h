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

// A named place where a robot may start.
struct Start {
  std::string name;
  Pose pose;
};

struct Scene {
  std::array<float, 3> ambient{0.4F, 0.4F, 0.4F};
  std::array<float, 3> background{0.7F, 0.7F, 0.7F};
  bool has_shadows = true;
};

// Something a file has and we do not use, or a thing that is odd but loads.
struct Warning {
  SourceLine at;
  std::string kind;  // a few words, the same for all warnings of a kind: they are counted by it
  std::string message;
};

// Which generator made a world, so that it can be made again and checked.
struct GeneratorNote {
  std::string name;
  std::uint64_t seed = 0;
  std::string options;
  std::string hash;
  int columns = 0;
  int rows = 0;
  double pitch = 0.0;  // m, from one cell to the next
};

// Everything that exists before a run starts, constant while it lasts.
struct World {
  std::string name;
  std::string file;
  // All that were read for it: SDF, included models, meshes, textures.
  std::vector<std::string> files;
  Vec3 gravity{0.0, 0.0, -9.8};
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
  std::optional<GeneratorNote> generator;  // only in worlds a generator made
  std::vector<Warning> warnings;
};

}  // namespace rubble
