// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "rubble/page/run_status.h"

namespace rubble::server {

// What the thread that owns a simulation spends its time on.
enum class Work { Idle, Clients, Orders, Pilots, Physics, Sensing, Recording, Radio, Page };

// Where time goes: whoever ends a piece of work says what it was. Shares are of the last second or
// so.
class TimeProfile {
 public:
  explicit TimeProfile(double now) : last_(now), began_(now) {}

  // Everything since the last call was this.
  void record_time(Work work, double now);
  // Seconds a second, one for each kind of work.
  std::vector<page::ProfileEntry> shares() const;

 private:
  static constexpr std::size_t kKinds = 9;
  using Seconds = std::array<double, kKinds>;

  double last_;
  double began_;
  Seconds running_{};
  Seconds finished_{};
};

}  // namespace rubble::server
