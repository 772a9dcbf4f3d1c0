// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/playback_session.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <thread>

#include "rubble/base/log.h"
#include "rubble/radio/links.h"
#include "rubble/server/camera_streamer.h"
#include "rubble/server/coverage_service.h"
#include "rubble/server/playback.h"
#include "rubble/server/real_time_pacer.h"
#include "rubble/server/run_view.h"
#include "rubble/viewer_protocol/radio_frames.h"
#include "rubble/viewer_protocol/run_status.h"
#include "rubble/viewer_protocol/subscription.h"

namespace rubble::server {
namespace {

constexpr double kFramePeriod = 0.05;                     // wall s
constexpr std::size_t kMaxQueuedRequests = 256;           // per page
constexpr std::size_t kMaxPageBytesInFlight = 512 << 10;  // sent to the page but not yet written

// A recording at the tick of the last Playback::at(), which gave the state.
class PlaybackRunView : public RunView {
 public:
  PlaybackRunView(const Playback& playback, const State& state)
      : playback_(playback), state_(state) {}

  const State& state() const override { return state_; }
  Speeds speeds_of(RobotId robot) const override {
    const auto [ahead, turn] = playback_.speeds_of(state_.robots[robot.index()].instance);
    return {ahead, turn};
  }
  std::optional<RobotStatus> status_of(RobotId robot) const override {
    const InstanceId id = state_.robots[robot.index()].instance;
    const RobotStatus* const known = playback_.status_of(state_.instances[id.index()].name);
    return known == nullptr ? std::nullopt : std::optional(*known);
  }

 private:
  const Playback& playback_;
  const State& state_;
};

}  // namespace

// The thread of a playback and what it owns.
class PlaybackSession::Worker {
 public:
  Worker(net::WebServer& web, PageId page, std::string path, std::optional<int> open_request_id)
      : web_(web),
        page_(page),
        path_(std::move(path)),
        open_request_id_(open_request_id),
        thread_([this] { thread_main(); }) {}

  ~Worker() {
    detach();
    thread_.join();
  }

  void detach() {
    {
      const std::lock_guard lock(mutex_);
      is_detached_ = true;
    }
    wake_up_.notify_one();
  }

  bool is_over() const { return is_over_; }

  void receive(viewer_protocol::Request request) {
    {
      const std::lock_guard lock(mutex_);
      if (requests_.size() < kMaxQueuedRequests) requests_.push_back(std::move(request));
    }
    wake_up_.notify_one();
  }

 private:
  class PageRequestHandler;

  void thread_main() {
    try {
      run();
    } catch (const std::exception& thrown) {  // e.g. bad_alloc
      log_warning("playback: {}", thrown.what());
      answer(std::exchange(open_request_id_, {}), false, "Not enough memory for this recording.");
    }
    release_resources();
    is_over_ = true;
  }

  // On this thread, because destroying a world takes time. Renderers first: they refer to the
  // world.
  void release_resources() {
    camera_streamer_.reset();
    coverage_.reset();
    link_tracker_.reset();
    watcher_.reset();
    catalog_.reset();
    playback_.reset();
  }

  void run() {
    auto opened = Playback::open(path_);
    if (!opened) {
      answer(std::exchange(open_request_id_, {}), false, opened.error().message);
      return;
    }
    playback_ = *std::move(opened);
    send_hello();
    answer(std::exchange(open_request_id_, {}), true, {});
    while (wait()) {
      advance();
      publish();
    }
  }

  // Waits for a frame period or a request, and handles requests. False once the page has left.
  bool wait() {
    std::unique_lock lock(mutex_);
    wake_up_.wait_for(lock, std::chrono::duration<double>(kFramePeriod),
                      [this] { return is_detached_ || !requests_.empty(); });
    std::deque<viewer_protocol::Request> requests = std::exchange(requests_, {});
    if (is_detached_) return false;
    lock.unlock();
    for (const viewer_protocol::Request& request : requests) handle_request(request);
    return true;
  }

  void send_hello();
  void handle_request(const viewer_protocol::Request& request);
  void advance();
  void publish();
  void send_readings();
  void request_camera_images();
  void send_links();
  void compute_coverage();
  void send_status();
  void send_events();
  void update_registry();

  // Thread-safe: also called by the workers. No effect once the page has left.
  void send(const viewer_protocol::Frame& frame) {
    const std::lock_guard lock(mutex_);
    if (!is_detached_) web_.send(page_, frame);
  }
  void answer(std::optional<int> id, bool is_ok, const std::string& text) {
    if (id) send(viewer_protocol::answer_message(*id, is_ok, text));
  }
  Tick now() const { return static_cast<Tick>(position_); }
  void go_to(double tick) {
    position_ = std::clamp(tick, static_cast<double>(playback_->begin()),
                           static_cast<double>(playback_->end()));
    next_status_ = 0.0;
  }

