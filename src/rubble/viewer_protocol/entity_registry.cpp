// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/entity_registry.h"

#include <algorithm>
#include <map>

#include "rubble/viewer_protocol/channels.h"
#include "rubble/viewer_protocol/entity_list.h"
#include "rubble/viewer_protocol/model_frames.h"
#include "rubble/viewer_protocol/robots_message.h"
#include "rubble/viewer_protocol/smoke_message.h"

namespace rubble::viewer_protocol {
namespace {

constexpr int kStreamIdCount = 1 << 16;  // stream ids are 16 bits wide in frames

bool is_same_robot(const RobotEntity& a, const RobotEntity& b) {
  return a.instance == b.instance && a.description.name == b.description.name &&
         a.description.sensors.size() == b.description.sensors.size();
}

}  // namespace

class EntityRegistry::Impl {
 public:
  Impl(const World& world, std::uint64_t seed)
      : world_(world), plumes_(smoke::plumes_of(world, seed)), entities_(world, models_) {}

  void update(const State& state, std::span<const RobotEntity> robots) {
    entities_.update(state);
    update_smoke(state);
    if (!std::equal(robots.begin(), robots.end(), robots_.begin(), robots_.end(), is_same_robot))
      set_robots(robots);
  }

  bool has_changes(const RegistryCursor& cursor) const {
    return models_.has_more_than(cursor.models) || entities_.has_message(cursor.changes) ||
           cursor.smoke != smoke_version_ || cursor.robots != robots_version_;
  }

  std::vector<Frame> encode_changes(RegistryCursor& cursor, const State& state) {
    if (!smoke_.bytes) smoke_ = smoke_message(world_, plumes_, made_, models_);
    std::vector<Frame> frames;
    const std::vector<Frame>& models = models_.frames();
    frames.assign(models.begin() + static_cast<std::ptrdiff_t>(cursor.models), models.end());
    cursor.models = models.size();
    if (entities_.has_message(cursor.changes)) {
      frames.push_back(entities_.message(cursor.changes, state));
      cursor.changes = entities_.change_count();
    }
    if (cursor.smoke != smoke_version_) frames.push_back(smoke_);
    if (cursor.robots != robots_version_) frames.push_back(robots_frame());
    cursor.smoke = smoke_version_;
    cursor.robots = robots_version_;
    return frames;
  }

  int model_id(const std::shared_ptr<const Model>& model) { return models_.id_of(model); }
  const EntityList& entities() const { return entities_; }
  std::span<const RobotEntity> robots() const { return robots_; }

  const Stream* find_stream(int id) const {
    const auto found = streams_.find(id);
    return found == streams_.end() ? nullptr : &found->second;
  }
  const Stream* find_stream(const std::string& robot, const std::string& sensor) const {
    const auto sensors = stream_ids_.find(robot);
    if (sensors == stream_ids_.end()) return nullptr;
    const auto id = sensors->second.find(sensor);
    return id == sensors->second.end() ? nullptr : find_stream(id->second);
  }

  bool set_channels(int stream, const std::vector<std::string>& channels) {
    std::vector<std::string>& known = own_channels_[stream];
    if (known == channels) return true;
    known = channels;
    change_robots();
    return false;
  }

 private:
  void update_smoke(const State& state);
  void set_robots(std::span<const RobotEntity> robots);
  void add_streams(const RobotEntity& robot);
  Frame robots_frame();
  void change_robots() {
    ++robots_version_;
    robots_frame_ = {};
  }

  const World& world_;
  std::vector<smoke::ParticleSource> plumes_;
  ModelFrames models_;
  EntityList entities_;

  std::vector<SmokeArea> made_;  // by persons in the run
  Frame smoke_;
  int smoke_version_ = 1;

