// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "rubble/page/frame.h"
#include "rubble/page/request.h"
#include "rubble/radio/links.h"
#include "rubble/server/web_server.h"
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::server {

// A page that wants to see how far somebody is heard.
struct CoverageJob {
  PageId page = 0;
  std::optional<int> id;  // of the wish, to be answered
  page::CoverageRequest request;
  std::optional<RadioPreset> preset;  // instead of the world's
};

// The answer to one that waited when the page asked for another.
constexpr const char* kSuperseded = "A newer wish took its place.";

// The way a page asked for, or why there is no answer.
Result<page::Frame> route_frame(const radio::Links& links, const page::RouteRequest& request);

// Computes coverage for pages on a thread of its own and from a copy of the state, so that the
// simulation never waits. One at a time: while it computes it wants no other.
class CoverageService {
 public:
  // How grids and answers get to pages; called on its thread.
  using Send = std::function<void(PageId, const page::Frame&)>;

  // The world must outlive it.
  CoverageService(const World& world, std::uint64_t seed, Send send);
  // Leaves what is being computed unfinished.
  ~CoverageService();

  bool is_idle() const;
  void compute(State moment, CoverageJob wanted);

 private:
  class Worker;
  std::unique_ptr<Worker> worker_;
};

}  // namespace rubble::server