  net::WebServer& web_;
  const PageId page_;
  const std::string path_;
  std::optional<int> open_request_id_;  // until it is answered

  std::unique_ptr<Playback> playback_;
  std::optional<viewer_protocol::EntityRegistry> catalog_;
  std::optional<viewer_protocol::Subscription> watcher_;
  std::optional<CameraStreamer> camera_streamer_;
  std::optional<CoverageService> coverage_;
  std::optional<CoverageJob> pending_coverage_;     // pending request
  std::optional<radio::LinkTracker> link_tracker_;  // once the page subscribes to links
  std::shared_ptr<const radio::Links> links_;       // last links sent
  double next_links_ = 0.0;                         // wall clock, s
  double position_ = 0.0;                           // ticks
  double rate_ = 1.0;
  bool is_paused_ = false;
  double last_time_ = 0.0;  // wall clock, s
  double next_status_ = 0.0;
  Tick published_tick_ = -1;  // tick of the last poses sent

  std::mutex mutex_;
  std::condition_variable wake_up_;
  std::deque<viewer_protocol::Request> requests_;
  bool is_detached_ = false;
  std::atomic<bool> is_over_ = false;
  std::thread thread_;
};

class PlaybackSession::Worker::PageRequestHandler {
 public:
  PageRequestHandler(Worker& worker, std::optional<int> id) : p_(worker), id_(id) {}

  void operator()(const viewer_protocol::Watch& request) const {
    p_.watcher_->set(request);
    p_.published_tick_ = -1;
    p_.links_.reset();
    done();
  }
  void operator()(const viewer_protocol::RouteRequest& request) const {
    const auto found =
        p_.links_ ? route_frame(*p_.links_, request) : Error{{}, "There are no radio links yet."};
    if (found) p_.send(*found);
    p_.answer(id_, found.ok(), found ? "" : found.error().message);
  }
  void operator()(const viewer_protocol::CoverageRequest& request) const {
    if (p_.pending_coverage_) p_.answer(p_.pending_coverage_->id, false, kSuperseded);
    p_.pending_coverage_ = CoverageJob{p_.page_, id_, request};
  }
  void operator()(const viewer_protocol::Pause&) const {
    p_.is_paused_ = true;
    done();
  }
  void operator()(const viewer_protocol::Resume&) const {
    if (p_.now() >= p_.playback_->end()) p_.go_to(0.0);
    p_.is_paused_ = false;
    done();
  }
  void operator()(const viewer_protocol::Step& request) const {
    p_.is_paused_ = true;
    p_.go_to(std::floor(p_.position_) + request.ticks);
    done();
  }
  void operator()(const viewer_protocol::SetPace& request) const {
    constexpr double kFastest = 20.0;
    p_.rate_ = request.rate > 0.0 ? request.rate : kFastest;
    done();
  }
  void operator()(const viewer_protocol::Seek& request) const {
    p_.go_to(static_cast<double>(tick_at(std::max(0.0, request.time))));
    done();
  }
  template <class Other>
  void operator()(const Other&) const {
    p_.answer(id_, false, "This is a recording; return to the live run to make changes.");
  }

 private:
  void done() const {
    p_.next_status_ = 0.0;
    p_.answer(id_, true, {});
  }

