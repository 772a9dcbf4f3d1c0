// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/replay_server.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rubble/usarsim/protocol/sensor_lines.h"
#include "rubble/usarsim/protocol/status_lines.h"

namespace rubble::server {
namespace {

using logs::Log;
using logs::LogEntry;

// What a listener got, and when.
struct Heard {
  double time = 0.0;
  std::string text;
};

std::unique_ptr<Log> text_log(const std::string& text) {
  return *logs::open_usarsim_log(text, "run.log");
}

// A stage with a clock of its own.
class ReplayFixture {
 public:
  explicit ReplayFixture(const Log& log, const ReplaySettings& settings = {})
      : stage_(
            log, settings,
            [this](net::ConnectionId who, std::string text, net::Delivery) {
              heard_[who].push_back({now_, std::move(text)});
            },
            [this](net::ConnectionId who) { return queued_bytes_[who]; }) {}

  void open(net::ConnectionId who) { stage_.open(who); }
  void close(net::ConnectionId who) { stage_.close(who); }
  void say(net::ConnectionId who, const std::string& line) { stage_.receive(who, line, now_); }
  void begin(net::ConnectionId who) {
    open(who);
    say(who, "INIT {ClassName USARBot.P2AT} {Location 0,0,0}");
    heard_[who].clear();
  }
  // As the owner does it: from due moment to due moment.
  void wait_until(double time) {
    for (stage_.advance(now_); stage_.next_due(now_) <= time; stage_.advance(now_))
      now_ = stage_.next_due(now_);
    now_ = time;
  }
  void look() { stage_.advance(now_); }
  std::vector<Heard>& heard(net::ConnectionId who) { return heard_[who]; }
  std::string text(net::ConnectionId who) {
    std::string all;
    for (const Heard& heard : heard_[who]) all += heard.text;
    return all;
  }
  std::map<net::ConnectionId, std::size_t> queued_bytes_;
  double now_ = 1000.0;

