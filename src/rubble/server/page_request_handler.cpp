// SPDX-License-Identifier: Apache-2.0
// Requests of pages and their effects.
#include <algorithm>
#include <cmath>

#include "rubble/server/page_server.h"
#include "rubble/sim/free_pose_finder.h"

namespace rubble::server {
namespace {

constexpr std::size_t kMaxPlaybackSessions = 4;  // open or closing, per server

}  // namespace

// Handles one request of a page. Some are answered at once, some after a tick.
class PageServer::PageRequestHandler {
 public:
  PageRequestHandler(PageServer& page_server, PageId page, PageSession& session,
                     std::optional<int> id)
      : g_(page_server), page_(page), session_(session), id_(id) {}

  // --- looking ---
  void operator()(const viewer_protocol::Watch& request) const {
    session_.watcher->set(request);
    g_.update_protocol_tap();
    answer(true);
  }
  void operator()(const viewer_protocol::RouteRequest& request) const {
    answer(g_.send_route(page_, session_, request));
  }
  void operator()(const viewer_protocol::CoverageRequest& request) const {
    g_.queue_coverage(page_, session_, {page_, id_, request});
  }

  // --- driving ---
  void operator()(const viewer_protocol::Drive& request) const {
    answer(g_.live_.teleop().drive(request, wall_seconds()));
  }
  void operator()(const viewer_protocol::GoTo& request) const {
    const auto sent = g_.live_.teleop().go_to(request, wall_seconds(), later());
    if (!sent) answer(sent);
  }
  void operator()(const viewer_protocol::StopRobot& request) const {
    answer(g_.live_.teleop().stop(request.robot, wall_seconds()));
  }
  void operator()(const viewer_protocol::MoveJointRequest& request) const {
    if (request.speed) return answer(g_.live_.teleop().move_joint(request, wall_seconds()));
    ask(request.robot,
        MoveJoint{request.joint, JointControlMode::Angle, request.angle.value_or(0.0)});
  }
  void operator()(const viewer_protocol::Light& request) const {
    ask(request.robot, SwitchLight{request.on});
  }
  void operator()(const viewer_protocol::Upright& request) const {
    ask(request.robot, TurnUpright{});
  }

  // --- the world ---
  void operator()(const viewer_protocol::Spawn& request) const {
    SpawnRobot order{request.robot_class, {}, {"usual"}};
    if (request.start.empty()) {
      const auto pose = place_for(request);
      if (!pose) return answer(false, pose.error().message);
      order.world_from_model = *pose;
    } else {
      order.start = request.start;
    }
    ask(request.name, std::move(order));
  }
  void operator()(const viewer_protocol::PreviewSpawn& request) const {
    const auto model = g_.simulation_.find_model(request.robot_class);
    if (!model) return answer(false, model.error().message);
    const sim::FreePoseFinder finder = finder_for(*model);
    const Vec3 ground = ground_of(request.place);
    const auto found = finder.find_on(request.robot_class, ground, request.place.yaw);
    viewer_protocol::SpawnPreview preview{
        .robot_class = request.robot_class,
        .model = g_.catalog_.model_id(*model),
        .world_from_model =
            found ? found->world_from_model : finder.standing_on(ground, request.place.yaw),
        .bounds = finder.bounds()};
    for (const Link& link : (*model)->links)
      preview.model_from_links.push_back(link.model_from_link);
    g_.web_.send(page_, viewer_protocol::spawn_preview_message(preview));
    answer(found.ok(), found ? "" : found.error().message);
  }
  void operator()(const viewer_protocol::Remove& request) const { ask(request.name, LeaveWorld{}); }
  void operator()(const viewer_protocol::AddObstacle& request) const {
    const Vec3 middle = request.ground + Vec3(0.0, 0.0, request.size.z() / 2 + 0.002);
    ask({},
        CreateObject{
            .kind = request.shape,
            .world_from_object = make_pose(middle.x(), middle.y(), middle.z(), 0, 0, request.yaw),
            .scale = request.size,
            .physics = request.is_fixed ? ObjectPhysics::None : ObjectPhysics::RigidBody,
            .is_permanent = true});
  }
  void operator()(const viewer_protocol::DropRelayRequest& request) const {
    ask(request.robot, DropRelay{});
  }
  void operator()(const viewer_protocol::PlaceSmokeRequest& request) const {
    ask(request.name, PlaceSmoke{request.middle, request.radius, request.density});
  }

  // --- time ---
  void operator()(const viewer_protocol::Pause&) const {
    if (is_lockstep()) return answer(false, kLockstep);
    g_.pacer_.pause();
    at_once();
  }
  void operator()(const viewer_protocol::Resume&) const {
    g_.pacer_.resume(wall_seconds());
    at_once();
  }
  void operator()(const viewer_protocol::Step& request) const {
    if (!g_.pacer_.is_paused()) return answer(false, "Pause the run before you step through it.");
    if (request.ticks <= 0) return answer(false, "A live run cannot be rewound.");
    g_.pacer_.step(request.ticks);
    at_once();
  }
  void operator()(const viewer_protocol::SetPace& request) const {
    if (is_lockstep()) return answer(false, kLockstep);
    const auto kind = request.rate > 0.0 ? Pace::Kind::Steady : Pace::Kind::Max;
    g_.pacer_.set_pace({kind, request.rate > 0.0 ? request.rate : 1.0}, wall_seconds());
    at_once();
  }
  void operator()(const viewer_protocol::Seek&) const {
    answer(false, "A live run cannot be rewound.");
  }

