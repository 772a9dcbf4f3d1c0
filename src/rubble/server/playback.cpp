// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/playback.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <string_view>

#include "rubble/pilots/joystick.h"
#include "rubble/sdf/load.h"
#include "rubble/sensors/description.h"
#include "rubble/sensors/sensor_factory.h"
#include "rubble/serialization/message_json.h"
#include "rubble/sim/commands/run_context.h"
#include "rubble/sim/describe.h"

namespace rubble::server {
namespace {

constexpr Tick kForever = std::numeric_limits<Tick>::max();

bool changes_population(const CommandData& order) {
  return std::holds_alternative<SpawnRobot>(order) || std::holds_alternative<LeaveWorld>(order) ||
         std::holds_alternative<CreateObject>(order) ||
         std::holds_alternative<RemoveObjects>(order) || std::holds_alternative<DropTag>(order) ||
         std::holds_alternative<DropRelay>(order) || std::holds_alternative<PlaceSmoke>(order);
}

Pose between(const Pose& a, const Pose& b, double share) {
  return {a.position + share * (b.position - a.position), a.rotation.slerp(share, b.rotation)};
}

void blend(TruePose& pose, const TruePose& later, double share) {
  pose.world_from_model = between(pose.world_from_model, later.world_from_model, share);
  if (pose.bodies.size() == later.bodies.size())
    for (std::size_t i = 0; i < pose.bodies.size(); ++i)
      pose.bodies[i] = between(pose.bodies[i], later.bodies[i], share);
  if (pose.kinematic_joints.size() == later.kinematic_joints.size())
    for (std::size_t i = 0; i < pose.kinematic_joints.size(); ++i)
      pose.kinematic_joints[i] += share * (later.kinematic_joints[i] - pose.kinematic_joints[i]);
}

// Instances present in only one of the two samples are not interpolated.
void blend(Truth& truth, const Truth& later, double share) {
  std::map<std::string_view, const TruePose*> unmatched;
  for (const TruePose& pose : later.poses) unmatched[pose.name] = &pose;
  for (TruePose& pose : truth.poses) {
    const auto same = unmatched.find(pose.name);
    if (same == unmatched.end()) continue;
    blend(pose, *same->second, share);
    unmatched.erase(same);
  }
  for (const auto& [name, pose] : unmatched) truth.poses.push_back(*pose);
}

// The last item at or before a tick; end() if there is none.
template <class Items, class TickOf>
auto last_until(Items& items, Tick tick, const TickOf& tick_of) {
  const auto after = std::upper_bound(items.begin(), items.end(), tick,
                                      [&](Tick t, const auto& item) { return t < tick_of(item); });
  return after == items.begin() ? items.end() : std::prev(after);
}

std::size_t poses_in(const Truth& truth) {
  std::size_t poses = 0;
  for (const TruePose& pose : truth.poses) poses += 1 + pose.bodies.size();
  return poses;
}

template <class Moment>
void thin(std::vector<Moment>& moments, Tick spacing) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < moments.size(); ++i)
    if (kept == 0 || moments[i].tick >= moments[kept - 1].tick + spacing) {
      if (kept != i) moments[kept] = std::move(moments[i]);
      ++kept;
    }
  moments.resize(kept);
}

// For a sensor of the model or a preset mounted on the robot.
int no_return_code_of(const Model& model, const std::string& sensor) {
  for (const Link& link : model.links)
    for (const SensorSpec& spec : link.sensors)
      if (spec.name == sensor) return sensors::no_return_code(spec);
  const auto preset = sensors::spec_of_preset(sensor);
  return preset ? sensors::no_return_code(*preset) : kNoCode;
}

int link_of_sensor(const Model& model, const std::string& sensor, Pose& link_from_sensor) {
  for (std::size_t link = 0; link < model.links.size(); ++link)
    for (const SensorSpec& spec : model.links[link].sensors)
      if (spec.name == sensor) {
        link_from_sensor = spec.link_from_sensor;
        return static_cast<int>(link);
      }
  return 0;
}

}  // namespace

