// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/live_run.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "rubble/base/log.h"
#include "rubble/sdf/load.h"

namespace rubble::server {
namespace {

class LiveRunTest : public testing::Test {
 protected:
  static LoadSettings load() {
    LoadSettings settings;
    settings.resource_folders = default_resource_folders();
    return settings;
  }

  // A robot's place on the wire; two fit beside each other.
  void init(net::ConnectionId client, const std::string& name, int y = 0) {
    live_.clients().receive(client, "INIT {ClassName USARBot.P3AT} {Name " + name +
                                        "} {Location 0," + std::to_string(y) + ",-0.2}");
  }
  void control(net::ConnectionId client, const std::string& rest) {
    live_.clients().receive(client, "CONTROL " + rest);
  }
  void open(std::initializer_list<net::ConnectionId> clients) {
    for (const net::ConnectionId client : clients) live_.clients().open(client);
  }
  void become_controller(net::ConnectionId client) {
    live_.clients().receive(client, "INIT {ClassName USARBot.WorldController}");
  }
  void run(int ticks) {
    for (int i = 0; i < ticks; ++i) live_.step();
  }
  bool has_heard(net::ConnectionId client, const std::string& word) {
    return heard_[client].find(word) != std::string::npos;
  }
  bool is_there(const std::string& name) const { return simulation_.state().find(name).is_valid(); }