  // --- recordings ---
  void operator()(const viewer_protocol::Record& request) const {
    const auto done = request.on ? g_.settings_.begin_recording() : g_.live_.recording().end();
    answer(done);
    g_.next_status_ = 0.0;
  }
  void operator()(const viewer_protocol::ListRecordings&) const {
    const RecordingsFolder& folder = g_.settings_.recordings;
    g_.web_.send(page_, viewer_protocol::recordings_message(folder.list()));
    answer(true);
  }
  void operator()(const viewer_protocol::OpenRecording& request) const {
    const auto playbacks = std::count_if(g_.sessions_.begin(), g_.sessions_.end(),
                                         [](const auto& entry) { return !entry.second.is_live(); });
    if (static_cast<std::size_t>(playbacks) >= kMaxPlaybackSessions && session_.is_live())
      return answer(false, "Too many recordings are open; close one first.");
    if (g_.closing_playbacks_.size() >= kMaxPlaybackSessions)
      return answer(false, "Other recordings are still being closed; try again in a moment.");
    g_.close_playback(session_);
    g_.frame_sender_.unregister_page(page_);
    session_.playback = std::make_unique<PlaybackSession>(
        g_.web_, page_, g_.settings_.recordings.path_of(request.name), id_);
    g_.update_protocol_tap();
  }
  void operator()(const viewer_protocol::ShowLive&) const {
    if (!session_.is_live()) {
      g_.close_playback(session_);
      g_.send_hello(page_, session_);
    }
    answer(true);
  }

 private:
  static constexpr const char* kLockstep = "This run is in lockstep with its clients.";

  bool is_lockstep() const { return g_.pacer_.pace().kind == Pace::Kind::Lockstep; }

  void answer(bool is_ok, const std::string& text = {}) const {
    if (id_) g_.web_.send(page_, viewer_protocol::answer_message(*id_, is_ok, text));
  }
  void answer(const Result<void>& result) const {
    answer(result.ok(), result ? "" : result.error().message);
  }
  // Replies "done" and sends status to all pages at once.
  void at_once() const {
    answer(true);
    g_.next_status_ = 0.0;
  }
  TeleopOverride::Done later() const {
    return [web = &g_.web_, page = page_, id = id_](bool is_ok, const std::string& text) {
      if (id) web->send(page, viewer_protocol::answer_message(*id, is_ok, text));
    };
  }
  void ask(const std::string& name, CommandData order) const {
    g_.live_.commands().submit(
        {name, std::move(order)},
        [then = later()](const CommandResult& answer) { then(answer.is_done, answer.text); });
  }

  Result<Pose> place_for(const viewer_protocol::Spawn& request) const {
    constexpr double kDrop = 0.1;  // m above a floor at z = 0
    if (request.place && request.place->z) {
      const auto model = g_.simulation_.find_model(request.robot_class);
      if (!model) return model.error();
      const std::string& name = request.name.empty() ? request.robot_class : request.name;
      const auto found =
          finder_for(*model).find_on(name, ground_of(*request.place), request.place->yaw);
      if (!found) return found.error();
      return found->world_from_model;
    }
    if (request.place)
      return make_pose(request.place->x, request.place->y, kDrop, 0, 0, request.place->yaw);
    for (const Start& start : g_.simulation_.world().starts)
      if (is_free(start.pose.position)) return start.pose;
    return Error{{}, "No start is free; choose a place on the floor."};
  }
  sim::FreePoseFinder finder_for(const std::shared_ptr<const Model>& model) const {
    const sim::Simulation& simulation = g_.simulation_;
    return {simulation.world(), simulation.physics(), simulation.state(), model};
  }
  static Vec3 ground_of(const viewer_protocol::SpawnPlace& place) {
    return {place.x, place.y, place.z.value_or(0.0)};
  }
  bool is_free(const Vec3& place) const {
    constexpr double kMinDistance = 1.0;  // m
    const State& state = g_.simulation_.state();
    const auto& robots = state.present_robots;
    return std::none_of(robots.begin(), robots.end(), [&](RobotId robot) {
      const InstanceId id = state.robots[robot.index()].instance;
      return (state.world_from_model(id).position - place).norm() < kMinDistance;
    });
  }

  PageServer& g_;
  PageId page_;
  PageSession& session_;
  std::optional<int> id_;
};

void PageServer::handle_message(PageId page, PageSession& session, const std::string& text) {
  auto request = viewer_protocol::parse_request(text);
  if (!request) {
    if (const auto id = viewer_protocol::id_of(text))
      web_.send(page, viewer_protocol::answer_message(*id, false, request.error().message));
    return;
  }
  const bool is_playback_request =
      std::holds_alternative<viewer_protocol::ListRecordings>(request->body) ||
      std::holds_alternative<viewer_protocol::OpenRecording>(request->body) ||
      std::holds_alternative<viewer_protocol::ShowLive>(request->body);
  if (!session.is_live() && !is_playback_request)
    return session.playback->receive(*std::move(request));
  std::visit(PageRequestHandler(*this, page, session, request->id), request->body);
}

// A playback may still be opening its file; it is destroyed once its thread has finished.
void PageServer::close_playback(PageSession& session) {
  if (!session.playback) return;
  session.playback->detach();
  closing_playbacks_.push_back(std::move(session.playback));
}

void PageServer::reap_playbacks() {
  for (auto& [page, session] : sessions_)
    if (session.playback && session.playback->is_over()) {  // its file could not be opened
      close_playback(session);
      send_hello(page, session);
    }
  std::erase_if(closing_playbacks_, [](const auto& playback) { return playback->is_over(); });
}

}  // namespace rubble::server
