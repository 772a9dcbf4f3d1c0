// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/time_profile.h"

#include <gtest/gtest.h>

namespace rubble::server {
namespace {

double share_of(const TimeProfile& time_profile, const std::string& name) {
  for (const viewer_protocol::ProfileEntry& spent : time_profile.shares())
    if (spent.name == name) return spent.seconds;
  ADD_FAILURE() << "there is no " << name;
  return -1.0;
}

TEST(TimeProfile, SharesAreSecondsPerSecondAndAddUp) {
  TimeProfile time_profile(50.0);
  double now = 50.0;
  for (int tick = 0; tick < 240; ++tick) {
    time_profile.record_time(Work::Physics, now += 0.002);
    time_profile.record_time(Work::Sensing, now += 0.001);
    time_profile.record_time(Work::Idle, now += 0.005);
  }
  double all = 0.0;
  for (const viewer_protocol::ProfileEntry& spent : time_profile.shares()) all += spent.seconds;
  EXPECT_NEAR(all, 1.0, 1e-9);
  EXPECT_NEAR(share_of(time_profile, "physics"), 0.25, 0.01);
  EXPECT_NEAR(share_of(time_profile, "sensors"), 0.125, 0.01);
  EXPECT_NEAR(share_of(time_profile, "idle"), 0.625, 0.01);
  EXPECT_EQ(share_of(time_profile, "recording"), 0.0);
}

TEST(TimeProfile, AveragesOverTheLastSecondsOnly) {
  TimeProfile time_profile(0.0);
  time_profile.record_time(Work::Recording, 1.5);
  EXPECT_NEAR(share_of(time_profile, "recording"), 1.0, 1e-12);
  time_profile.record_time(Work::Idle, 2.0);
  EXPECT_NEAR(share_of(time_profile, "recording"), 1.0, 1e-12) << "until the second is over";
  time_profile.record_time(Work::Idle, 2.6);
  EXPECT_EQ(share_of(time_profile, "recording"), 0.0);
  EXPECT_NEAR(share_of(time_profile, "idle"), 1.0, 1e-12);
}

}  // namespace
}  // namespace rubble::server
