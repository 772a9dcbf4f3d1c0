// SPDX-License-Identifier: Apache-2.0
// A run that was recorded while clients drove in it, told again: to the byte and at its own pace.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "apps/support.h"
#include "rubble/logs/log.h"
#include "rubble/sdf/load.h"
#include "rubble/server/live_run.h"
#include "rubble/server/replay_server.h"

namespace rubble::tests {
namespace {

using net::ConnectionId;

struct HeardLine {
  double time = 0.0;  // s, of the simulated clock
  std::string text;
};
using Story = std::vector<HeardLine>;  // what one client heard
using Stories = std::map<ConnectionId, Story>;

bool is_told_again(const std::string& line) {
  return line.starts_with("SEN ") || line.starts_with("STA ") || line.starts_with("MISSTA ") ||
         line.starts_with("ASTA ");
}

void keep_lines(Story& story, double time, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("\r\n"), text.size() - 1);
    std::string line(text.substr(0, end));
    if (is_told_again(line)) story.push_back({time, std::move(line)});
    text.remove_prefix(std::min(end + 2, text.size()));
  }
}

std::string text_of(const Story& story) {
  std::string all;
  for (const HeardLine& line : story) all += line.text + "\n";
  return all;
}

// What a client says at a time.
struct Said {
  double time = 0.0;
  ConnectionId who = 1;
  const char* line = "";
};

// Robots that come one after the other, drive, move their joints and scan; one leaves, and another
// takes its name.
constexpr Said kPlay[] = {
    {0.0, 1, "INIT {ClassName USARBot.P2AT} {Name R1} {Location 0,0,0}"},
    {0.0, 2, "INIT {ClassName USARBot.Kenaf} {Name K} {Location -3,-2,0}"},
    {0.3, 1, "DRIVE {Left 2} {Right 1} {Light true}"},
    {0.4, 1, "MISPKG {Name CameraPanTilt} {Link 1} {Value 0.5} {Link 2} {Value -0.2}"},
    {0.5, 2, "MULTIDRIVE {FRFlipper 0.5} {FLFlipper 0.4} {RRFlipper 0.3} {RLFlipper 0.2}"},
    {0.7, 3, "INIT {ClassName USARBot.AirRobot} {Name A} {Location 2,2,0}"},
    {0.9, 3, "DRIVE {AltitudeVelocity 0.5} {LateralVelocity -0.2}"},
    {1.0, 2, "DRIVE {Left 3} {Right 3}"},
    {1.1, 1, "SET {Type RangeScanner} {Name Scanner1} {Opcode SCAN}"},
    {1.3, 1, "SET {Type Odometry} {Opcode RESET}"},
    {1.5, 1, "SET {Type RFID} {Opcode Write} {Params 118 been here}"},
    {3.0, 3, "close"},
    {3.2, 4, "INIT {ClassName USARBot.P2DX} {Name A} {Location 2,2,0}"},
    {3.3, 4, "DRIVE {Left 3} {Right 3}"},
};
constexpr double kLength = 4.0;  // s

class LiveAndReplay : public testing::TestWithParam<usarsim::Dialect> {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  // Plays and records; gives what the clients heard.
  Stories live() {
    auto world =
        load_world(RUBBLE_SOURCE_DIR "/tests/conversations/room.sdf", apps::load_settings({}));
    EXPECT_TRUE(world.ok());
    auto recorder = recording::Recorder::open(path_, {.seed = 5, .level = world->name}, world->file,
                                              world->files);
    EXPECT_TRUE(recorder.ok());
    Stories stories;
    sim::Simulation simulation(*std::move(world), {.seed = 5, .load = apps::load_settings({})});
    server::LiveRunSettings settings;
    settings.wire.dialect = GetParam();
    server::LiveRun live(simulation, settings,
                         [&](ConnectionId who, const std::string& text, net::Delivery) {
                           keep_lines(stories[who], seconds_at(simulation.state().tick), text);
                         });
    EXPECT_TRUE(live.recording().begin(*std::move(recorder), "play").ok());
    for (ConnectionId who = 1; who <= 4; ++who) live.clients().open(who);
    const Said* next = std::begin(kPlay);
    for (Tick tick = 0; tick < tick_at(kLength); ++tick) {
      for (; next != std::end(kPlay) && tick_at(next->time) <= tick; ++next)
        std::string_view(next->line) == "close" ? live.clients().close(next->who)
                                                : live.clients().receive(next->who, next->line);
      live.step();
    }
    EXPECT_TRUE(live.recording().end().ok());
    return stories;
  }

  // Each robot's story by the recording, on a clock that goes from due moment to due moment.
  Stories replayed(double rate) const {
    const auto log = logs::open_log(path_);
    EXPECT_TRUE(log.ok()) << (log.ok() ? "" : log.error().to_string());
    Stories stories;
    double now = 100.0;
    server::ReplayServer stage(
        **log, {.wire = {.dialect = GetParam()}, .rate = rate},
        [&](ConnectionId who, const std::string& text, net::Delivery) {
          keep_lines(stories[who], now, text);
        },
        [](ConnectionId) { return std::size_t{0}; });
    for (ConnectionId who = 1; who <= 4; ++who) stage.open(who);
    for (const Said& said : kPlay)
      if (std::string_view(said.line).starts_with("INIT")) stage.receive(said.who, said.line, now);
    stage.advance(now);
    while (std::isfinite(stage.next_due(now))) {
      now = stage.next_due(now);
      stage.advance(now);
    }
    return stories;
  }

 private:
  std::string path_ =
      testing::TempDir() + "live_replay_" + std::to_string(static_cast<int>(GetParam())) + ".mcap";
};

TEST_P(LiveAndReplay, TellTheSameLinesInTheSameOrder) {
  const Stories before = live();
  const Stories after = replayed(1.0);
  ASSERT_EQ(before.size(), 4U);
  for (const auto& [who, story] : before) {
    ASSERT_GT(story.size(), 20U);
    EXPECT_EQ(text_of(after.at(who)), text_of(story)) << "client " << who;
  }
}

TEST_P(LiveAndReplay, KeepTheSamePace) {
  const Stories before = live();
  for (const double rate : {1.0, 4.0}) {
    const Stories after = replayed(rate);
    for (const auto& [who, story] : before) {
      const Story& told = after.at(who);
      ASSERT_EQ(told.size(), story.size());
      const double length = story.back().time - story.front().time;
      EXPECT_NEAR((told.back().time - told.front().time) * rate, length, 0.02 * length);
      for (std::size_t i = 0; i < story.size(); ++i) {
        const double was = story[i].time - story.front().time;
        EXPECT_NEAR((told[i].time - told.front().time) * rate, was, kTickSeconds)
            << "client " << who << ": " << story[i].text.substr(0, 80);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Dialects, LiveAndReplay,
                         testing::Values(usarsim::Dialect::Compat, usarsim::Dialect::Classic,
                                         usarsim::Dialect::Udk),
                         [](const auto& dialect) {
                           return dialect.param == usarsim::Dialect::Udk       ? "Udk"
                                  : dialect.param == usarsim::Dialect::Classic ? "Classic"
                                                                               : "Compat";
                         });

}  // namespace
}  // namespace rubble::tests
