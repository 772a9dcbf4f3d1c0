// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/time_ledger.h"

#include <gtest/gtest.h>

namespace rubble::server {
namespace {

double share_of(const TimeLedger& ledger, const std::string& name) {
  for (const page::ProfileEntry& spent : ledger.shares())
    if (spent.name == name) return spent.seconds;
  ADD_FAILURE() << "there is no " << name;
  return -1.0;
}

TEST(TimeLedger, SharesAreSecondsASecondAndAddUp) {
  TimeLedger ledger(50.0);
  double now = 50.0;
  for (int tick = 0; tick < 240; ++tick) {
    ledger.book(Work::Physics, now += 0.002);
    ledger.book(Work::Sensing, now += 0.001);
    ledger.book(Work::Idle, now += 0.005);
  }
  double all = 0.0;
  for (const page::ProfileEntry& spent : ledger.shares()) all += spent.seconds;
  EXPECT_NEAR(all, 1.0, 1e-9);
  EXPECT_NEAR(share_of(ledger, "physics"), 0.25, 0.01);
  EXPECT_NEAR(share_of(ledger, "sensors"), 0.125, 0.01);
  EXPECT_NEAR(share_of(ledger, "idle"), 0.625, 0.01);
  EXPECT_EQ(share_of(ledger, "recording"), 0.0);
}

TEST(TimeLedger, ForgetsWhatWasBeforeTheLastSeconds) {
  TimeLedger ledger(0.0);
  ledger.book(Work::Recording, 1.5);
  EXPECT_NEAR(share_of(ledger, "recording"), 1.0, 1e-12);
  ledger.book(Work::Idle, 2.0);
  EXPECT_NEAR(share_of(ledger, "recording"), 1.0, 1e-12) << "until the second is over";
  ledger.book(Work::Idle, 2.6);
  EXPECT_EQ(share_of(ledger, "recording"), 0.0);
  EXPECT_NEAR(share_of(ledger, "idle"), 1.0, 1e-12);
}

}  // namespace
}  // namespace rubble::server