  sim::Simulation simulation_{
      *load_world(RUBBLE_SOURCE_DIR "/tests/conversations/room.sdf", load()),
      sim::Settings{.seed = 7, .load = load()}};
  std::map<net::ConnectionId, std::string> heard_;
  LiveRun live_{
      simulation_, {}, [this](net::ConnectionId client, std::string lines, net::Delivery) {
        heard_[client] += lines;
      }};
};

TEST_F(LiveRunTest, ARobotRemovedInTheTickItCameMayAskAgain) {
  open({1, 2});
  become_controller(2);
  init(1, "R1");
  control(2, "{Type Kill} {Name R1}");
  run(48);
  EXPECT_FALSE(is_there("R1"));
  EXPECT_FALSE(has_heard(1, "STA"));
  init(1, "R1");
  run(48);
  EXPECT_TRUE(is_there("R1"));
  EXPECT_TRUE(has_heard(1, "STA"));
}

TEST_F(LiveRunTest, OfTwoWithOneNameOnlyTheFirstDiesInTheTickTheSecondComes) {
  open({1, 2, 3});
  become_controller(2);
  init(1, "R1");
  run(24);
  control(2, "{Type Kill} {Name R1}");
  init(3, "R1", 2);
  heard_.clear();
  run(48);
  EXPECT_TRUE(has_heard(1, "DIE"));
  EXPECT_FALSE(has_heard(1, "STA"));
  EXPECT_FALSE(has_heard(3, "DIE"));
  EXPECT_TRUE(has_heard(3, "STA"));
  live_.clients().close(1);
  run(2);
  EXPECT_TRUE(is_there("R1_2"));
  live_.clients().close(3);
  run(2);
  EXPECT_FALSE(is_there("R1_2"));
}

TEST_F(LiveRunTest, WhoComesBackAtOnceUnderItsNameKeepsTheNewRobot) {
  open({1, 3});
  init(1, "R1");
  run(24);
  live_.clients().close(1);
  init(3, "R1");
  run(48);
  EXPECT_FALSE(has_heard(3, "DIE"));
  EXPECT_TRUE(has_heard(3, "STA"));
  EXPECT_TRUE(is_there("R1"));
  live_.clients().close(3);
  run(2);
  EXPECT_FALSE(is_there("R1"));
}

TEST_F(LiveRunTest, RobotsEnterInTheOrderOfTheirNamesHoweverClientsCame) {
  open({1, 2});
  init(1, "B", 2);
  init(2, "A");
  run(1);
  const std::vector<RobotState>& robots = live_.simulation().state().robots;
  ASSERT_EQ(robots.size(), 2U);
  EXPECT_EQ(live_.simulation().state().instances[robots[0].instance.index()].name, "A");
}

TEST_F(LiveRunTest, WhoMadeAThingThatIsGoneDoesNotTakeAnotherOfItsNameAlong) {
  open({1, 2});
  become_controller(1);
  control(1, "{Type Create} {ClassName box} {Name A} {Location 3,3,-1}");
  control(1, "{Type Create} {ClassName box} {Name B} {Location 3,-3,-1}");
  run(1);
  control(1, "{Type Kill} {Name A}");
  run(1);
  init(2, "A");
  run(1);
  ASSERT_TRUE(is_there("A"));
  ASSERT_TRUE(is_there("B"));
  live_.clients().close(1);
  run(24);
  EXPECT_TRUE(is_there("A"));
  EXPECT_FALSE(is_there("B"));
  EXPECT_FALSE(has_heard(2, "DIE"));
}

TEST_F(LiveRunTest, OnlyWhatALeavingClientAskedForIsForgotten) {
  open({1, 2});
  init(1, "R1");
  init(2, "R2", 2);
  live_.clients().close(1);
  run(1);
  EXPECT_FALSE(is_there("R1"));
  EXPECT_TRUE(is_there("R2"));
}

TEST_F(LiveRunTest, AControllerHearsOfAllThingsByNameOrOfOne) {
  open({1});
  become_controller(1);
  control(1, "{Type Create} {ClassName box} {Name B} {Location 3,3,-1}");
  control(1, "{Type Create} {ClassName box} {Name A} {Location 3,-3,-1}");
  control(1, "{Type Create} {ClassName box} {Name C} {Location -3,-3,-1}");
  control(1, "{Type Kill} {Name C}");
  run(1);
  heard_.clear();
  control(1, "{Type GetSTA}");
  const std::string all = heard_[1];
  EXPECT_LT(all.find("{Name A}"), all.find("{Name B}"));
  EXPECT_NE(all.find("{Name B}"), std::string::npos);
  EXPECT_EQ(all.find("{Name C}"), std::string::npos);
  heard_.clear();
  control(1, "{Type GetSTA} {Name B}");
  EXPECT_FALSE(has_heard(1, "{Name A}"));
  EXPECT_TRUE(has_heard(1, "{Name B}"));
}

// What the log says while something is done.
template <class Action>
std::string logged_while(Action action) {
  set_log_level(LogLevel::Info);
  testing::internal::CaptureStderr();
  action();
  return testing::internal::GetCapturedStderr();
}

TEST_F(LiveRunTest, OldClassesTakeTheNearestAndTheLogSaysSo) {
  open({1});
  const std::string log = logged_while([&] {
    live_.clients().receive(1, "INIT {ClassName USARBot.Zerg} {Name Z} {Location 0,0,-0.2}");
    run(2);
  });
  EXPECT_TRUE(is_there("Z"));
  EXPECT_NE(log.find("unknown robot class 'Zerg'; using the nearest class, P2AT"),
            std::string::npos)
      << log;
}

TEST_F(LiveRunTest, AnUnknownClassIsAnsweredInTheLogWithThoseThatExist) {
  open({1});
  const std::string log = logged_while([&] {
    live_.clients().receive(1, "INIT {ClassName USARBot.Unicorn} {Name U}");
    run(2);
  });
  EXPECT_FALSE(is_there("U"));
  for (const char* name : {"Unicorn", "P2AT", "P3AT", "Kenaf", "AirRobot"})
    EXPECT_NE(log.find(name), std::string::npos) << log;
  for (const char* data : {"maze_tiles", "room_pictures"})
    EXPECT_EQ(log.find(data), std::string::npos) << "no robot: " << log;
}

TEST_F(LiveRunTest, PlacesInTheLogAreGivenInTheWiresAxesToo) {
  open({1});
  const std::string log = logged_while([&] {
    live_.clients().receive(1, "INIT {ClassName USARBot.P3AT} {Name R} {Location 1,-1.5,0}");
    run(2);
  });
  EXPECT_NE(log.find("x 1.00, y 1.50"), std::string::npos) << log;
  EXPECT_NE(log.find("on the wire 1.00,-1.50"), std::string::npos) << log;
  EXPECT_EQ(log.find("-0.00"), std::string::npos) << log;
}

TEST_F(LiveRunTest, OneUnknownCommandPerConnectionIsLogged) {
  open({1, 2});
  const std::string log = logged_while([&] {
    for (int i = 0; i < 3; ++i) live_.clients().receive(1, "FOO {Bar 1}");
    for (int i = 0; i < 3; ++i) live_.clients().receive(2, "DRIVE {Left 1}");
  });
  EXPECT_NE(log.find("'FOO' is not a command"), std::string::npos) << log;
  EXPECT_NE(log.find("'DRIVE' is ignored: there is no robot yet"), std::string::npos) << log;
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 2) << log;
}

}  // namespace
}  // namespace rubble::server
