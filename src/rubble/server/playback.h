// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/mcap/reader.h"
#include "rubble/messages/description.h"
#include "rubble/messages/event.h"
#include "rubble/messages/reading.h"
#include "rubble/messages/status.h"
#include "rubble/messages/truth.h"
#include "rubble/rays/static_scene.h"
#include "rubble/recording/recording.h"
#include "rubble/sim/population.h"
#include "rubble/viewer_protocol/entity_registry.h"

namespace rubble::server {

// Memory limits for a recording.
struct PlaybackLimits {
  std::uint64_t file_bytes = 2UL << 30;
  std::size_t poses = 2'000'000;  // body poses and robot statuses; beyond, samples are thinned
  std::size_t events = 20'000;    // the first ones are kept
  std::size_t arrivals = 20'000;  // spawns and removals
  std::size_t descriptions = 20'000;
  std::uint64_t unpacked_bytes = 16UL << 30;
};

// Random access to a recorded run. Which instances exist follows from the recorded commands, their
// poses from the recorded ground truth; nothing is simulated again. Readings are read from the file
// on demand. Single-threaded.
class Playback {
 public:
  static Result<std::unique_ptr<Playback>> open(const std::string& path,
                                                const PlaybackLimits& limits = {});
  ~Playback();

  const World& world() const { return population_->world(); }
  // For scenes of this world, on any thread.
  const std::shared_ptr<const rays::StaticScene>& static_scene() const { return static_scene_; }
  std::uint64_t seed() const { return recording_.facts().seed; }
  Tick begin() const { return begin_; }
  Tick end() const { return end_; }

  // State at a tick, interpolated between the samples in memory. Valid until the next call.
  const State& at(Tick tick);
  // For the tick of the last at(): robots present, and the latest status of one; null if there is
  // none.
  std::vector<viewer_protocol::RobotEntity> robots() const;
  const RobotStatus* status_of(const std::string& robot) const;
  // Forward speed, m/s, and yaw rate, rad/s, for the tick of the last at().
  std::pair<double, double> speeds_of(InstanceId robot) const;

  // Events of the whole run.
  const std::vector<Event>& events() const { return events_; }
  // Readings in (after, until], in order; at most 20,000.
  std::vector<Reading> readings(Tick after, Tick until);

 private:
  // Interval [from, until) in which an instance is present.
  struct Presence {
    Tick from = 0;
    Tick until = 0;
  };
  // State other than bodies, from `tick` on.
  struct Change {
    Tick tick = 0;
    std::vector<SmokeArea> smokes;
    std::vector<Tag> tags;
  };
  struct Described {
    Tick tick = 0;
    RobotDescription robot;
  };
  struct Chunk {
    std::uint64_t at = 0;
    Tick first = 0;
    Tick last = 0;
  };

  Playback(recording::Recording recording, const PlaybackLimits& limits)
      : recording_(std::move(recording)), limits_(limits) {}
  Result<void> load();
  Result<void> read_messages();
  Result<void> take(const mcap::McapMessage& message, std::uint64_t chunk_at);
  void keep(Truth truth);
  void keep(RobotStatus status);
  void reduce_density();
  Result<void> replay_population();
  void record_change(Tick tick);
  void move_bodies(const Truth& truth);
  Truth truth_at(Tick tick) const;
  void apply_batteries();

  recording::Recording recording_;
  PlaybackLimits limits_;
  std::unique_ptr<recording::UnpackedWorld> files_;
  std::unique_ptr<sim::Population> population_;  // executes spawns and removals
  std::shared_ptr<const rays::StaticScene> static_scene_;
  std::unique_ptr<mcap::McapReader> reader_;
  Tick begin_ = 0;
  Tick end_ = 0;
  std::size_t pose_count_ = 0;  // number of poses in memory
  Tick min_spacing_ = 1;        // ticks between samples in memory
  std::vector<Truth> truths_;
  std::vector<Event> events_;
  std::vector<Described> descriptions_;
  std::map<std::string, std::vector<RobotStatus>> statuses_;
  std::vector<Chunk> chunks_;
  std::vector<Presence> presences_;  // by instance
  std::vector<Change> changes_;
  State state_;
};

}  // namespace rubble::server
