// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/real_time_pacer.h"

#include <gtest/gtest.h>

namespace rubble::server {
namespace {

// A clock of its own: every tick costs so much, and waits take just as long as asked.
struct PacedRun {
  double now = 100.0;
  Tick ticks = 0;
};

PacedRun run_for(RealTimePacer& pacer, PacedRun run, double seconds, double seconds_a_tick) {
  const double end = run.now + seconds;
  while (run.now < end) {
    run.now += std::max(0.0, pacer.seconds_left(run.now)) + seconds_a_tick;
    pacer.on_tick(run.now);
    ++run.ticks;
  }
  return run;
}

TEST(RealTimePacer, KeepsItsRateWhateverATickCosts) {
  for (const double rate : {0.5, 1.0, 3.0})
    for (const double cost : {0.0, 0.3 * kTickSeconds}) {
      RealTimePacer pacer({Pace::Kind::Steady, rate}, 100.0);
      const PacedRun run = run_for(pacer, {}, 20.0, cost);
      EXPECT_NEAR(static_cast<double>(run.ticks), 20.0 * 240.0 * rate, 2.0);
      EXPECT_NEAR(pacer.real_time_factor(), rate, 0.01 * rate);
      EXPECT_EQ(pacer.skipped_seconds(), 0.0);
    }
}

TEST(RealTimePacer, CatchesUpNoMoreThanAQuarterOfASecond) {
  RealTimePacer pacer({}, 100.0);
  PacedRun run = run_for(pacer, {}, 1.0, 0.0);
  run.now += 5.0;  // the machine slept
  pacer.on_tick(run.now);
  EXPECT_NEAR(pacer.skipped_seconds(), 4.75, 0.01);
  const Tick before = run.ticks;
  run = run_for(pacer, run, 1.0, 0.0);
  EXPECT_NEAR(static_cast<double>(run.ticks - before), 240.0 + 60.0, 2.0);
}

TEST(RealTimePacer, RunsLateWhereTheMachineIsTooSlowAndSaysSo) {
  RealTimePacer pacer({}, 100.0);
  run_for(pacer, {}, 10.0, 2.0 * kTickSeconds);
  EXPECT_NEAR(pacer.real_time_factor(), 0.5, 0.01);
  EXPECT_NEAR(pacer.skipped_seconds(), 5.0 - 0.25, 0.05);
}

TEST(RealTimePacer, NeverWaitsAtMaximumRate) {
  RealTimePacer pacer({Pace::Kind::Max}, 0.0);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(pacer.seconds_left(0.0), 0.0);
    pacer.on_tick(0.0);
  }
  EXPECT_EQ(pacer.skipped_seconds(), 0.0);
}

TEST(RealTimePacer, StepsAsOftenAsAskedAlsoWhenATickWasUnderWayAsItPaused) {
  RealTimePacer pacer({}, 0.0);
  pacer.pause();
  pacer.on_tick(0.0);
  pacer.step(24);
  Tick ticks = 0;
  for (; ticks < 100 && pacer.seconds_left(1.0) <= 0.0; ++ticks) pacer.on_tick(1.0);
  EXPECT_EQ(ticks, 24);
}

TEST(Pace, IsANumberOrAWord) {
  EXPECT_EQ(parse_pace("1")->rate, 1.0);
  EXPECT_EQ(parse_pace("2.5")->rate, 2.5);
  EXPECT_EQ(parse_pace("max")->kind, Pace::Kind::Max);
  EXPECT_EQ(parse_pace("lockstep")->kind, Pace::Kind::Lockstep);
  for (const char* wrong : {"", "0", "-1", "nan", "inf", "1x", "fast", "1e9"})
    EXPECT_FALSE(parse_pace(wrong)) << wrong;
}

TEST(RealTimePacer, IsLateWhenTicksAreMissingAndThereIsARateToKeep) {
  RealTimePacer steady({Pace::Kind::Steady, 2.0}, 10.0);
  EXPECT_FALSE(steady.is_late(10.0));
  EXPECT_FALSE(steady.is_late(10.0 + 0.9 * kTickSeconds));
  EXPECT_TRUE(steady.is_late(10.0 + 1.1 * kTickSeconds));
  steady.on_tick(10.0 + 1.1 * kTickSeconds);
  EXPECT_FALSE(steady.is_late(10.0 + 1.1 * kTickSeconds));
  EXPECT_FALSE(RealTimePacer({Pace::Kind::Max}, 10.0).is_late(20.0));
  EXPECT_FALSE(RealTimePacer({Pace::Kind::Lockstep}, 10.0).is_late(20.0));
}

TEST(RealTimePacer, PausedNothingIsDueButTheStepsAskedFor) {
  RealTimePacer pacer({}, 100.0);
  pacer.pause();
  EXPECT_TRUE(pacer.is_stopped());
  EXPECT_EQ(pacer.seconds_left(200.0), std::numeric_limits<double>::infinity());
  EXPECT_FALSE(pacer.is_late(200.0));
  EXPECT_EQ(pacer.real_time_factor(), 0.0);
  pacer.step(24);
  int ticks = 0;
  for (; ticks < 100 && pacer.seconds_left(200.0) <= 0.0; ++ticks) pacer.on_tick(200.0);
  EXPECT_EQ(ticks, 24);
  EXPECT_TRUE(pacer.is_stopped());
}

TEST(RealTimePacer, WhatWasPausedIsNotCaughtUp) {
  RealTimePacer pacer({}, 100.0);
  PacedRun run = run_for(pacer, {}, 2.0, 0.0);
  pacer.pause();
  pacer.step(10);
  run.now += 30.0;
  pacer.resume(run.now);
  EXPECT_FALSE(pacer.is_paused());
  const Tick before = run.ticks;
  run = run_for(pacer, run, 2.0, 0.0);
  EXPECT_NEAR(static_cast<double>(run.ticks - before), 480.0, 2.0) << "nor are steps left";
  EXPECT_NEAR(pacer.real_time_factor(), 1.0, 0.01);
  EXPECT_EQ(pacer.skipped_seconds(), 0.0);
}

TEST(RealTimePacer, TakesAnotherPaceOnTheWay) {
  RealTimePacer pacer({}, 100.0);
  PacedRun run = run_for(pacer, {}, 1.0, 0.0);
  pacer.set_pace({Pace::Kind::Steady, 4.0}, run.now);
  EXPECT_EQ(pacer.pace().rate, 4.0);
  const Tick before = run.ticks;
  run = run_for(pacer, run, 2.0, 0.0);
  EXPECT_NEAR(static_cast<double>(run.ticks - before), 4 * 480.0, 2.0);
  pacer.set_pace({Pace::Kind::Max}, run.now);
  EXPECT_EQ(pacer.seconds_left(run.now), 0.0);
  pacer.set_pace({Pace::Kind::Steady, 0.5}, run.now + 5.0);
  EXPECT_FALSE(pacer.is_late(run.now + 5.0)) << "no debts of the pace before";
}

}  // namespace
}  // namespace rubble::server
