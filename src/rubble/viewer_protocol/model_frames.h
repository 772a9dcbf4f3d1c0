// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "rubble/viewer_protocol/frame.h"
#include "rubble/viewer_protocol/models_batch.h"
#include "rubble/viewer_protocol/textures.h"
#include "rubble/world/model.h"

namespace rubble::viewer_protocol {

// Whether a link has anything to draw: visuals, or collisions if it has none (as for lasers).
bool is_drawn(const Link& link);
bool is_drawn(const Model& model);

// Assigns ids to models, meshes and textures and encodes them as Models frames, each once.
class ModelFrames {
 public:
  // The id of a model, shared by all its instances; -1 if there is nothing to draw.
  int id_of(const std::shared_ptr<const Model>& model);
  // Writes a single shape; a mesh it needs goes into the next frame.
  void write_shape(JsonText& text, const Geometry& geometry);

  // All frames, including everything that has an id.
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
  void write_material(const Named& visual);
  void finish_batch();

  Textures textures_;
  std::unique_ptr<ModelsBatch> batch_;
  std::vector<Frame> frames_;
  // Owners of the keys above, so that no address is reused.
  std::map<const void*, int> model_ids_;
  std::map<const void*, int> mesh_ids_;
  std::vector<std::shared_ptr<const Model>> models_;
  std::vector<std::shared_ptr<const void>> meshes_;
  std::vector<int> pending_;
};

}  // namespace rubble::viewer_protocol