  Worker& p_;
  std::optional<int> id_;
};

void PlaybackSession::Worker::send_hello() {
  const World& world = playback_->world();
  catalog_.emplace(world, playback_->seed());
  watcher_.emplace(*catalog_, world, playback_->seed());
  camera_streamer_.emplace(world, playback_->seed(), playback_->static_scene(),
                           [this](PageId, const viewer_protocol::Frame& frame) { send(frame); });
  coverage_.emplace(world, playback_->seed(), playback_->static_scene(),
                    [this](PageId, const viewer_protocol::Frame& frame) { send(frame); });
  viewer_protocol::HelloInfo greeting;
  greeting.program = "rubble";
  greeting.run = net::make_token();
  greeting.is_playback = true;
  greeting.seed = playback_->seed();
  greeting.recording = std::filesystem::path(path_).filename().string();
  greeting.begin = seconds_at(playback_->begin());
  greeting.duration = seconds_at(playback_->end() - playback_->begin());
  greeting.can_pace = true;
  send(viewer_protocol::hello_message(greeting, world));
  go_to(0.0);
  last_time_ = wall_seconds();
  playback_->at(now());
  update_registry();
  for (const viewer_protocol::Frame& frame : watcher_->encode(playback_->at(now()))) send(frame);
  send_events();
}

// In parts that fit into the page's queue.
void PlaybackSession::Worker::send_events() {
  constexpr std::size_t kMaxEventsPerFrame = 500;
  const std::span<const Event> all = playback_->events();
  for (std::size_t first = 0; first < all.size(); first += kMaxEventsPerFrame)
    send(viewer_protocol::events_message(
        all.subspan(first, std::min(kMaxEventsPerFrame, all.size() - first))));
}

void PlaybackSession::Worker::handle_request(const viewer_protocol::Request& request) {
  std::visit(PageRequestHandler(*this, request.id), request.body);
}

void PlaybackSession::Worker::advance() {
  const double time = wall_seconds();
  const double passed = time - std::exchange(last_time_, time);
  if (is_paused_) return;
  position_ += passed * rate_ * static_cast<double>(kTicksPerSecond);
  if (position_ < static_cast<double>(playback_->end())) return;
  go_to(static_cast<double>(playback_->end()));
  is_paused_ = true;
}

void PlaybackSession::Worker::update_registry() {
  const State& state = playback_->at(now());
  catalog_->update(state, playback_->robots());
}

void PlaybackSession::Worker::publish() {
  request_camera_images();
  send_links();
  compute_coverage();
  if (now() != published_tick_ && web_.queued_bytes(page_) < kMaxPageBytesInFlight) {
    update_registry();
    for (const viewer_protocol::Frame& frame : watcher_->encode(playback_->at(now()))) send(frame);
    send_readings();
    published_tick_ = now();
  }
  send_status();
}

// During playback: readings since the last frame. After a seek: those of the last 0.5 s.
void PlaybackSession::Worker::send_readings() {
  constexpr Tick kRecent = kTicksPerSecond / 2;
  if (watcher_->watch().streams.empty()) return;
  const bool is_next =
      published_tick_ >= 0 && now() > published_tick_ && now() - published_tick_ <= kRecent;
  const std::vector<Reading> readings =
      playback_->readings(is_next ? published_tick_ : now() - kRecent, now());
  for (const viewer_protocol::Frame& frame : watcher_->encode(readings, playback_->at(now())))
    send(frame);
}

void PlaybackSession::Worker::request_camera_images() {
  if (!camera_streamer_->is_idle()) return;
  std::vector<CameraJob> wanted;
  for (const viewer_protocol::Stream* stream : watcher_->due_cameras(seconds_at(now())))
    wanted.push_back({.stream = *stream, .pages = {page_}});
  if (!wanted.empty()) camera_streamer_->draw(playback_->at(now()), std::move(wanted));
}

// Links are not recorded; they are recomputed from the recorded poses.
void PlaybackSession::Worker::send_links() {
  const double rate = watcher_->watch().radio;
  const double time = wall_seconds();
  if (rate <= 0.0 || time < next_links_ || web_.queued_bytes(page_) >= kMaxPageBytesInFlight)
    return;
  if (links_ && links_->time == seconds_at(now())) return;
  next_links_ = time + std::max(1.0 / rate, kFramePeriod);
  const State& state = playback_->at(now());
  if (!link_tracker_)
    link_tracker_.emplace(playback_->world().radio, state, playback_->seed(),
                          playback_->static_scene());
  links_ = link_tracker_->update(state);
  send(viewer_protocol::links_frame(*links_));
}

void PlaybackSession::Worker::compute_coverage() {
  if (pending_coverage_ && coverage_->is_idle())
    coverage_->compute(playback_->at(now()), *std::exchange(pending_coverage_, {}));
}

void PlaybackSession::Worker::send_status() {
  constexpr double kPeriod = 0.25;  // s
  const double time = wall_seconds();
  if (time < next_status_) return;
  next_status_ = time + kPeriod;
  const State& state = playback_->at(now());
  viewer_protocol::RunStatus status;
  status.time = seconds_at(now());
  status.is_paused = is_paused_;
  status.is_over = now() >= playback_->end();
  status.pace = rate_;
  status.real_time_factor = is_paused_ ? 0.0 : rate_;
  status.pages = 1;
  status.robots = robot_status_entries(PlaybackRunView(*playback_, state));
  send(viewer_protocol::status_message(status));
}

PlaybackSession::PlaybackSession(net::WebServer& web, PageId page, std::string path,
                                 std::optional<int> open_request_id)
    : worker_(std::make_unique<Worker>(web, page, std::move(path), open_request_id)) {}
PlaybackSession::~PlaybackSession() = default;
void PlaybackSession::detach() { worker_->detach(); }
bool PlaybackSession::is_over() const { return worker_->is_over(); }
void PlaybackSession::receive(viewer_protocol::Request request) {
  worker_->receive(std::move(request));
}

}  // namespace rubble::server
