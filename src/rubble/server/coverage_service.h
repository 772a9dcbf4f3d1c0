// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "rubble/radio/links.h"
#include "rubble/rays/static_scene.h"
#include "rubble/server/page_id.h"
#include "rubble/viewer_protocol/frame.h"
#include "rubble/viewer_protocol/request.h"
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::server {

// A request for radio coverage of a station.
struct CoverageJob {
  PageId page = 0;
  std::optional<int> id;  // of the request
  viewer_protocol::CoverageRequest request;
  std::optional<RadioPreset> preset;  // overrides that of the world
};

// Reply to a pending request that a newer one of the same page replaces.
constexpr const char* kSuperseded = "Replaced by a newer request.";

// The multi-hop route that a page requested, or an error.
Result<viewer_protocol::Frame> route_frame(const radio::Links& links,
                                           const viewer_protocol::RouteRequest& request);

// Computes radio coverage for pages on its own thread from a copy of the state; the simulation
// never waits. One job at a time: call compute() when is_idle(), else a job that waits is replaced.
class CoverageService {
 public:
  // Delivers a frame to a page; called on the worker thread.
  using Send = std::function<void(PageId, const viewer_protocol::Frame&)>;

  // The world must outlive it.
  CoverageService(const World& world, std::uint64_t seed,
                  std::shared_ptr<const rays::StaticScene> static_scene, Send send);
  // Waits for the running computation; its result is not sent.
  ~CoverageService();

  bool is_idle() const;
  void compute(State moment, CoverageJob wanted);

 private:
  class Calculator;
  std::unique_ptr<Calculator> calculator_;
};

}  // namespace rubble::server
