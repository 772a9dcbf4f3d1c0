// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "rubble/radio/links.h"
#include "rubble/server/bandwidth_budget.h"
#include "rubble/server/coverage_service.h"
#include "rubble/server/playback_session.h"
#include "rubble/viewer_protocol/run_status.h"
#include "rubble/viewer_protocol/subscription.h"

namespace rubble::server {

constexpr double kMaxPageBytesPerSecond = 750e3;  // per page, after the scene

// One page. It shows either the live run or a recording (`playback` is set). Used by the thread
// that owns the simulation; all times are wall clock, s.
struct PageSession {
  std::optional<viewer_protocol::Subscription> watcher;
  std::unique_ptr<PlaybackSession> playback;
  BandwidthBudget budget{kMaxPageBytesPerSecond};
  ThroughputMeter throughput;
  std::vector<viewer_protocol::ProtocolLine> lines;  // protocol lines not yet sent
  std::size_t line_bytes = 0;                        // of `lines`
  double next_links = 0.0;
  std::shared_ptr<const radio::Links> sent_links;  // last links sent
  double next_coverage = 0.0;
  std::optional<CoverageJob> coverage;  // pending request

  bool is_live() const { return playback == nullptr; }

  // Adds frames of the live run to the batch.
  void send(std::span<const viewer_protocol::Frame> frames) {
    for (const viewer_protocol::Frame& frame : frames)
      budget.spend(static_cast<double>(frame.bytes->size()));
    batch_.insert(batch_.end(), frames.begin(), frames.end());
  }
  void send(const viewer_protocol::Frame& frame) { send(std::span(&frame, 1)); }
  void discard_batch() { batch_.clear(); }
  // The batch if it is due, else nothing. Waking the network thread costs more than encoding a
  // frame, so frames are batched for 40 ms.
  std::vector<viewer_protocol::Frame> take_due_batch(double now) {
    constexpr double kMoment = 0.04;  // s
    if (!is_live()) batch_.clear();
    if (batch_.empty() || now < next_flush_) return {};
    next_flush_ = now + kMoment;
    return std::exchange(batch_, {});
  }

  // Limits poses to 40 Hz of wall time, however fast the simulation runs.
  bool is_time_for_poses(double now) {
    constexpr double kPeriod = 1.0 / 40.0;  // s
    if (now < next_poses_) return false;
    next_poses_ = now + kPeriod;
    return true;
  }

 private:
  std::vector<viewer_protocol::Frame> batch_;
  double next_flush_ = 0.0;
  double next_poses_ = 0.0;
};

}  // namespace rubble::server