  std::vector<RobotEntity> robots_;
  Frame robots_frame_;
  int robots_version_ = 1;
  std::map<int, Stream> streams_;
  std::map<std::string, std::map<std::string, int>> stream_ids_;
  std::map<int, std::vector<std::string>> own_channels_;
  int next_stream_ = 0;
};

void EntityRegistry::Impl::update_smoke(const State& state) {
  if (made_ == state.smokes) return;
  made_ = state.smokes;
  smoke_ = {};
  ++smoke_version_;
}

void EntityRegistry::Impl::set_robots(std::span<const RobotEntity> robots) {
  const std::map<int, Stream> before = std::move(streams_);
  streams_.clear();
  stream_ids_.clear();
  robots_.assign(robots.begin(), robots.end());
  // Streams that remain keep their ids.
  for (const auto& [id, stream] : before)
    for (const RobotEntity& robot : robots_)
      if (robot.instance == stream.instance && robot.description.name == stream.robot &&
          robot.description.find_sensor(stream.sensor) != nullptr) {
        streams_[id] = stream;
        stream_ids_[stream.robot][stream.sensor] = id;
      }
  for (const RobotEntity& robot : robots_) add_streams(robot);
  std::erase_if(own_channels_, [&](const auto& item) { return !streams_.contains(item.first); });
  change_robots();
}

void EntityRegistry::Impl::add_streams(const RobotEntity& robot) {
  const std::vector<SensorDescription>& sensors = robot.description.sensors;
  for (std::size_t i = 0; i < sensors.size(); ++i) {
    const auto [place, is_new] =
        stream_ids_[robot.description.name].try_emplace(sensors[i].name, 0);
    if (!is_new || streams_.size() >= kStreamIdCount) continue;
    while (streams_.contains(next_stream_)) next_stream_ = (next_stream_ + 1) % kStreamIdCount;
    place->second = next_stream_;
    Stream& stream = streams_[next_stream_];
    stream = {next_stream_,
              robot.description.name,
              sensors[i].name,
              sensors[i].kind,
              robot.instance,
              0,
              sensors[i].base_from_sensor,
              kNoCode};
    if (i < robot.sensor_links.size() && i < robot.link_from_sensors.size()) {
      stream.link = robot.sensor_links[i];
      stream.link_from_sensor = robot.link_from_sensors[i];
    }
    if (i < robot.no_return_codes.size()) stream.no_return_code = robot.no_return_codes[i];
    next_stream_ = (next_stream_ + 1) % kStreamIdCount;
  }
}

Frame EntityRegistry::Impl::robots_frame() {
  if (robots_frame_.bytes) return robots_frame_;
  std::vector<RobotListing> listed;
  for (const RobotEntity& robot : robots_) {
    RobotListing& entry = listed.emplace_back();
    entry.robot = &robot;
    entry.entity = entities_.entity_of(robot.instance);
    for (const SensorDescription& sensor : robot.description.sensors) {
      const int id = stream_ids_.at(robot.description.name).at(sensor.name);
      const auto learnt = own_channels_.find(id);
      entry.streams.push_back(id);
      entry.channels.push_back(learnt == own_channels_.end() ? channels_of(sensor.kind)
                                                             : learnt->second);
    }
  }
  robots_frame_ = robots_message(listed);
  return robots_frame_;
}

EntityRegistry::EntityRegistry(const World& world, std::uint64_t seed)
    : impl_(std::make_unique<Impl>(world, seed)) {}
EntityRegistry::~EntityRegistry() = default;

void EntityRegistry::update(const State& state, std::span<const RobotEntity> robots) {
  impl_->update(state, robots);
}
bool EntityRegistry::has_changes(const RegistryCursor& cursor) const {
  return impl_->has_changes(cursor);
}
std::vector<Frame> EntityRegistry::encode_changes(RegistryCursor& cursor, const State& state) {
  return impl_->encode_changes(cursor, state);
}
const std::vector<MovingPart>& EntityRegistry::moving_parts() const {
  return impl_->entities().moving_parts();
}
const Stream* EntityRegistry::find_stream(int id) const { return impl_->find_stream(id); }
const Stream* EntityRegistry::find_stream(const std::string& robot,
                                          const std::string& sensor) const {
  return impl_->find_stream(robot, sensor);
}
std::span<const RobotEntity> EntityRegistry::robots() const { return impl_->robots(); }
int EntityRegistry::model_id(const std::shared_ptr<const Model>& model) {
  return impl_->model_id(model);
}
bool EntityRegistry::set_channels(int stream, const std::vector<std::string>& channels) {
  return impl_->set_channels(stream, channels);
}

}  // namespace rubble::viewer_protocol
