// SPDX-License-Identifier: Apache-2.0
#include "rubble/page/watcher.h"

#include <algorithm>

#include "rubble/page/channels.h"
#include "rubble/page/plume_teller.h"
#include "rubble/page/pose_teller.h"
#include "rubble/page/reading_frames.h"
#include "rubble/page/schedule.h"

namespace rubble::page {
namespace {

constexpr double kPlumeRate = 10.0;         // Hz, of a page that wants no poses
constexpr double kPictureRateIfAny = 15.0;  // Hz, where a page wants all there are

}  // namespace

class Watcher::Memory {
 public:
  Memory(Catalog& catalog, const World& world, std::uint64_t seed)
      : catalog_(catalog), plumes_(world, seed) {}

  void watch(const Watch& wanted);
  const Watch& wanted() const { return wanted_; }
  bool is_due(double time) const;
  std::vector<Frame> tell(const State& state);
  std::vector<Frame> tell(std::span<const Reading> readings, const State& state);
  std::vector<const Stream*> due_pictures(double time);

 private:
  bool wants_moments() const { return wanted_.poses > 0.0 || wants_plumes(); }
  bool wants_plumes() const { return wanted_.smoke && plumes_.has_plumes(); }
  void append(const Reading& reading, const State& state, std::vector<Frame>& frames);

  struct Wanted {
    double rate = 0.0;
    Schedule schedule;
  };

  Catalog& catalog_;
  Watch wanted_;
  CatalogMark mark_;
  Schedule moments_;
  PoseTeller poses_;
  PlumeTeller plumes_;
  double last_time_ = 0.0;
  std::map<int, Wanted> streams_;
};

void Watcher::Memory::watch(const Watch& wanted) {
  if (!(wanted_.poses > 0.0) && wanted.poses > 0.0) poses_.forget();
  if (!wanted_.smoke && wanted.smoke) plumes_.forget();
  wanted_ = wanted;
  moments_.reset();
  std::map<int, Wanted> streams;
  for (const WatchStream& stream : wanted.streams) {
    const auto before = streams_.find(stream.id);
    streams[stream.id] = before != streams_.end() && before->second.rate == stream.rate
                             ? before->second
                             : Wanted{stream.rate, {}};
  }
  streams_ = std::move(streams);
}

bool Watcher::Memory::is_due(double time) const {
  return catalog_.has_news(mark_) || (wants_moments() && moments_.is_due(time));
}

std::vector<Frame> Watcher::Memory::tell(const State& state) {
  const double time = seconds_at(state.tick);
  if (time < last_time_) {
    poses_.forget();
    plumes_.forget();
  }
  last_time_ = time;
  std::vector<Frame> frames = catalog_.news(mark_, state);
  if (!wants_moments() || !moments_.is_due(time)) return frames;
  moments_.take(time, wanted_.poses > 0.0 ? wanted_.poses : kPlumeRate);
  if (wanted_.poses > 0.0) frames.push_back(poses_.tell(catalog_.moving_parts(), state));
  if (wants_plumes()) {
    std::vector<Frame> particles = plumes_.tell(time);
    frames.insert(frames.end(), particles.begin(), particles.end());
  }
  return frames;
}

std::vector<Frame> Watcher::Memory::tell(std::span<const Reading> readings, const State& state) {
  std::vector<Frame> frames;
  if (streams_.empty()) return frames;
  for (const Reading& reading : readings) append(reading, state, frames);
  return frames;
}

void Watcher::Memory::append(const Reading& reading, const State& state,
                             std::vector<Frame>& frames) {
  const Stream* stream = catalog_.find_stream(reading.robot, reading.sensor);
  if (stream == nullptr || stream->instance.index() >= state.instances.size()) return;
  const auto wanted = streams_.find(stream->id);
  const double time = seconds_at(reading.tick);
  if (wanted == streams_.end() || !wanted->second.schedule.is_due(time)) return;
  // Names first: the page gets them with the next news, and numbers after that.
  if (has_own_channels(stream->kind) &&
      !catalog_.learn_channels(stream->id, channels_of(reading.data)))
    return;
  wanted->second.schedule.take(time, wanted->second.rate);
  const Pose world_from_sensor =
      state.world_from_link(stream->instance, stream->link) * stream->link_from_sensor;
  if (const auto* scan = std::get_if<RangeScan>(&reading.data))
    frames.push_back(
        scan_frame(stream->id, time, world_from_sensor, *scan, stream->no_return_code));
  else if (const auto* depths = std::get_if<RangeImage>(&reading.data))
    frames.push_back(depth_frame(stream->id, time, world_from_sensor, *depths));
  else if (const auto* image = std::get_if<Image>(&reading.data))
    frames.push_back(picture(*stream, time, world_from_sensor, *image));
  else
    frames.push_back(values_message(stream->id, time, reading.data));
}

std::vector<const Stream*> Watcher::Memory::due_pictures(double time) {
  std::vector<const Stream*> due;
  for (auto& [id, wanted] : streams_) {
    const Stream* stream = catalog_.find_stream(id);
    if (stream == nullptr || stream->kind != SensorKind::Camera) continue;
    if (!wanted.schedule.is_due(time)) continue;
    wanted.schedule.take(time, wanted.rate > 0.0 ? wanted.rate : kPictureRateIfAny);
    due.push_back(stream);
  }
  return due;
}

Watcher::Watcher(Catalog& catalog, const World& world, std::uint64_t seed)
    : memory_(std::make_unique<Memory>(catalog, world, seed)) {}
Watcher::~Watcher() = default;

void Watcher::watch(const Watch& wanted) { memory_->watch(wanted); }
const Watch& Watcher::wanted() const { return memory_->wanted(); }
bool Watcher::is_due(double time) const { return memory_->is_due(time); }
std::vector<Frame> Watcher::tell(const State& state) { return memory_->tell(state); }
std::vector<Frame> Watcher::tell(std::span<const Reading> readings, const State& state) {
  return memory_->tell(readings, state);
}
std::vector<const Stream*> Watcher::due_pictures(double time) {
  return memory_->due_pictures(time);
}

}  // namespace rubble::page
