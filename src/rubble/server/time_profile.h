// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "rubble/viewer_protocol/run_status.h"

namespace rubble::server {

// Activities of the simulation thread.
enum class Work { Idle, Clients, Orders, Pilots, Physics, Sensing, Recording, Radio, Page };

// Wall time of the simulation thread by activity: whoever ends an activity records it. Shares are
// averages over the last second or so.
class TimeProfile {
 public:
  explicit TimeProfile(double now) : last_(now), began_(now) {}

  // Attributes the time since the last call to `work`.
  void record_time(Work work, double now);
  // Seconds per second, one entry per activity.
  std::vector<viewer_protocol::ProfileEntry> shares() const;

 private:
  static constexpr std::size_t kKinds = 9;
  using Seconds = std::array<double, kKinds>;

  double last_;
  double began_;
  Seconds running_{};
  Seconds finished_{};
};

}  // namespace rubble::server
