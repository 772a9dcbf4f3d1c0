// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/page_server.h"

#include <algorithm>
#include <cmath>

#include "rubble/pilots/joystick.h"
#include "rubble/sensors/description.h"
#include "rubble/sensors/suite.h"
#include "rubble/server/run_view.h"
#include "rubble/sim/describe.h"

namespace rubble::server {
namespace {

constexpr double kStatusPeriod = 0.25;  // s
constexpr std::size_t kMaxPastEvents = 200;
constexpr std::size_t kMaxBytesInFlight = 512 << 10;  // sent to a page but not yet written

// A robot as described to pages.
viewer_protocol::RobotEntity shown(const sim::Simulation& simulation, RobotId id) {
  const InstanceId instance = simulation.state().robots[id.index()].instance;
  const Model& model = *simulation.state().instances[instance.index()].model;
  const pilots::TopSpeeds top = pilots::top_speeds(model);
  viewer_protocol::RobotEntity robot{
      .instance = instance,
      .description = sim::describe(simulation, id),
      .max_ground_speed = top.ahead,
      .max_turn = top.turn,
      .has_light = true};  // a default one beside the camera, if the model has none
  const auto on = simulation.sensors().on(instance);
  for (const SensorDescription& sensor : robot.description.sensors) {
    const auto listed = std::find_if(on.begin(), on.end(), [&](const auto& candidate) {
      return candidate.spec->name == sensor.name;
    });
    robot.sensor_links.push_back(listed == on.end() ? 0 : listed->link);
    robot.link_from_sensors.push_back(listed == on.end() ? sensor.base_from_sensor
                                                         : listed->spec->link_from_sensor);
    robot.no_return_codes.push_back(listed == on.end() ? kNoCode
                                                       : sensors::no_return_code(*listed->spec));
  }
  return robot;
}

// At most 320 pixels wide, with the aspect ratio of the camera.
CameraJob camera_job(const viewer_protocol::EntityRegistry& catalog,
                     const viewer_protocol::Stream& stream) {
  constexpr int kWidth = 320;  // pixels
  CameraJob picture{.stream = stream};
  for (const viewer_protocol::RobotEntity& robot : catalog.robots()) {
    if (robot.instance != stream.instance) continue;
    const SensorDescription* const camera = robot.description.find_sensor(stream.sensor);
    if (camera == nullptr || camera->width <= 0 || camera->height <= 0) continue;
    picture.width = std::min(kWidth, camera->width);
    picture.height = std::clamp(picture.width * camera->height / camera->width, 16, 4 * kWidth);
  }
  return picture;
}

// Splits text with several lines, terminators removed.
std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

// The present moment of a live run.
class LiveRunView : public RunView {
 public:
  LiveRunView(const sim::Simulation& simulation, LiveRun& live)
      : simulation_(simulation), live_(live) {}

  const State& state() const override { return simulation_.state(); }
  Speeds speeds_of(RobotId robot) const override {
    const InstanceId id = state().robots[robot.index()].instance;
    const BodyState& body =
        state().bodies[state().instances[id.index()].links.front().body.index()];
    const Pose pose = state().world_from_model(id);
    return {body.velocity.dot(pose.rotation * Vec3::UnitX()), body.angular_velocity.z()};
  }
  std::optional<RobotStatus> status_of(RobotId robot) const override {
    return sim::status_of(simulation_, robot);
  }
  std::string driver_of(const std::string& robot) const override { return live_.driver_of(robot); }
  std::optional<Vec2> target_of(const std::string& robot) const override {
    return live_.teleop().target_of(robot);
  }