 private:
  std::map<net::ConnectionId, std::vector<Heard>> heard_;
  ReplayServer stage_;
};

std::string status_lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text +=
        "STA {Type GroundVehicle} {Time " + std::to_string(50.0 + 0.1 * i) + "} {Odd  blanks} \r\n";
  return text;
}

TEST(ReplayServer, ReplaysATextLogByteForByte) {
  const std::string text = status_lines(50) + "SEN {Time 55.0} {Type Camera} \r\n";
  const auto log = text_log(text);
  ReplayFixture replay(*log);
  replay.begin(1);
  replay.wait_until(1100.0);
  EXPECT_EQ(replay.text(1), text);
}

TEST(ReplayServer, KeepsTheLogsOwnPaceTimesTheRate) {
  const auto log = text_log(status_lines(101));
  for (const double rate : {1.0, 4.0, 0.5}) {
    ReplayFixture replay(*log, {.rate = rate});
    replay.begin(1);
    replay.wait_until(1100.0);
    ASSERT_EQ(replay.heard(1).size(), 101U);
    const double took = replay.heard(1).back().time - replay.heard(1).front().time;
    EXPECT_NEAR(took, 10.0 / rate, 0.02 * 10.0 / rate);
    for (std::size_t i = 1; i < 101; ++i)
      EXPECT_NEAR(replay.heard(1)[i].time - replay.heard(1)[i - 1].time, 0.1 / rate, 1e-6);
  }
}

TEST(ReplayServer, AsFastAsTheClientReadsAndNoFaster) {
  const auto log = text_log(status_lines(50000));
  ReplayFixture replay(*log, {.rate = 0.0});
  replay.begin(1);
  replay.queued_bytes_[1] = 2 << 20;
  replay.look();
  EXPECT_EQ(replay.text(1), "");
  replay.queued_bytes_[1] = 0;
  replay.look();
  const std::size_t first = replay.text(1).size();
  EXPECT_GT(first, 0U);
  EXPECT_LT(first, 2U << 20) << "one call says no more than the client has room for";
  for (int i = 0; i < 10; ++i) replay.look();
  EXPECT_EQ(replay.text(1), status_lines(50000)) << "and nothing is lost";
}

TEST(ReplayServer, GreetsAndIsSilentBeforeInit) {
  const auto log = text_log("NFO {Level arena7}\n" + status_lines(5));
  ReplayFixture replay(*log);
  replay.open(1);
  EXPECT_NE(replay.text(1).find("{Level arena7}"), std::string::npos) << replay.text(1);
  replay.heard(1).clear();
  replay.say(1, "GETCONF {Type Robot}");
  replay.say(1, "DRIVE {Left 1} {Right 1}");
  replay.wait_until(1010.0);
  EXPECT_EQ(replay.text(1), "");
}

TEST(ReplayServer, EachConnectionHearsItFromTheBeginningOfItsOwn) {
  const auto log = text_log(status_lines(21));
  ReplayFixture replay(*log);
  replay.begin(1);
  replay.wait_until(1001.0);
  replay.begin(2);
  replay.wait_until(1010.0);
  EXPECT_EQ(replay.text(1), status_lines(21));
  EXPECT_EQ(replay.text(2), status_lines(21));
  EXPECT_NEAR(replay.heard(2).front().time, 1001.0, 1e-9);
}

TEST(ReplayServer, IgnoresOrdersAndStaysOpenAndSilentAtTheEnd) {
  const auto log = text_log(status_lines(3));
  ReplayFixture replay(*log);
  replay.begin(1);
  replay.say(1, "DRIVE {Left 1} {Right 1}");
  replay.say(1, "INIT {ClassName P2AT}");
  replay.say(1, "\x01\x02 nonsense {{{");
  replay.wait_until(1010.0);
  EXPECT_EQ(replay.text(1), status_lines(3));
  replay.close(1);
  replay.say(1, "DRIVE {Left 1} {Right 1}");
  replay.wait_until(1020.0);
  EXPECT_EQ(replay.text(1), status_lines(3));
}

TEST(ReplayServer, LoopsWhenAsked) {
  const auto log = text_log(status_lines(11));
  ReplayFixture replay(*log, {.is_looping = true});
  replay.begin(1);
  replay.wait_until(1002.95);
  EXPECT_EQ(replay.heard(1).size(), 31U + 1U) << "two whole rounds and most of a third";
}

TEST(ReplayServer, AnswersQuestionsFromTheLogWhereItCan) {
  const std::string conf = "CONF {Type RangeScanner} {Name S1} {MaxRange 20.0000}";
  const std::string geo = "GEO {Type GroundVehicle} {Name P2AT} {WheelRadius 0.1300}";
  const std::string starts = "NFO {StartPoses 1} {S1 1.0000,2.0000,-0.1000 0,0,0}";
  const auto log = text_log(conf + "\n" + conf + "\n" + geo + "\n" + starts + "\n" +
                            "SEN {Time 50.0} {Type RangeScanner} {Name S1} {Resolution 0.0174} "
                            "{FOV 3.1415} {Range 1,2}\n");
  ReplayFixture replay(*log);
  replay.begin(1);
  const auto answer = [&](const std::string& question) {
    replay.heard(1).clear();
    replay.say(1, question);
    return replay.text(1);
  };
  EXPECT_EQ(answer("GETCONF {Type rangescanner}"), conf + "\r\n");
  EXPECT_EQ(answer("GETCONF {Type RangeScanner} {Name S1}"), conf + "\r\n");
  EXPECT_EQ(answer("GETGEO {Type Robot}"), geo + "\r\n");
  EXPECT_EQ(answer("GETSTARTPOSES"), starts + "\r\n");
  EXPECT_NE(answer("GETGEO {Type RangeScanner}").find("GEO {Type RangeScanner} {Name S1"),
            std::string::npos);
  EXPECT_NE(answer("GETCONF {Type Robot}").find("CONF "), std::string::npos);
}

// Two robots whose readings and statuses stand mixed in the log, as in a recording.
class TwoRobots : public Log {
 public:
  TwoRobots() {
    for (const char* name : {"Anna", "Bert"}) {
      RobotDescription robot;
      robot.name = name;
      robot.robot_class = "P3AT";
      for (const char* sonar : {"F1", "F2"}) {
        SensorDescription sensor;
        sensor.name = sonar;
        sensor.kind = SensorKind::Sonar;
        robot.sensors.push_back(sensor);
      }
      robots_.push_back(robot);
    }
    for (Tick tick = 24; tick <= 240; tick += 24)
      for (int robot = 0; robot < 2; ++robot) {
        for (const char* sonar : {"F1", "F2"})
          moments_.push_back({seconds_at(tick), robot, reading(tick, robot, sonar)});
        moments_.push_back({seconds_at(tick), robot, status(tick, robot)});
      }
  }
  Reading reading(Tick tick, int robot, const char* sonar) const {
    return {tick, robots_[static_cast<std::size_t>(robot)].name, sonar,
            RangeReading{1.0 + robot, 0.1, 5.0}};
  }
  RobotStatus status(Tick tick, int robot) const {
    RobotStatus status;
    status.tick = tick;
    status.robot = robots_[static_cast<std::size_t>(robot)].name;
    status.battery = 1000.0;
    return status;
  }
  const Arena& arena() const override { return arena_; }
  const std::vector<RobotDescription>& robots() const override { return robots_; }
  double duration() const override { return 1.0; }
  std::unique_ptr<logs::LogCursor> begin() const override {
    class Cursor : public logs::LogCursor {
     public:
      explicit Cursor(const std::vector<LogEntry>& moments) : moments_(moments) {}
      std::optional<LogEntry> next() override {
        return next_ < moments_.size() ? std::optional(moments_[next_++]) : std::nullopt;
      }

     private:
      const std::vector<LogEntry>& moments_;
      std::size_t next_ = 0;
    };
    return std::make_unique<Cursor>(moments_);
  }

