// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rubble/page/entity_registry.h"
#include "rubble/server/web_server.h"
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::server {

// A camera and the pages that want to see through it.
struct CameraJob {
  page::Stream stream;
  int width = 320;  // pixels
  int height = 240;
  std::vector<PageId> pages;
};

// Draws what cameras see for pages, on a thread of its own and from a copy of the state, so that
// the simulation never waits. One moment at a time: while it draws it wants no other.
class CameraStreamer {
 public:
  // How pictures get to pages; called on its thread.
  using Send = std::function<void(PageId, const page::Frame&)>;

  // The world must outlive it.
  CameraStreamer(const World& world, std::uint64_t seed, Send send);
  // Waits for the picture being drawn.
  ~CameraStreamer();

  bool is_idle() const;
  void draw(State moment, std::vector<CameraJob> wanted);

 private:
  class Worker;
  std::unique_ptr<Worker> worker_;
};

}  // namespace rubble::server
