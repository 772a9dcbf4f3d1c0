// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of the gallery.
#pragma once

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "rubble/server/page_server.h"

namespace rubble::server {

// Carries pictures, on the thread that draws them, to pages that still look at the live run, and
// counts what each got.
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
  void send(WebServer& web, PageId page, const page::Frame& frame) {
    const std::lock_guard lock(mutex_);
    const auto found = bytes_.find(page);
    if (found == bytes_.end()) return;
    found->second += static_cast<double>(frame.bytes->size());
    web.send(page, frame);
  }
  // Since the last call.
  double take_bytes(PageId page) {
    const std::lock_guard lock(mutex_);
    const auto found = bytes_.find(page);
    return found == bytes_.end() ? 0.0 : std::exchange(found->second, 0.0);
  }

 private:
  std::mutex mutex_;
  std::map<PageId, double> bytes_;  // of pages at the live run
};

// One page. Either it looks at the live run or it sits before a recording.
struct PageServer::PageSession {
  std::optional<page::Subscription> watcher;
  std::unique_ptr<PlaybackSession> playback;
  std::vector<page::ProtocolLine> lines;  // that were overheard and not yet told
  std::size_t line_bytes = 0;             // of these
  std::vector<page::Frame> batch;         // of the live run, soon to be sent
  double next_flush = 0.0;
  double budget = 0.0;       // bytes it may get now
  double refilled_at = 0.0;  // the clock on the wall, s
  double next_poses = 0.0;
  double next_links = 0.0;
  std::shared_ptr<const radio::Links> sent_links;  // the last ones
  double next_coverage = 0.0;
  std::optional<CoverageJob> coverage;  // that it waits for
  double measured_at = 0.0;
  std::int64_t bytes_then = 0;
  double bytes_per_second = 0.0;

  bool is_live() const { return playback == nullptr; }

  // Bytes come with time; those that were not used are not saved up for long.
  void refill(double now, double bytes_a_second) {
    constexpr double kLongest = 0.5;  // s
    budget = std::min(budget + (now - refilled_at) * bytes_a_second, kLongest * bytes_a_second);
    refilled_at = now;
  }

  // However fast the run goes, nobody looks at more.
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
