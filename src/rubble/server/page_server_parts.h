// SPDX-License-Identifier: Apache-2.0
// Private parts of PageServer.
#pragma once

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "rubble/server/page_server.h"

namespace rubble::server {

// Sends frames from worker threads to pages that show the live run, and counts the bytes of each.
// Thread-safe.
class PageServer::FrameSender {
 public:
  void register_page(PageId page) {
    const std::lock_guard lock(mutex_);
    bytes_.try_emplace(page, 0.0);
  }
  void unregister_page(PageId page) {
    const std::lock_guard lock(mutex_);
    bytes_.erase(page);
  }
  void send(net::WebServer& web, PageId page, const viewer_protocol::Frame& frame) {
    const std::lock_guard lock(mutex_);
    const auto found = bytes_.find(page);
    if (found == bytes_.end()) return;
    found->second += static_cast<double>(frame.bytes->size());
    web.send(page, frame);
  }
  // Bytes sent since the last call.
  double take_bytes(PageId page) {
    const std::lock_guard lock(mutex_);
    const auto found = bytes_.find(page);
    return found == bytes_.end() ? 0.0 : std::exchange(found->second, 0.0);
  }

 private:
  std::mutex mutex_;
  std::map<PageId, double> bytes_;  // by page that shows the live run
};

// One page. It shows either the live run or a recording (`playback` is set).
struct PageServer::PageSession {
  std::optional<viewer_protocol::Subscription> watcher;
  std::unique_ptr<PlaybackSession> playback;
  std::vector<viewer_protocol::ProtocolLine> lines;  // protocol lines not yet sent
  std::size_t line_bytes = 0;                        // of `lines`
  std::vector<viewer_protocol::Frame> batch;         // frames of the live run, sent at next_flush
  double next_flush = 0.0;
  double budget = 0.0;       // bytes that may be sent now (token bucket)
  double refilled_at = 0.0;  // wall clock, s
  double next_poses = 0.0;
  double next_links = 0.0;
  std::shared_ptr<const radio::Links> sent_links;  // last links sent
  double next_coverage = 0.0;
  std::optional<CoverageJob> coverage;  // pending request
  double measured_at = 0.0;
  std::int64_t bytes_then = 0;
  double bytes_per_second = 0.0;

  bool is_live() const { return playback == nullptr; }

  // Token bucket: refills with time, up to 0.5 s worth of bytes.
  void refill(double now, double bytes_per_second_limit) {
    constexpr double kMaxBurst = 0.5;  // s
    budget = std::min(budget + (now - refilled_at) * bytes_per_second_limit,
                      kMaxBurst * bytes_per_second_limit);
    refilled_at = now;
  }

  // Limits poses to 40 Hz of wall time, however fast the simulation runs.
  bool is_time_for_poses(double now) {
    constexpr double kPeriod = 1.0 / 40.0;  // s
    if (now < next_poses) return false;
    next_poses = now + kPeriod;
    return true;
  }

  double measure(double now, std::int64_t bytes) {
    if (now - measured_at >= 1.0) {
      bytes_per_second = static_cast<double>(bytes - bytes_then) / (now - measured_at);
      measured_at = now;
      bytes_then = bytes;
    }
    return bytes_per_second;
  }
};

}  // namespace rubble::server
