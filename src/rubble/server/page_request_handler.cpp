// SPDX-License-Identifier: Apache-2.0
// What persons at pages may do.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "rubble/server/page_server_parts.h"
#include "rubble/sim/free_pose_finder.h"

namespace rubble::server {
namespace {

constexpr std::size_t kMostRooms = 4;  // recordings that are looked at, or closed, together

std::int64_t unix_seconds(std::filesystem::file_time_type time) {
  const auto system = std::chrono::file_clock::to_sys(time);
  return std::chrono::duration_cast<std::chrono::seconds>(system.time_since_epoch()).count();
}

std::vector<page::RecordingFile> recordings_in(const std::string& folder) {
  constexpr std::size_t kMost = 500;
  std::vector<page::RecordingFile> files;
  std::error_code error;
  for (auto entry = std::filesystem::directory_iterator(folder, error);
       !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    std::error_code unreadable;
    if (entry->path().extension() != ".mcap" || !entry->is_regular_file(unreadable)) continue;
    files.push_back({entry->path().filename().string(),
                     static_cast<std::int64_t>(entry->file_size(unreadable)),
                     unix_seconds(entry->last_write_time(unreadable))});
  }
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return a.modified > b.modified; });
  if (files.size() > kMost) files.resize(kMost);
  return files;
}

}  // namespace

// Says what became of a wish: nothing to say yet (the answer comes with a tick), or an error.
class PageServer::Wishes {
 public:
  Wishes(PageServer& page_server, PageId page, PageSession& session, std::optional<int> id)
      : g_(page_server), page_(page), session_(session), id_(id) {}

  // --- looking ---
  void operator()(const page::Watch& wish) const {
    session_.watcher->set(wish);
    g_.listen_to_lines();
    answer(true);
  }
  void operator()(const page::RouteRequest& wish) const {
    answer(g_.tell_route(page_, session_, wish));
  }
  void operator()(const page::CoverageRequest& wish) const {
    g_.want_coverage(page_, session_, {page_, id_, wish});
  }

  // --- driving ---
  void operator()(const page::Drive& wish) const {
    answer(g_.stage_.hands().drive(wish, wall_seconds()));
  }
  void operator()(const page::GoTo& wish) const {
    const auto sent = g_.stage_.hands().go_to(wish, wall_seconds(), later());
    if (!sent) answer(sent);
  }
  void operator()(const page::StopRobot& wish) const {
    answer(g_.stage_.hands().stop(wish.robot, wall_seconds()));
  }
  void operator()(const page::MoveJointRequest& wish) const {
    if (wish.speed) return answer(g_.stage_.hands().turn_joint(wish, wall_seconds()));
    ask(wish.robot, MoveJoint{wish.joint, JointControlMode::Angle, wish.angle.value_or(0.0)});
  }
  void operator()(const page::Light& wish) const { ask(wish.robot, SwitchLight{wish.on}); }
  void operator()(const page::Upright& wish) const { ask(wish.robot, TurnUpright{}); }

  // --- the world ---
  void operator()(const page::Spawn& wish) const {
    SpawnRobot order{wish.robot_class, {}, {"usual"}};
    if (wish.start.empty()) {
      const auto pose = place_for(wish);
      if (!pose) return answer(false, pose.error().message);
      order.world_from_model = *pose;
    } else {
      order.start = wish.start;
    }
    ask(wish.name, std::move(order));
  }
  void operator()(const page::PreviewSpawn& wish) const {
    const auto model = g_.simulation_.find_model(wish.robot_class);
    if (!model) return answer(false, model.error().message);
    const sim::FreePoseFinder finder = finder_for(*model);
    const Vec3 ground = ground_of(wish.place);
    const auto found = finder.find_on(wish.robot_class, ground, wish.place.yaw);
    page::SpawnPreview preview{.robot_class = wish.robot_class,
                               .model = g_.catalog_.model_id(*model),
                               .world_from_model = found
                                                       ? found->world_from_model
                                                       : finder.standing_on(ground, wish.place.yaw),
                               .bounds = finder.bounds()};
    for (const Link& link : (*model)->links)
      preview.model_from_links.push_back(link.model_from_link);
    g_.web_.send(page_, page::spawn_preview_message(preview));
    answer(found.ok(), found ? "" : found.error().message);
  }
  void operator()(const page::Remove& wish) const { ask(wish.name, LeaveWorld{}); }
  void operator()(const page::AddObstacle& wish) const {
    const Vec3 middle = wish.ground + Vec3(0.0, 0.0, wish.size.z() / 2 + 0.002);
    ask({}, CreateObject{
                .kind = wish.shape,
                .world_from_object = make_pose(middle.x(), middle.y(), middle.z(), 0, 0, wish.yaw),
                .scale = wish.size,
                .physics = wish.is_fixed ? ObjectPhysics::None : ObjectPhysics::RigidBody,
                .is_permanent = true});
  }
  void operator()(const page::DropRelayRequest& wish) const { ask(wish.robot, DropRelay{}); }
  void operator()(const page::PlaceSmokeRequest& wish) const {
    ask(wish.name, PlaceSmoke{wish.middle, wish.radius, wish.density});
  }

  // --- time ---
  void operator()(const page::Pause&) const {
    if (is_lockstep()) return answer(false, kLockstep);
    g_.pacer_.pause();
    at_once();
  }
  void operator()(const page::Resume&) const {
    g_.pacer_.resume(wall_seconds());
    at_once();
  }
  void operator()(const page::Step& wish) const {
    if (!g_.pacer_.is_paused()) return answer(false, "Pause the run before you step through it.");
    if (wish.ticks <= 0) return answer(false, "A live run cannot be wound back.");
    g_.pacer_.step(wish.ticks);
    at_once();
  }
  void operator()(const page::SetPace& wish) const {
    if (is_lockstep()) return answer(false, kLockstep);
    const auto kind = wish.rate > 0.0 ? Pace::Kind::Steady : Pace::Kind::Max;
    g_.pacer_.set_pace({kind, wish.rate > 0.0 ? wish.rate : 1.0}, wall_seconds());
    at_once();
  }
  void operator()(const page::Seek&) const { answer(false, "A live run cannot be wound back."); }

