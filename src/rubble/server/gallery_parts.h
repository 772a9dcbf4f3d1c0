// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of the gallery.
#pragma once

#include <algorithm>
#include <optional>

#include "rubble/server/gallery.h"

namespace rubble::server {

// One page. Either it looks at the live run or it sits before a recording.
struct Gallery::Visitor {
  std::optional<page::Watcher> watcher;
  std::unique_ptr<PlaybackRoom> room;
  std::vector<page::ProtocolLine> lines;  // that were overheard and not yet told
  double budget = 0.0;                    // bytes it may get now
  double earned_at = 0.0;                 // the clock on the wall, s
  double next_poses = 0.0;
  double measured_at = 0.0;
  std::int64_t bytes_then = 0;
  double bytes_per_second = 0.0;

  bool is_live() const { return room == nullptr; }

  // Bytes come with time; those that were not used are not saved up for long.
  void earn(double now, double bytes_a_second) {
    constexpr double kLongest = 0.5;  // s
    budget = std::min(budget + (now - earned_at) * bytes_a_second, kLongest * bytes_a_second);
    earned_at = now;
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
