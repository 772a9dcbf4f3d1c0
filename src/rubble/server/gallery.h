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
#include "rubble/server/pacer.h"
#include "rubble/server/page_coverage.h"
#include "rubble/server/page_pictures.h"
#include "rubble/server/playback_room.h"
#include "rubble/server/stage.h"
#include "rubble/server/time_ledger.h"
#include "rubble/server/web_server.h"

namespace rubble::server {

// A page that is driven with sends some tens of wishes a second; many more make only itself wait.
constexpr std::size_t kMostWishesAtOnce = 8;

struct GallerySettings {
  page::HelloInfo greeting;  // its run is filled in here
  // Of recordings that pages make and open; links that lie in it are followed.
  std::string recordings_folder = "recordings";
  std::function<std::vector<page::ClientStatusEntry>()> clients;
  std::function<Result<void>()> begin_recording;  // into a new file of that folder
};

// The pages that look at a live run and the persons at them: what they see, what they do. Called
// between ticks by the thread that owns the simulation; pages that are slow get less, the
// simulation never waits for one.
class Gallery {
 public:
  // All must outlive it.
  Gallery(WebServer& web, sim::Simulation& simulation, Stage& stage, Pacer& pacer,
          TimeLedger& ledger, GallerySettings settings);
  ~Gallery();

  // Takes in what pages want, so many wishes of each; what is left waits for the next time.
  void listen(std::size_t most_wishes_each = kMostWishesAtOnce);
  // After a tick: what it brought.
  void show_tick();
  // Whenever there is time, also while the run is paused: status, things that came.
  void show_rest();

  // Whether any page watches the radio: links need not be looked for else.
  bool wants_links() const;
  // Who hears whom now; pages get it as often as they want it.
  void show_links(std::shared_ptr<const radio::Links> links);

 private:
  struct Visitor;
  class PicturePost;
  class Wishes;  // what each wish does

  void open(PageId page);
  void greet(PageId page, Visitor& visitor);
  void hear(PageId page, Visitor& visitor, const std::string& text);
  void follow();
  void show_moment(Visitor& visitor, double now);
  void show_status();
  void show_pictures();
  page::RunStatus status() const;
  std::vector<page::RobotStatusEntry> robot_lines() const;
  void listen_to_lines();
  void dismiss(Visitor& visitor);
  void let_rooms_go();
  static void send(Visitor& visitor, const page::Frame& frame) {
    send(visitor, std::span(&frame, 1));
  }
  static void send(Visitor& visitor, std::span<const page::Frame> frames);
  void send_gathered(double now);
  bool can_take_more(PageId page, const Visitor& visitor) const;
  // What pages that come later are told of the past.
  void remember_events();
  void tell_links(PageId page, Visitor& visitor, double now);
  bool has_fresh_links() const;
  Result<void> tell_route(PageId page, Visitor& visitor, const page::RouteRequest& wish);
  void want_coverage(PageId page, Visitor& visitor, WantedCoverage wanted);
  void compute_coverage(double now);

  WebServer& web_;
  sim::Simulation& simulation_;
  Stage& stage_;
  Pacer& pacer_;
  TimeLedger& ledger_;
  GallerySettings settings_;
  page::EntityRegistry catalog_;
  std::unique_ptr<PicturePost> post_;
  PagePictures pictures_;
  PageCoverage coverage_;
  std::map<PageId, std::unique_ptr<Visitor>> visitors_;
  std::vector<std::unique_ptr<PlaybackRoom>> leaving_;
  std::deque<Event> past_;
  std::vector<SmokeArea> smokes_;              // that the catalog knows
  bool has_new_robots_ = true;                 // the catalog does not know all of them
  std::shared_ptr<const radio::Links> links_;  // the newest; null: none yet
  page::Frame links_frame_;                    // of these, once somebody wanted them
  double next_status_ = 0.0;                   // the clock on the wall, s
};

}  // namespace rubble::server
