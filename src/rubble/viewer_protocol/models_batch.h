// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "rubble/viewer_protocol/byte_writer.h"
#include "rubble/viewer_protocol/frame.h"
#include "rubble/viewer_protocol/json_text.h"

namespace rubble::viewer_protocol {

// Builds a Models frame.
class ModelsBatch {
 public:
  ModelsBatch() {
    models.open_list();
    meshes.open_list();
    textures.open_list();
  }

  // Returns the byte offset in the blob, a multiple of four.
  template <class Item>
  std::size_t store(const std::vector<Item>& items) {
    const std::size_t offset = blob.size();
    blob.raw(items);
    blob.pad_to_four();
    return offset;
  }
  std::size_t store(std::string_view bytes) {
    const std::size_t offset = blob.size();
    blob.raw(bytes);
    blob.pad_to_four();
    return offset;
  }

  std::size_t size() const { return models.size() + meshes.size() + textures.size() + blob.size(); }
  Frame finish();

  JsonText models;
  JsonText meshes;
  JsonText textures;
  ByteWriter blob;
};

}  // namespace rubble::viewer_protocol