Playback::~Playback() = default;

Result<std::unique_ptr<Playback>> Playback::open(const std::string& path,
                                                 const PlaybackLimits& limits) {
  std::error_code unreadable;
  const std::uintmax_t size = std::filesystem::file_size(path, unreadable);
  if (!unreadable && size > limits.file_bytes)
    return Error{{path},
                 "only recordings of up to " + std::to_string(limits.file_bytes >> 20) +
                     " MB can be shown in a page; use 'rubble replay' for larger ones"};
  auto recording = recording::Recording::open(path);
  if (!recording) return recording.error();
  std::unique_ptr<Playback> playback(new Playback(*std::move(recording), limits));
  if (const auto loaded = playback->load(); !loaded) return loaded.error();
  return playback;
}

Result<void> Playback::load() {
  auto files = recording_.unpack();
  if (!files) return files.error();
  files_ = std::make_unique<recording::UnpackedWorld>(*std::move(files));
  LoadSettings settings;
  settings.resource_folders = files_->resource_folders();
  settings.is_lenient = true;
  auto world = load_world(files_->world_file(), settings);
  if (!world) return world.error();
  if (const double smoke = recording_.facts().smoke(); smoke > 0.0)
    world->hazes.push_back({.density = smoke});
  population_ = std::make_unique<sim::Population>(*std::move(world),
                                                  sim::Settings{.seed = seed(), .load = settings});
  population_->enter_models_of_world();
  static_scene_ = std::make_shared<const rays::StaticScene>(population_->world());
  begin_ = recording_.begin();
  end_ = std::max(recording_.ticks(), begin_);
  if (const auto read = read_messages(); !read) return read;
  if (const auto replayed = replay_population(); !replayed) return replayed;
  state_ = population_->state();
  return {};
}

Result<void> Playback::read_messages() {
  auto reader = mcap::McapReader::open(recording_.path());
  if (!reader) return reader.error();
  reader_ = *std::move(reader);
  for (std::uint64_t bytes = 0;;) {
    const auto record = reader_->next();
    if (!record) return record.error();
    if (!*record) return {};
    const auto* const message = std::get_if<mcap::McapMessage>(&**record);
    if (message == nullptr) continue;
    bytes += message->data.size();
    if (bytes > limits_.unpacked_bytes || descriptions_.size() > limits_.descriptions)
      return Error{{recording_.path()}, "contains too much data to be shown in a page"};
    if (const auto taken = take(*message, reader_->chunk_at()); !taken) return taken;
  }
}

Result<void> Playback::take(const mcap::McapMessage& message, std::uint64_t chunk_at) {
  const std::string& schema = message.channel->schema_name;
  if (message.channel->message_encoding != "json") return {};
  const auto refuse = [&](const Error& error) { return Error{{recording_.path()}, error.message}; };
  if (schema == "rubble.Truth") {
    auto truth = truth_from_json(message.data);
    if (!truth) return refuse(truth.error());
    keep(*std::move(truth));
  } else if (schema == "rubble.Event") {
    auto event = event_from_json(message.data);
    if (!event) return refuse(event.error());
    constexpr std::size_t kMaxTextLength = 500;
    limit_texts(*event, kMaxTextLength);
    if (events_.size() < limits_.events) events_.push_back(*std::move(event));
  } else if (schema == "rubble.RobotStatus") {
    auto status = status_from_json(message.data);
    if (!status) return refuse(status.error());
    keep(*std::move(status));
  } else if (schema == "rubble.RobotDescription") {
    auto robot = description_from_json(message.data);
    if (!robot) return refuse(robot.error());
    descriptions_.push_back(
        {tick_at(1e-9 * static_cast<double>(message.log_time)), *std::move(robot)});
  } else if (schema.starts_with("rubble.") && recording::is_reading(message)) {
    const Tick tick = tick_at(1e-9 * static_cast<double>(message.log_time));
    if (chunks_.empty() || chunks_.back().at != chunk_at) chunks_.push_back({chunk_at, tick, tick});
    chunks_.back().first = std::min(chunks_.back().first, tick);
    chunks_.back().last = std::max(chunks_.back().last, tick);
  }
  return {};
}

