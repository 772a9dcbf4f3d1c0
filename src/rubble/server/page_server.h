// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rubble/page/entity_registry.h"
#include "rubble/page/run_status.h"
#include "rubble/page/subscription.h"
#include "rubble/radio/links.h"
#include "rubble/server/camera_streamer.h"
#include "rubble/server/coverage_service.h"
#include "rubble/server/playback_session.h"
#include "rubble/server/real_time_pacer.h"
#include "rubble/server/stage.h"
#include "rubble/server/time_profile.h"
#include "rubble/server/web_server.h"

namespace rubble::server {

// A page that is driven with sends some tens of wishes a second; many more make only itself wait.
constexpr std::size_t kMaxRequestsPerDrain = 8;

struct PageServerSettings {
  page::HelloInfo greeting;  // its run is filled in here
  // Of recordings that pages make and open; links that lie in it are followed.
  std::string recordings_folder = "recordings";
  std::function<std::vector<page::ClientStatusEntry>()> clients;
  std::function<Result<void>()> begin_recording;  // into a new file of that folder
};

// The pages that look at a live run and the persons at them: what they see, what they do. Called
// between ticks by the thread that owns the simulation; pages that are slow get less, the
// simulation never waits for one.
class PageServer {
 public:
  // All must outlive it.
  PageServer(WebServer& web, sim::Simulation& simulation, Stage& stage, RealTimePacer& pacer,
             TimeProfile& time_profile, PageServerSettings settings);
  ~PageServer();

  // Takes in what pages want, so many wishes of each; what is left waits for the next time.
  void listen(std::size_t max_requests_each = kMaxRequestsPerDrain);
  // After a tick: what it brought.
  void publish_tick();
  // Whenever there is time, also while the run is paused: status, things that came.
  void publish_status();

  // Whether any page watches the radio: links need not be looked for else.
  bool needs_links() const;
  // Who hears whom now; pages get it as often as they want it.
  void publish_links(std::shared_ptr<const radio::Links> links);

 private:
  struct PageSession;
  class FrameSender;
  class PageRequestHandler;  // what each wish does

  void open(PageId page);
  void send_hello(PageId page, PageSession& session);
  void handle_message(PageId page, PageSession& session, const std::string& text);
  void update_registry();
  void send_poses(PageSession& session, double now);
  void send_status();
  void request_camera_images();
  page::RunStatus status() const;
  std::vector<page::RobotStatusEntry> robot_lines() const;
  void update_protocol_tap();
  void close_playback(PageSession& session);
  void reap_playbacks();
  static void send(PageSession& session, const page::Frame& frame) {
    send(session, std::span(&frame, 1));
  }
  static void send(PageSession& session, std::span<const page::Frame> frames);
  void flush_batches(double now);
  bool has_budget(PageId page, const PageSession& session) const;
  // What pages that come later are told of the past.
  void update_event_history();
  void send_links(PageId page, PageSession& session, double now);
  bool has_fresh_links() const;
  Result<void> send_route(PageId page, PageSession& session, const page::RouteRequest& request);
  void queue_coverage(PageId page, PageSession& session, CoverageJob wanted);
  void compute_coverage(double now);

  WebServer& web_;
  sim::Simulation& simulation_;
  Stage& stage_;
  RealTimePacer& pacer_;
  TimeProfile& time_profile_;
  PageServerSettings settings_;
  page::EntityRegistry catalog_;
  std::unique_ptr<FrameSender> frame_sender_;
  CameraStreamer camera_streamer_;
  CoverageService coverage_;
  std::map<PageId, std::unique_ptr<PageSession>> sessions_;
  std::vector<std::unique_ptr<PlaybackSession>> closing_playbacks_;
  std::deque<Event> past_;
  std::vector<SmokeArea> smokes_;              // that the catalog knows
  bool has_new_robots_ = true;                 // the catalog does not know all of them
  std::shared_ptr<const radio::Links> links_;  // the newest; null: none yet
  page::Frame links_frame_;                    // of these, once somebody wanted them
  double next_status_ = 0.0;                   // the clock on the wall, s
};

}  // namespace rubble::server
