// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "rubble/page/frame.h"
#include "rubble/page/models_batch.h"
#include "rubble/page/textures.h"
#include "rubble/world/model.h"

namespace rubble::page {

// Whether a link has anything to draw: visuals, or collisions where it has none, as lasers see it.
bool is_drawn(const Link& link);
bool is_drawn(const Model& model);

// Models, meshes and pictures with their numbers, and the frames that tell them. Encoded once.
class ModelFrames {
 public:
  // The number of a model, -1 if there is nothing to draw. All instances of a model share it.
  int id_of(const std::shared_ptr<const Model>& model);
  // A shape by itself, with its mesh in the next frame if it needs one.
  void put_shape(JsonText& text, const Geometry& geometry);

  // All frames, up to what was asked for last.
  const std::vector<Frame>& frames();
  bool has_more_than(std::size_t count) const;

 private:
  struct Named;
  int mesh_id(const std::shared_ptr<const Mesh>& mesh);
  int heightfield_id(const std::shared_ptr<const Heightfield>& field);
  void add_mesh_part(const MeshPart& part);
  void add_model(int id, const Model& model);
  void add_link(const Model& model, std::size_t link);
  void add_visual(const Named& visual);
  void put_material(const Named& visual);
  void finish_batch();

  Textures textures_;
  std::unique_ptr<ModelsBatch> batch_;
  std::vector<Frame> frames_;
  // What was numbered is kept alive, so that no address is used twice.
  std::map<const void*, int> model_ids_;
  std::map<const void*, int> mesh_ids_;
  std::vector<std::shared_ptr<const Model>> models_;
  std::vector<std::shared_ptr<const void>> meshes_;
  std::vector<int> pending_;
};

}  // namespace rubble::page