void Playback::keep(Truth truth) {
  if (!truths_.empty() && truth.tick < truths_.back().tick + min_spacing_) return;
  pose_count_ += poses_in(truth);
  truths_.push_back(std::move(truth));
  if (pose_count_ > limits_.poses) reduce_density();
}

void Playback::keep(RobotStatus status) {
  std::vector<RobotStatus>& statuses = statuses_[status.robot];
  if (!statuses.empty() && status.tick < statuses.back().tick + min_spacing_) return;
  ++pose_count_;
  statuses.push_back(std::move(status));
  if (pose_count_ > limits_.poses) reduce_density();
}

// Doubles the spacing of samples until they fit the limit.
void Playback::reduce_density() {
  constexpr Tick kMaxSpacing = 3600 * kTicksPerSecond;
  while (pose_count_ > limits_.poses && min_spacing_ < kMaxSpacing) {
    min_spacing_ *= 2;
    thin(truths_, min_spacing_);
    pose_count_ = 0;
    for (const Truth& truth : truths_) pose_count_ += poses_in(truth);
    for (auto& [robot, statuses] : statuses_) {
      thin(statuses, min_spacing_);
      pose_count_ += statuses.size();
    }
  }
}

// --- population ------------------------------------------------------------------------------

// Executes all spawns and removals again, with all bodies at their recorded poses, so that names
// and positions come out as in the run.
Result<void> Playback::replay_population() {
  presences_.assign(population_->state().instances.size(), {0, kForever});
  record_change(0);
  for (const TimedCommand& timed : recording_.commands()) {
    if (!changes_population(timed.command.data)) continue;
    if (changes_.size() > limits_.arrivals)
      return Error{{recording_.path()},
                   "more than " + std::to_string(limits_.arrivals) +
                       " robots and objects were spawned or removed"};
    move_bodies(truth_at(timed.tick));
    sim::execute(*population_, timed.command);
    // Commands take effect at the end of their tick; those before the first tick from the
    // beginning.
    record_change(timed.tick == 0 ? 0 : timed.tick + 1);
  }
  return {};
}

void Playback::move_bodies(const Truth& truth) {
  for (const TruePose& pose : truth.poses)
    sim::execute(
        *population_,
        {pose.name, MoveObject{.position = pose.world_from_model.position,
                               .rotation = roll_pitch_yaw_of(pose.world_from_model.rotation)}});
}

void Playback::record_change(Tick tick) {
  const State& state = population_->state();
  while (presences_.size() < state.instances.size()) presences_.push_back({tick, kForever});
  for (std::size_t i = 0; i < presences_.size(); ++i)
    if (!state.instances[i].is_present) presences_[i].until = std::min(presences_[i].until, tick);
  changes_.push_back({tick, state.smokes, state.tags});
}

// --- poses -----------------------------------------------------------------------------------

Truth Playback::truth_at(Tick tick) const {
  if (truths_.empty()) return {.tick = tick};
  const auto found = last_until(truths_, tick, [](const Truth& truth) { return truth.tick; });
  if (found == truths_.end()) return truths_.front();
  Truth truth = *found;
  const auto next = std::next(found);
  if (next == truths_.end() || next->tick <= truth.tick) return truth;
  const double share =
      static_cast<double>(tick - truth.tick) / static_cast<double>(next->tick - truth.tick);
  blend(truth, *next, share);
  return truth;
}