  // --- recordings ---
  void operator()(const page::Record& wish) const {
    const auto done = wish.on ? g_.settings_.begin_recording() : g_.stage_.end_recording();
    answer(done);
    g_.next_status_ = 0.0;
  }
  void operator()(const page::ListRecordings&) const {
    g_.web_.send(page_, page::recordings_message(recordings_in(g_.settings_.recordings_folder)));
    answer(true);
  }
  void operator()(const page::OpenRecording& wish) const {
    const auto rooms = std::count_if(g_.sessions_.begin(), g_.sessions_.end(),
                                     [](const auto& entry) { return !entry.second->is_live(); });
    if (static_cast<std::size_t>(rooms) >= kMostRooms && session_.is_live())
      return answer(false, "Too many recordings are open; close one first.");
    if (g_.leaving_.size() >= kMostRooms)
      return answer(false, "Other recordings are still being closed; try again in a moment.");
    g_.dismiss(session_);
    g_.post_->let_go(page_);
    session_.room = std::make_unique<PlaybackSession>(
        g_.web_, page_, g_.settings_.recordings_folder + "/" + wish.name, id_);
    g_.listen_to_lines();
  }
  void operator()(const page::ShowLive&) const {
    if (!session_.is_live()) {
      g_.dismiss(session_);
      g_.greet(page_, session_);
    }
    answer(true);
  }

 private:
  static constexpr const char* kLockstep = "This run goes step by step with its clients.";

  bool is_lockstep() const { return g_.pacer_.pace().kind == Pace::Kind::Lockstep; }

  void answer(bool is_ok, const std::string& text = {}) const {
    if (id_) g_.web_.send(page_, page::answer_message(*id_, is_ok, text));
  }
  void answer(const Result<void>& result) const {
    answer(result.ok(), result ? "" : result.error().message);
  }
  // Done, and everybody should see it at once.
  void at_once() const {
    answer(true);
    g_.next_status_ = 0.0;
  }
  TeleopOverride::Done later() const {
    return [web = &g_.web_, page = page_, id = id_](bool is_ok, const std::string& text) {
      if (id) web->send(page, page::answer_message(*id, is_ok, text));
    };
  }
  void ask(const std::string& name, CommandData order) const {
    g_.stage_.ask({name, std::move(order)}, [then = later()](const CommandResult& answer) {
      then(answer.is_done, answer.text);
    });
  }

  Result<Pose> place_for(const page::Spawn& wish) const {
    constexpr double kDrop = 0.1;  // m, over a floor at 0
    if (wish.place && wish.place->z) {
      const auto model = g_.simulation_.find_model(wish.robot_class);
      if (!model) return model.error();
      const std::string& name = wish.name.empty() ? wish.robot_class : wish.name;
      const auto found = finder_for(*model).find_on(name, ground_of(*wish.place), wish.place->yaw);
      if (!found) return found.error();
      return found->world_from_model;
    }
    if (wish.place) return make_pose(wish.place->x, wish.place->y, kDrop, 0, 0, wish.place->yaw);
    for (const Start& start : g_.simulation_.world().starts)
      if (is_free(start.pose.position)) return start.pose;
    return Error{{}, "No start is free; choose a place on the floor."};
  }
  sim::FreePoseFinder finder_for(const std::shared_ptr<const Model>& model) const {
    const sim::Simulation& simulation = g_.simulation_;
    return {simulation.world(), simulation.physics(), simulation.state(), model};
  }
  static Vec3 ground_of(const page::SpawnPlace& place) {
    return {place.x, place.y, place.z.value_or(0.0)};
  }
  bool is_free(const Vec3& place) const {
    constexpr double kRoom = 1.0;  // m
    const State& state = g_.simulation_.state();
    const auto& robots = state.present_robots;
    return std::none_of(robots.begin(), robots.end(), [&](RobotId robot) {
      const InstanceId id = state.robots[robot.index()].instance;
      return (state.world_from_model(id).position - place).norm() < kRoom;
    });
  }

  PageServer& g_;
  PageId page_;
  PageSession& session_;
  std::optional<int> id_;
};

void PageServer::hear(PageId page, PageSession& session, const std::string& text) {
  auto request = page::parse_request(text);
  if (!request) {
    if (const auto id = page::id_of(text))
      web_.send(page, page::answer_message(*id, false, request.error().message));
    return;
  }
  const bool is_about_rooms = std::holds_alternative<page::ListRecordings>(request->body) ||
                              std::holds_alternative<page::OpenRecording>(request->body) ||
                              std::holds_alternative<page::ShowLive>(request->body);
  if (!session.is_live() && !is_about_rooms) return session.room->hear(*std::move(request));
  std::visit(Wishes(*this, page, session, request->id), request->body);
}

// A room may still be busy opening its file: it is let go once it is done.
void PageServer::dismiss(PageSession& session) {
  if (!session.room) return;
  session.room->leave();
  leaving_.push_back(std::move(session.room));
}

void PageServer::let_rooms_go() {
  for (auto& [page, session] : sessions_)
    if (session->room && session->room->is_over()) {  // its file could not be opened
      dismiss(*session);
      greet(page, *session);
    }
  std::erase_if(leaving_, [](const auto& room) { return room->is_over(); });
}

}  // namespace rubble::server
