// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <string>

#include "rubble/page/models_batch.h"
#include "rubble/rendering/procedural_textures.h"

namespace rubble::page {

// A pattern as pages get it: each channel as bright as its contrast lets it be. A surface of some
// colour has that colour over the brightness as its material's, so that on the whole it looks so.
struct PageTile {
  int texture = -1;
  std::array<double, 3> brightness{1.0, 1.0, 1.0};  // linear, of its mean
};

// Pictures and patterns with their numbers. Each goes into the batch where it is first used.
class Textures {
 public:
  // -1 if the file is no picture we can read.
  int of_file(const std::string& path, ModelsBatch& batch);
  PageTile of_tile(const rendering::ProceduralTexture& kind, ModelsBatch& batch);

 private:
  int add(const std::string& mime, const std::string& bytes, ModelsBatch& batch);

  int next_ = 0;
  std::map<std::string, int> files_;
  std::map<std::string, PageTile> tiles_;
};

}  // namespace rubble::page