 private:
  const sim::Simulation& simulation_;
  LiveRun& live_;
};

}  // namespace

PageServer::PageServer(net::WebServer& web, sim::Simulation& simulation, LiveRun& live,
                       RealTimePacer& pacer, TimeProfile& time_profile, PageServerSettings settings)
    : web_(web),
      simulation_(simulation),
      live_(live),
      pacer_(pacer),
      time_profile_(time_profile),
      settings_(std::move(settings)),
      catalog_(simulation.world(), simulation.settings().seed),
      frame_sender_(web),
      camera_streamer_(simulation.world(), simulation.settings().seed, simulation.static_scene(),
                       [this](PageId page, const viewer_protocol::Frame& frame) {
                         frame_sender_.send(page, frame);
                       }),
      coverage_(simulation.world(), simulation.settings().seed, simulation.static_scene(),
                [this](PageId page, const viewer_protocol::Frame& frame) {
                  frame_sender_.send(page, frame);
                }) {
  settings_.greeting.run = net::make_token();
  // Encodes models and textures now, so that the first page does not delay the run.
  update_registry();
  viewer_protocol::RegistryCursor unread;
  catalog_.encode_changes(unread, simulation_.state());
}

PageServer::~PageServer() { live_.clients().tap().set_observer(nullptr); }

void PageServer::receive(std::size_t max_requests_each) {
  for (const net::WebEvent& event : web_.drain(max_requests_each)) {
    if (event.kind == net::WebEvent::Kind::Opened) {
      open(event.session);
    } else if (event.kind == net::WebEvent::Kind::Closed) {
      if (const auto found = sessions_.find(event.session); found != sessions_.end())
        close_playback(found->second);
      sessions_.erase(event.session);
      frame_sender_.unregister_page(event.session);
      update_protocol_tap();
    } else if (const auto found = sessions_.find(event.session); found != sessions_.end()) {
      handle_message(event.session, found->second, event.text);
    }
  }
}

void PageServer::open(PageId page) { send_hello(page, sessions_[page]); }

void PageServer::send_hello(PageId page, PageSession& session) {
  update_registry();
  session.discard_batch();
  frame_sender_.register_page(page);
  session.sent_links.reset();
  session.watcher.emplace(catalog_, simulation_.world(), simulation_.settings().seed);
  web_.send(page, viewer_protocol::hello_message(settings_.greeting, simulation_.world()));
  for (const viewer_protocol::Frame& frame : session.watcher->encode(simulation_.state()))
    web_.send(page, frame);
  const std::vector<Event> past(past_.begin(), past_.end());
  web_.send(page, viewer_protocol::events_message(past));
  next_status_ = 0.0;
}

// Updates the registry after entities were added or removed.
void PageServer::update_registry() {
  const State& state = simulation_.state();
  if (!has_new_robots_ && smokes_ == state.smokes) return;
  has_new_robots_ = false;
  smokes_ = state.smokes;
  std::vector<viewer_protocol::RobotEntity> robots;
  for (const RobotId id : state.present_robots) robots.push_back(shown(simulation_, id));
  catalog_.update(state, robots);
}

void PageServer::flush_batches(double now) {
  for (auto& [page, session] : sessions_)
    if (const auto batch = session.take_due_batch(now); !batch.empty()) web_.send(page, batch);
}

bool PageServer::has_budget(PageId page, const PageSession& session) const {
  return session.budget.is_left() && web_.queued_bytes(page) < kMaxBytesInFlight;
}

void PageServer::publish_tick() {
  update_event_history();
  if (sessions_.empty()) return;
  update_registry();
  const double now = wall_seconds();
  for (auto& [page, session] : sessions_) {
    if (!session.is_live()) continue;
    if (!simulation_.events().empty())
      session.send(viewer_protocol::events_message(simulation_.events()));
    if (!has_budget(page, session)) continue;
    send_poses(session, now);
    if (!simulation_.readings().empty())
      session.send(session.watcher->encode(simulation_.readings(), simulation_.state()));
  }
}

void PageServer::send_poses(PageSession& session, double now) {
  const State& state = simulation_.state();
  if (!session.watcher->is_due(seconds_at(state.tick)) || !session.is_time_for_poses(now)) return;
  session.send(session.watcher->encode(state));
  // Bounds the debt of a large model, so that poses resume within 0.5 s.
  session.budget.limit_debt(0.5);
}

void PageServer::publish_status() {
  reap_playbacks();
  if (sessions_.empty()) return;
  const double now = wall_seconds();
  for (auto& [page, session] : sessions_) session.budget.refill(now);
  request_camera_images();
  compute_coverage(now);
  if (pacer_.is_stopped())  // new subscriptions while the run is stopped
    for (auto& [page, session] : sessions_) {
      if (!session.is_live()) continue;
      send_poses(session, now);
      send_links(page, session, now);
    }
  if (now >= next_status_) {
    next_status_ = now + kStatusPeriod;
    send_status();
  }
  flush_batches(now);
}

void PageServer::request_camera_images() {
  if (!camera_streamer_.is_idle()) return;
  const double time = seconds_at(simulation_.state().tick);
  std::map<int, CameraJob> wanted;
  for (auto& [page, session] : sessions_) {
    if (!session.is_live()) continue;
    session.budget.spend(frame_sender_.take_bytes(page));
    if (!has_budget(page, session)) continue;
    for (const viewer_protocol::Stream* stream : session.watcher->due_cameras(time)) {
      CameraJob& picture = wanted[stream->id];
      if (picture.pages.empty()) picture = camera_job(catalog_, *stream);
      picture.pages.push_back(page);
    }
  }
  if (wanted.empty()) return;
  std::vector<CameraJob> pictures;
  for (auto& [id, picture] : wanted) pictures.push_back(std::move(picture));
  camera_streamer_.draw(simulation_.state(), std::move(pictures));
}

void PageServer::send_status() {
  viewer_protocol::RunStatus all = status();
  for (auto& [page, session] : sessions_) {
    if (!session.is_live()) {
      web_.send(page, viewer_protocol::alive_message());  // opening a recording may take a while
      continue;
    }
    if (!session.lines.empty() && has_budget(page, session))
      session.send(viewer_protocol::lines_message(session.watcher->watch().lines, session.lines));
    session.lines.clear();
    session.line_bytes = 0;
    all.bytes_per_second = session.throughput.measure(wall_seconds(), web_.bytes_sent(page));
    session.send(viewer_protocol::status_message(all));
  }
}

viewer_protocol::RunStatus PageServer::status() const {
  const Pace& pace = pacer_.pace();
  viewer_protocol::RunStatus status;
  status.time = seconds_at(simulation_.state().tick);
  status.is_paused = pacer_.is_paused();
  status.pace = pace.kind == Pace::Kind::Steady ? pace.rate
                : pace.kind == Pace::Kind::Max  ? 0.0
                                                : -1.0;
  status.real_time_factor = pacer_.real_time_factor();
  if (live_.recording().is_active())
    status.recording = {live_.recording().name(),
                        seconds_at(simulation_.state().tick - live_.recording().since())};
  status.spent = time_profile_.shares();
  status.robots = robot_status_entries(LiveRunView(simulation_, live_));
  if (settings_.clients) status.clients = settings_.clients();
  status.pages = static_cast<int>(sessions_.size());
  return status;
}

void PageServer::update_event_history() {
  for (const Event& event : simulation_.events()) {
    past_.push_back(event);
    has_new_robots_ |= event.is<RobotEntered>() || event.is<RobotLeft>() ||
                       event.is<ObjectCreated>() || event.is<ObjectRemoved>() ||
                       event.is<TagDropped>();
  }
  while (past_.size() > kMaxPastEvents) past_.pop_front();
}

// Observes protocol lines while any page subscribes to them.
void PageServer::update_protocol_tap() {
  constexpr std::size_t kMaxBytes = 100'000;  // per status period
  const bool is_wanted = std::any_of(sessions_.begin(), sessions_.end(), [](const auto& entry) {
    return entry.second.is_live() && !entry.second.watcher->watch().lines.empty();
  });
  if (!is_wanted) return live_.clients().tap().set_observer(nullptr);
  live_.clients().tap().set_observer(
      [this](const std::string& robot, bool is_from_client, std::string_view text) {
        constexpr std::size_t kAround = 50;  // bytes of overhead per line
        const double time = seconds_at(simulation_.state().tick);
        for (auto& [page, session] : sessions_) {
          if (robot.empty() || !session.is_live() || session.watcher->watch().lines != robot)
            continue;
          for (const std::string_view line : split_lines(text)) {
            if (session.line_bytes + line.size() > kMaxBytes) break;
            session.line_bytes += line.size() + kAround;
            session.lines.push_back({time, is_from_client, std::string(line)});
          }
        }
      });
}

}  // namespace rubble::server
