// SPDX-License-Identifier: Apache-2.0
#include "rubble/page/catalog.h"

#include <algorithm>
#include <map>

#include "rubble/page/channels.h"
#include "rubble/page/model_frames.h"
#include "rubble/page/robots_message.h"
#include "rubble/page/smoke_message.h"
#include "rubble/page/thing_list.h"

namespace rubble::page {
namespace {

constexpr int kStreamIdCount = 1 << 16;  // frames have 16 bits for them

bool is_same_robot(const ShownRobot& a, const ShownRobot& b) {
  return a.instance == b.instance && a.description.name == b.description.name &&
         a.description.sensors.size() == b.description.sensors.size();
}

}  // namespace

class Catalog::Contents {
 public:
  Contents(const World& world, std::uint64_t seed)
      : world_(world), plumes_(smoke::plumes_of(world, seed)), things_(world, models_) {}

  void follow(const State& state, std::span<const ShownRobot> robots) {
    things_.follow(state);
    follow_smoke(state);
    if (!std::equal(robots.begin(), robots.end(), robots_.begin(), robots_.end(), is_same_robot))
      take_robots(robots);
  }

  bool has_news(const CatalogMark& mark) const {
    return models_.has_more_than(mark.models) || things_.has_message(mark.changes) ||
           mark.smoke != smoke_version_ || mark.robots != robots_version_;
  }

  std::vector<Frame> news(CatalogMark& mark, const State& state) {
    if (!smoke_.bytes) smoke_ = smoke_message(world_, plumes_, made_, models_);
    std::vector<Frame> frames;
    const std::vector<Frame>& models = models_.frames();
    frames.assign(models.begin() + static_cast<std::ptrdiff_t>(mark.models), models.end());
    mark.models = models.size();
    if (things_.has_message(mark.changes)) {
      frames.push_back(things_.message(mark.changes, state));
      mark.changes = things_.change_count();
    }
    if (mark.smoke != smoke_version_) frames.push_back(smoke_);
    if (mark.robots != robots_version_) frames.push_back(robots_frame());
    mark.smoke = smoke_version_;
    mark.robots = robots_version_;
    return frames;
  }

  int model_id(const std::shared_ptr<const Model>& model) { return models_.id_of(model); }
  const ThingList& things() const { return things_; }
  std::span<const ShownRobot> robots() const { return robots_; }

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

  bool learn_channels(int stream, const std::vector<std::string>& channels) {
    std::vector<std::string>& known = learnt_channels_[stream];
    if (known == channels) return true;
    known = channels;
    change_robots();
    return false;
  }

 private:
  void follow_smoke(const State& state);
  void take_robots(std::span<const ShownRobot> robots);
  void add_streams(const ShownRobot& robot);
  Frame robots_frame();
  void change_robots() {
    ++robots_version_;
    robots_frame_ = {};
  }

  const World& world_;
  std::vector<smoke::ParticleSource> plumes_;
  ModelFrames models_;
  ThingList things_;

  std::vector<SmokeArea> made_;  // in the run
  Frame smoke_;
  int smoke_version_ = 1;

  std::vector<ShownRobot> robots_;
  Frame robots_frame_;
  int robots_version_ = 1;
  std::map<int, Stream> streams_;
  std::map<std::string, std::map<std::string, int>> stream_ids_;
  std::map<int, std::vector<std::string>> learnt_channels_;
  int next_stream_ = 0;
};

void Catalog::Contents::follow_smoke(const State& state) {
  if (made_ == state.smokes) return;
  made_ = state.smokes;
  smoke_ = {};
  ++smoke_version_;
}

void Catalog::Contents::take_robots(std::span<const ShownRobot> robots) {
  const std::map<int, Stream> before = std::move(streams_);
  streams_.clear();
  stream_ids_.clear();
  robots_.assign(robots.begin(), robots.end());
  // What stays keeps its number.
  for (const auto& [id, stream] : before)
    for (const ShownRobot& robot : robots_)
      if (robot.instance == stream.instance && robot.description.name == stream.robot &&
          robot.description.find_sensor(stream.sensor) != nullptr) {
        streams_[id] = stream;
        stream_ids_[stream.robot][stream.sensor] = id;
      }
  for (const ShownRobot& robot : robots_) add_streams(robot);
  std::erase_if(learnt_channels_, [&](const auto& item) { return !streams_.contains(item.first); });
  change_robots();
}

void Catalog::Contents::add_streams(const ShownRobot& robot) {
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

Frame Catalog::Contents::robots_frame() {
  if (robots_frame_.bytes) return robots_frame_;
  std::vector<ListedRobot> listed;
  for (const ShownRobot& robot : robots_) {
    ListedRobot& entry = listed.emplace_back();
    entry.robot = &robot;
    entry.thing = things_.thing_of(robot.instance);
    for (const SensorDescription& sensor : robot.description.sensors) {
      const int id = stream_ids_.at(robot.description.name).at(sensor.name);
      const auto learnt = learnt_channels_.find(id);
      entry.streams.push_back(id);
      entry.channels.push_back(learnt == learnt_channels_.end() ? channels_of(sensor.kind)
                                                                : learnt->second);
    }
  }
  robots_frame_ = robots_message(listed);
  return robots_frame_;
}

Catalog::Catalog(const World& world, std::uint64_t seed)
    : contents_(std::make_unique<Contents>(world, seed)) {}
Catalog::~Catalog() = default;

void Catalog::follow(const State& state, std::span<const ShownRobot> robots) {
  contents_->follow(state, robots);
}
bool Catalog::has_news(const CatalogMark& mark) const { return contents_->has_news(mark); }
std::vector<Frame> Catalog::news(CatalogMark& mark, const State& state) {
  return contents_->news(mark, state);
}
const std::vector<MovingPart>& Catalog::moving_parts() const {
  return contents_->things().moving_parts();
}
const Stream* Catalog::find_stream(int id) const { return contents_->find_stream(id); }
const Stream* Catalog::find_stream(const std::string& robot, const std::string& sensor) const {
  return contents_->find_stream(robot, sensor);
}
std::span<const ShownRobot> Catalog::robots() const { return contents_->robots(); }
int Catalog::model_id(const std::shared_ptr<const Model>& model) {
  return contents_->model_id(model);
}
bool Catalog::learn_channels(int stream, const std::vector<std::string>& channels) {
  return contents_->learn_channels(stream, channels);
}

}  // namespace rubble::page