 private:
  Arena arena_;
  std::vector<RobotDescription> robots_;
  std::vector<LogEntry> moments_;
};

TEST(ReplayServer, FormatsReadingsAsInTheLiveRun) {
  const TwoRobots log;
  ReplayFixture replay(log);
  replay.open(1);
  replay.say(1, "INIT {ClassName P3AT} {Name bert}");
  replay.heard(1).clear();
  replay.wait_until(1010.0);
  std::string wanted;
  for (Tick tick = 24; tick <= 240; tick += 24) {
    usarsim::ProtocolSession live(log.arena(), {}, "R1");
    live.on_spawned(log.robots()[1]);
    const std::vector<Reading> readings = {log.reading(tick, 1, "F1"), log.reading(tick, 1, "F2")};
    wanted += live.sensor_text(readings);
    wanted += live.status_text(log.status(tick, 1));
  }
  EXPECT_EQ(replay.text(1), wanted);
  EXPECT_NE(wanted.find("{Name F1 Range 2.0000} {Name F2 Range 2.0000}"), std::string::npos)
      << wanted;
}

TEST(ReplayServer, ARobotThatEnteredLateSpeaksAtOnce) {
  const TwoRobots log;
  ReplayFixture replay(log);
  replay.begin(1);
  replay.wait_until(1010.0);
  EXPECT_DOUBLE_EQ(replay.heard(1).front().time, 1000.0);
  EXPECT_NEAR(replay.heard(1).back().time, 1000.9, 1e-9);
}

TEST(ReplayServer, AssignsEachClientARobotWithoutAClient) {
  const TwoRobots log;
  ReplayFixture replay(log);
  for (net::ConnectionId who = 1; who <= 3; ++who) replay.begin(who);
  replay.wait_until(1010.0);
  EXPECT_NE(replay.text(1).find("Range 1.0000"), std::string::npos);
  EXPECT_NE(replay.text(2).find("Range 2.0000"), std::string::npos);
  EXPECT_EQ(replay.text(3), replay.text(1));
  replay.close(2);
  replay.begin(4);
  replay.wait_until(1020.0);
  EXPECT_EQ(replay.text(4), replay.text(2));
}

TEST(ReplayServer, StampsMayBeginAtZero) {
  const auto log = text_log(
      "SEN {Time 5537.9023} {Type RFID} {Name RFID} {ID 1001}\r\n"
      "SEN {Type GPS} {Name GPS} {Fix 0} {Satellites 0}\r\n"
      "STA {Type GroundVehicle} {Time 5537.90} {Battery 1200} {View -1}\r\n"
      "SEN {Time 5538.1220} {Type Camera} \r\n"
      "SEN {Time 5538} {Type Camera} \r\n"
      "STA {Type GroundVehicle} {Time 5547.90} {Battery 1190} {View -1}\r\n"
      "STA {Type GroundVehicle} {Time 3.50} {Battery 1190} {View -1}\r\n"  // another run
      "STA {Type GroundVehicle} {Time 4.50} {Battery 1190} {View -1}\r\n");
  ReplayFixture replay(*log, {.starts_at_zero = true});
  replay.begin(1);
  replay.wait_until(1100.0);
  const std::string last_tick = replay.text(1);
  EXPECT_TRUE(
      last_tick.starts_with("SEN {Time 0.0000} {Type RFID} {Name RFID} {ID 1001}\r\n"
                            "SEN {Type GPS} {Name GPS} {Fix 0} {Satellites 0}\r\n"
                            "STA {Type GroundVehicle} {Time 0.00} {Battery 1200} {View -1}\r\n"
                            "SEN {Time 0.2197} {Type Camera} \r\n"
                            "SEN {Time 0} {Type Camera} \r\n"
                            "STA {Type GroundVehicle} {Time 10.00} {Battery 1190} {View -1}\r\n"))
      << last_tick;
  const std::size_t last = last_tick.rfind("{Time ");
  EXPECT_GE(std::stod(last_tick.substr(last + 6)), 10.0) << last_tick;
}

// All kinds of logs: what is told is what is told otherwise, only earlier.
TEST(ReplayServer, StampsOfReadingsMayBeginAtZeroToo) {
  const auto log = *logs::open_carmen_log(
      "ODOM 0 0 0 0 0 0 976052857.34 host 0.5\nFLASER 3 1 2 3 0 0 0 0 0 0 976052857.59 host 0.75\n"
      "ODOM 1 0 0 0 0 0 976052858.34 host 1.5\n",
      "run.clf");
  ReplayFixture replay(*log, {.starts_at_zero = true});
  replay.begin(1);
  replay.wait_until(1100.0);
  const std::string last_tick = replay.text(1);
  EXPECT_NE(last_tick.find("{Time 0.00} {Type Odometry}"), std::string::npos) << last_tick;
  EXPECT_NE(last_tick.find("{Time 1.00} {Type Odometry}"), std::string::npos) << last_tick;
  EXPECT_EQ(last_tick.find("{Time 97"), std::string::npos) << last_tick;
}

}  // namespace
}  // namespace rubble::server
