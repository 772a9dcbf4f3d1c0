// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rubble/rays/static_scene.h"
#include "rubble/server/page_id.h"
#include "rubble/viewer_protocol/entity_registry.h"
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::server {

// An image to be rendered and the pages that requested it.
struct CameraJob {
  viewer_protocol::Stream stream;
  int width = 320;  // pixels
  int height = 240;
  std::vector<PageId> pages;
};

// Renders camera images for pages on its own thread from a copy of the state; the simulation never
// waits. One batch at a time: call draw() when is_idle(), else a batch that waits is replaced.
class CameraStreamer {
 public:
  // Delivers a frame to a page; called on the worker thread.
  using Send = std::function<void(PageId, const viewer_protocol::Frame&)>;

  // The world must outlive it.
  CameraStreamer(const World& world, std::uint64_t seed,
                 std::shared_ptr<const rays::StaticScene> static_scene, Send send);
  // Waits for the image being rendered.
  ~CameraStreamer();

  bool is_idle() const;
  void draw(State moment, std::vector<CameraJob> wanted);

 private:
  class Renderer;
  std::unique_ptr<Renderer> renderer_;
};

}  // namespace rubble::server