const State& Playback::at(Tick tick) {
  const Tick now = std::clamp(tick, begin_, end_);
  for (std::size_t i = 0; i < presences_.size(); ++i)
    state_.set_present(InstanceId(i), presences_[i].from <= now && now < presences_[i].until);
  const auto change = last_until(changes_, now, [](const Change& c) { return c.tick; });
  if (change != changes_.end()) {
    state_.smokes = change->smokes;
    state_.tags = change->tags;
  }
  sim::apply_ground_truth(truth_at(now), state_);
  state_.tick = now;
  apply_batteries();
  return state_;
}

void Playback::apply_batteries() {
  for (RobotState& robot : state_.robots) {
    const RobotStatus* const status = status_of(state_.instances[robot.instance.index()].name);
    if (status == nullptr) continue;
    robot.battery = status->battery;
    robot.light_is_on = status->light_is_on;
  }
}

const RobotStatus* Playback::status_of(const std::string& robot) const {
  const auto all = statuses_.find(robot);
  if (all == statuses_.end()) return nullptr;
  const auto found =
      last_until(all->second, state_.tick, [](const RobotStatus& status) { return status.tick; });
  return found == all->second.end() ? nullptr : &*found;
}

std::pair<double, double> Playback::speeds_of(InstanceId robot) const {
  constexpr Tick kApart = 24;
  const std::string& name = state_.instances[robot.index()].name;
  const Tick then = std::max(begin_, state_.tick - kApart);
  const Truth before = truth_at(then);
  const double passed = seconds_at(state_.tick - then);
  const auto found = std::find_if(before.poses.begin(), before.poses.end(),
                                  [&](const TruePose& pose) { return pose.name == name; });
  if (found == before.poses.end() || passed <= 0.0) return {0.0, 0.0};
  const Pose now = state_.world_from_model(robot);
  const Vec3 way = now.position - found->world_from_model.position;
  const double turned = wrap_angle(yaw_of(now.rotation) - yaw_of(found->world_from_model.rotation));
  return {way.dot(now.rotation * Vec3::UnitX()) / passed, turned / passed};
}

std::vector<viewer_protocol::RobotEntity> Playback::robots() const {
  std::vector<viewer_protocol::RobotEntity> robots;
  for (const RobotId id : state_.present_robots) {
    const RobotState& robot = state_.robots[id.index()];
    const Instance& instance = state_.instances[robot.instance.index()];
    viewer_protocol::RobotEntity shown{.instance = robot.instance};
    for (const Described& described : descriptions_)
      if (described.robot.name == instance.name && described.tick <= state_.tick)
        shown.description = described.robot;
    if (shown.description.name.empty()) shown.description.name = instance.name;
    for (const SensorDescription& sensor : shown.description.sensors) {
      Pose place = sensor.base_from_sensor;
      shown.sensor_links.push_back(link_of_sensor(*instance.model, sensor.name, place));
      shown.link_from_sensors.push_back(place);
      shown.no_return_codes.push_back(no_return_code_of(*instance.model, sensor.name));
    }
    const pilots::TopSpeeds top = pilots::top_speeds(*instance.model);
    shown.max_ground_speed = top.ahead;
    shown.max_turn = top.turn;
    robots.push_back(std::move(shown));
  }
  return robots;
}

// --- readings --------------------------------------------------------------------------------

std::vector<Reading> Playback::readings(Tick after, Tick until) {
  constexpr std::size_t kMaxReadings = 20'000;
  std::vector<Reading> readings;
  for (const Chunk& chunk : chunks_) {
    if (chunk.last <= after || chunk.first > until) continue;
    reader_->jump(chunk.at);
    for (;;) {
      const auto record = reader_->next();
      if (!record || !*record || readings.size() >= kMaxReadings) break;
      const auto* message = std::get_if<mcap::McapMessage>(&**record);
      if (message == nullptr || reader_->chunk_at() != chunk.at) break;
      const Tick tick = tick_at(1e-9 * static_cast<double>(message->log_time));
      if (tick <= after || tick > until || !recording::is_reading(*message)) continue;
      if (auto reading = reading_from_json(message->data)) readings.push_back(*std::move(reading));
    }
  }
  return readings;
}

}  // namespace rubble::server
