// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/subscription.h"

#include <algorithm>

#include "rubble/viewer_protocol/channels.h"
#include "rubble/viewer_protocol/plume_frame_encoder.h"
#include "rubble/viewer_protocol/pose_frame_encoder.h"
#include "rubble/viewer_protocol/rate_limiter.h"
#include "rubble/viewer_protocol/reading_frames.h"

namespace rubble::viewer_protocol {
namespace {

constexpr double kPlumeRate = 10.0;           // Hz, for a page that does not watch poses
constexpr double kDefaultPictureRate = 15.0;  // Hz, where a page sets no limit

}  // namespace

class Subscription::Impl {
 public:
  Impl(EntityRegistry& registry, const World& world, std::uint64_t seed)
      : registry_(registry), plumes_(world, seed) {}

  void set(const Watch& watch);
  const Watch& watch() const { return watch_; }
  bool is_due(double time) const;
  std::vector<Frame> encode(const State& state);
  std::vector<Frame> encode(std::span<const Reading> readings, const State& state);
  std::vector<const Stream*> due_cameras(double time);

 private:
  bool wants_poses_or_plumes() const { return watch_.poses > 0.0 || wants_plumes(); }
  bool wants_plumes() const { return watch_.smoke && plumes_.has_plumes(); }
  void append(const Reading& reading, const State& state, std::vector<Frame>& frames);

  struct StreamLimit {
    double rate = 0.0;
    RateLimiter rate_limit;
  };

  EntityRegistry& registry_;
  Watch watch_;
  RegistryCursor cursor_;
  RateLimiter pose_limit_;
  PoseFrameEncoder poses_;
  PlumeFrameEncoder plumes_;
  double last_time_ = 0.0;
  std::map<int, StreamLimit> streams_;
};

void Subscription::Impl::set(const Watch& watch) {
  if (!(watch_.poses > 0.0) && watch.poses > 0.0) poses_.reset();
  if (!watch_.smoke && watch.smoke) plumes_.reset();
  watch_ = watch;
  pose_limit_.reset();
  std::map<int, StreamLimit> streams;
  for (const WatchStream& stream : watch.streams) {
    const auto before = streams_.find(stream.id);
    streams[stream.id] = before != streams_.end() && before->second.rate == stream.rate
                             ? before->second
                             : StreamLimit{stream.rate, {}};
  }
  streams_ = std::move(streams);
}

bool Subscription::Impl::is_due(double time) const {
  return registry_.has_changes(cursor_) || (wants_poses_or_plumes() && pose_limit_.is_due(time));
}

std::vector<Frame> Subscription::Impl::encode(const State& state) {
  const double time = seconds_at(state.tick);
  if (time < last_time_) {
    poses_.reset();
    plumes_.reset();
  }
  last_time_ = time;
  std::vector<Frame> frames = registry_.encode_changes(cursor_, state);
  if (!wants_poses_or_plumes() || !pose_limit_.is_due(time)) return frames;
  pose_limit_.mark_sent(time, watch_.poses > 0.0 ? watch_.poses : kPlumeRate);
  if (watch_.poses > 0.0) frames.push_back(poses_.encode(registry_.moving_parts(), state));
  if (wants_plumes()) {
    std::vector<Frame> particles = plumes_.encode(time);
    frames.insert(frames.end(), particles.begin(), particles.end());
  }
  return frames;
}

std::vector<Frame> Subscription::Impl::encode(std::span<const Reading> readings,
                                              const State& state) {
  std::vector<Frame> frames;
  if (streams_.empty()) return frames;
  for (const Reading& reading : readings) append(reading, state, frames);
  return frames;
}

void Subscription::Impl::append(const Reading& reading, const State& state,
                                std::vector<Frame>& frames) {
  const Stream* stream = registry_.find_stream(reading.robot, reading.sensor);
  if (stream == nullptr || stream->instance.index() >= state.instances.size()) return;
  const auto wanted = streams_.find(stream->id);
  const double time = seconds_at(reading.tick);
  if (wanted == streams_.end() || !wanted->second.rate_limit.is_due(time)) return;
  // New channel names are sent with the next registry changes, and values only after that.
  if (has_own_channels(stream->kind) &&
      !registry_.set_channels(stream->id, channels_of(reading.data)))
    return;
  wanted->second.rate_limit.mark_sent(time, wanted->second.rate);
  const Pose world_from_sensor =
      state.world_from_link(stream->instance, stream->link) * stream->link_from_sensor;
  if (const auto* scan = std::get_if<RangeScan>(&reading.data))
    frames.push_back(
        scan_frame(stream->id, time, world_from_sensor, *scan, stream->no_return_code));
  else if (const auto* depths = std::get_if<RangeImage>(&reading.data))
    frames.push_back(depth_frame(stream->id, time, world_from_sensor, *depths));
  else if (const auto* image = std::get_if<Image>(&reading.data))
    frames.push_back(picture_frame(*stream, time, world_from_sensor, *image));
  else
    frames.push_back(values_message(stream->id, time, reading.data));
}

std::vector<const Stream*> Subscription::Impl::due_cameras(double time) {
  std::vector<const Stream*> due;
  for (auto& [id, wanted] : streams_) {
    const Stream* stream = registry_.find_stream(id);
    if (stream == nullptr || stream->kind != SensorKind::Camera) continue;
    if (!wanted.rate_limit.is_due(time)) continue;
    wanted.rate_limit.mark_sent(time, wanted.rate > 0.0 ? wanted.rate : kDefaultPictureRate);
    due.push_back(stream);
  }
  return due;
}

Subscription::Subscription(EntityRegistry& registry, const World& world, std::uint64_t seed)
    : impl_(std::make_unique<Impl>(registry, world, seed)) {}
Subscription::~Subscription() = default;

void Subscription::set(const Watch& watch) { impl_->set(watch); }
const Watch& Subscription::watch() const { return impl_->watch(); }
bool Subscription::is_due(double time) const { return impl_->is_due(time); }
std::vector<Frame> Subscription::encode(const State& state) { return impl_->encode(state); }
std::vector<Frame> Subscription::encode(std::span<const Reading> readings, const State& state) {
  return impl_->encode(readings, state);
}
std::vector<const Stream*> Subscription::due_cameras(double time) {
  return impl_->due_cameras(time);
}

}  // namespace rubble::viewer_protocol
