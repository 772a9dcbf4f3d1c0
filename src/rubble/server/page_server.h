// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rubble/radio/links.h"
#include "rubble/server/camera_streamer.h"
#include "rubble/server/coverage_service.h"
#include "rubble/server/frame_sender.h"
#include "rubble/server/live_run.h"
#include "rubble/server/page_id.h"
#include "rubble/server/page_session.h"
#include "rubble/server/playback_session.h"
#include "rubble/server/real_time_pacer.h"
#include "rubble/server/recordings_folder.h"
#include "rubble/server/time_profile.h"
#include "rubble/viewer_protocol/entity_registry.h"
#include "rubble/viewer_protocol/run_status.h"
#include "rubble/viewer_protocol/subscription.h"

namespace rubble::server {

// Per page. A page used for driving sends some tens of requests per second.
constexpr std::size_t kMaxRequestsPerDrain = 8;

struct PageServerSettings {
  viewer_protocol::HelloInfo greeting;  // its run id is set by PageServer
  RecordingsFolder recordings{"recordings"};
  std::function<std::vector<viewer_protocol::ClientStatusEntry>()> clients;
  std::function<Result<void>()> begin_recording;  // into a new file in the folder
};

// Serves the pages connected to a live run: sends frames, handles requests. All functions are
// called between ticks by the thread that owns the simulation. A slow page gets fewer frames; the
// simulation never waits for a page.
class PageServer {
 public:
  // All references must outlive it.
  PageServer(net::WebServer& web, sim::Simulation& simulation, LiveRun& live, RealTimePacer& pacer,
             TimeProfile& time_profile, PageServerSettings settings);
  ~PageServer();

  // Handles requests, at most `max_requests_each` per page; the rest is kept for the next call.
  void receive(std::size_t max_requests_each = kMaxRequestsPerDrain);
  // Sends events, poses and readings of the tick. Call after each tick.
  void publish_tick();
  // Sends status, camera images and coverage. Call regularly, also while the run is paused.
  void publish_status();

  // Whether any page subscribes to radio links; otherwise they need not be computed.
  bool needs_links() const;
  // Sets the current links; each page gets them at the rate it subscribed to.
  void publish_links(std::shared_ptr<const radio::Links> links);

 private:
  class PageRequestHandler;  // one overload per request

  void open(PageId page);
  void send_hello(PageId page, PageSession& session);
  void handle_message(PageId page, PageSession& session, const std::string& text);
  void update_registry();
  void send_poses(PageSession& session, double now);
  void send_status();
  void request_camera_images();
  viewer_protocol::RunStatus status() const;
  void update_protocol_tap();
  void close_playback(PageSession& session);
  void reap_playbacks();
  void flush_batches(double now);
  bool has_budget(PageId page, const PageSession& session) const;
  // Keeps recent events for pages that connect later.
  void update_event_history();
  void send_links(PageId page, PageSession& session, double now);
  bool has_fresh_links() const;
  Result<void> send_route(PageId page, PageSession& session,
                          const viewer_protocol::RouteRequest& request);
  void queue_coverage(PageId page, PageSession& session, CoverageJob wanted);
  void compute_coverage(double now);

  net::WebServer& web_;
  sim::Simulation& simulation_;
  LiveRun& live_;
  RealTimePacer& pacer_;
  TimeProfile& time_profile_;
  PageServerSettings settings_;
  viewer_protocol::EntityRegistry catalog_;
  FrameSender frame_sender_;
  CameraStreamer camera_streamer_;
  CoverageService coverage_;
  std::map<PageId, PageSession> sessions_;
  std::vector<std::unique_ptr<PlaybackSession>> closing_playbacks_;
  std::deque<Event> past_;
  std::vector<SmokeArea> smokes_;              // known to the registry
  bool has_new_robots_ = true;                 // not yet in the registry
  std::shared_ptr<const radio::Links> links_;  // latest; null: none yet
  viewer_protocol::Frame links_frame_;         // encoded on demand
  double next_status_ = 0.0;                   // wall clock, s
};

}  // namespace rubble::server
