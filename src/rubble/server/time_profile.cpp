// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/time_profile.h"

namespace rubble::server {

void TimeProfile::record_time(Work work, double now) {
  constexpr double kPeriod = 1.0;  // s
  running_[static_cast<std::size_t>(work)] += now - last_;
  last_ = now;
  const double passed = now - began_;
  if (passed < kPeriod) return;
  for (double& seconds : running_) seconds /= passed;
  finished_ = running_;
  running_ = {};
  began_ = now;
}

std::vector<viewer_protocol::ProfileEntry> TimeProfile::shares() const {
  static constexpr std::array<const char*, kKinds> kNames{
      "idle", "clients", "orders", "pilots", "physics", "sensors", "recording", "radio", "page"};
  std::vector<viewer_protocol::ProfileEntry> shares;
  for (std::size_t i = 0; i < kKinds; ++i) shares.push_back({kNames[i], finished_[i]});
  return shares;
}

}  // namespace rubble::server
