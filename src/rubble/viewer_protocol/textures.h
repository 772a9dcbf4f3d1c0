// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <string>

#include "rubble/rendering/textures/procedural_textures.h"
#include "rubble/viewer_protocol/models_batch.h"

namespace rubble::viewer_protocol {

// A procedural pattern as a texture, normalised per channel to use the full range. The material
// colour of a surface is its colour divided by `brightness`, so that its mean colour is right.
struct TileTexture {
  int texture = -1;
  std::array<double, 3> brightness{1.0, 1.0, 1.0};  // mean, linear
};

// Assigns ids to images and patterns; each is stored in the batch where it is first used.
class Textures {
 public:
  // -1 if the file is not a readable image.
  int of_file(const std::string& path, ModelsBatch& batch);
  TileTexture of_tile(const rendering::ProceduralTexture& kind, ModelsBatch& batch);

 private:
  int add(const std::string& mime, const std::string& bytes, ModelsBatch& batch);

  int next_ = 0;
  std::map<std::string, int> files_;
  std::map<std::string, TileTexture> tiles_;
};

}  // namespace rubble::viewer_protocol
