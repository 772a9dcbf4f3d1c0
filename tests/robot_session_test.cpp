// SPDX-License-Identifier: Apache-2.0
// The client that listens to robots, against the real programs on loopback.
#include "rubble/usarsim/client/robot_session.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <thread>

#include "rubble/logs/robot_log.h"
#include "rubble/net/line_server.h"

namespace rubble::usarsim {
namespace {

// `rubble` with these words, for as long as this lives.
class ServingProgram {
 public:
  explicit ServingProgram(std::vector<std::string> words) {
    words.insert(words.begin(), RUBBLE_PROGRAM);
    int ends[2] = {-1, -1};
    if (::pipe(ends) != 0) return;
    process_ = ::fork();
    if (process_ == 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      ::close(ends[0]);
      ::close(ends[1]);
      std::vector<char*> arguments;
      for (std::string& word : words) arguments.push_back(word.data());
      arguments.push_back(nullptr);
      ::execv(RUBBLE_PROGRAM, arguments.data());
      ::_exit(127);
    }
    ::close(ends[1]);
    output_ = ::fdopen(ends[0], "r");
    char line[512] = {};
    if (std::fgets(line, sizeof line, output_) != nullptr)
      std::sscanf(line, "ready {\"usarsim\":%d", &port_);
  }
  ~ServingProgram() {
    if (process_ > 0) {
      ::kill(process_, SIGTERM);
      ::waitpid(process_, nullptr, 0);
    }
    if (output_ != nullptr) std::fclose(output_);
  }
  ServingProgram(const ServingProgram&) = delete;
  ServingProgram& operator=(const ServingProgram&) = delete;

  int port() const { return port_; }

 private:
  pid_t process_ = -1;
  std::FILE* output_ = nullptr;
  int port_ = 0;
};

logs::RobotLog heard_log(const RobotAddress& address) {
  logs::RobotLogBuilder heard;
  logs::UsarsimSensorDecoder last;
  const auto end = listen_to_robot(
      address, [&](const logs::SensorSample& event, const logs::UsarsimSensorDecoder& listener) {
        heard.add(event);
        last = listener;
        return true;
      });
  EXPECT_TRUE(end.ok()) << (end.ok() ? "" : end.error().message);
  return heard.finish(last);
}

void expect_same_scans(const logs::RobotLog& heard, const logs::RobotLog& read) {
  ASSERT_EQ(heard.laser_scans.size(), read.laser_scans.size());
  ASSERT_EQ(heard.lasers.size(), 1U);
  const Pose difference =
      heard.lasers[0].base_from_laser.inverse() * read.lasers[0].base_from_laser;
  EXPECT_LT(difference.position.norm(), 1e-3);
  EXPECT_LT(difference.rotation.vec().norm(), 1e-3);
  for (std::size_t i = 0; i < heard.laser_scans.size(); ++i) {
    const logs::LaserScan &one = heard.laser_scans[i], &other = read.laser_scans[i];
    EXPECT_NEAR(one.stamp, other.stamp, 0.01);
    EXPECT_NEAR(one.angle_min, other.angle_min, 1e-3);
    ASSERT_EQ(one.ranges.size(), other.ranges.size());
    for (std::size_t k = 0; k < one.ranges.size(); ++k) {
      ASSERT_EQ(std::isnan(one.ranges[k]), std::isnan(other.ranges[k])) << i << " " << k;
      if (!std::isnan(one.ranges[k])) {
        EXPECT_NEAR(one.ranges[k], other.ranges[k], 1e-3);
      }
    }
  }
  ASSERT_EQ(heard.odometry.size(), read.odometry.size());
  for (std::size_t i = 0; i < heard.odometry.size(); ++i)
    EXPECT_LT((heard.odometry[i].pose.position() - read.odometry[i].pose.position()).norm(), 1e-3);
}

TEST(RobotSession, HearsAReplayedLogAsItIsReadFromItsFile) {
  for (const char* name : {"corridor.clf", "corridor.log"}) {
    const std::string path = std::string(RUBBLE_SOURCE_DIR "/clients/logs/") + name;
    const ServingProgram replay({"replay", path, "--port", "0", "--rate", "max"});
    ASSERT_GT(replay.port(), 0);
    const auto read = logs::read_robot_log(path);
    ASSERT_TRUE(read.ok()) << read.error().to_string();
    expect_same_scans(heard_log({.port = replay.port(), .idle_timeout = 1.5}), *read);
  }
}

TEST(RobotSession, HearsARobotInASimulatedWorld) {
  const ServingProgram serve({"serve", RUBBLE_SOURCE_DIR "/tests/conversations/room.sdf", "--port",
                              "0", "--image-port", "off", "--com-port", "off", "--truth-port",
                              "off", "--radio-port", "off", "--web-port", "off", "--rate", "max"});
  ASSERT_GT(serve.port(), 0);
  std::size_t laser_scans = 0;
  double seen = 0.0;
  const auto end = listen_to_robot(
      {.port = serve.port(), .robot_class = "P3AT", .name = "Mapper"},
      [&](const logs::SensorSample& event, const logs::UsarsimSensorDecoder& listener) {
        if (const auto* sweep = std::get_if<logs::LaserScan>(&event)) {
          ++laser_scans;
          EXPECT_GT(listener.lasers()[static_cast<std::size_t>(sweep->laser)].max_range, 1.0);
          EXPECT_GT(listener.lasers()[static_cast<std::size_t>(sweep->laser)]
                        .base_from_laser.position.z(),
                    0.0);
          for (const float range : sweep->ranges) seen += std::isnan(range) ? 0.0 : 1.0;
        }
        return laser_scans < 10;
      });
  ASSERT_TRUE(end.ok()) << end.error().message;
  EXPECT_EQ(laser_scans, 10U);
  EXPECT_GT(seen, 100.0);
}

TEST(RobotSession, EndsWhenItIsToldSo) {
  const std::string path = RUBBLE_SOURCE_DIR "/clients/logs/corridor.log";
  const ServingProgram replay({"replay", path, "--port", "0", "--rate", "1", "--loop"});
  int looks = 0;
  const auto end = listen_to_robot(
      {.port = replay.port()}, [](const auto&, const auto&) { return true; },
      [&] { return ++looks > 20; });
  ASSERT_TRUE(end.ok());
  EXPECT_FALSE(end->was_closed);
}

TEST(RobotSession, SaysWhatIsWrong) {
  net::Network network;
  const auto server = net::LineServer::listen(network, {.name = "silent"});
  const auto silent = listen_to_robot({.port = (*server)->port(), .idle_timeout = 0.2},
                                      [](const auto&, const auto&) { return true; });
  ASSERT_FALSE(silent.ok());
  EXPECT_NE(silent.error().message.find("says nothing"), std::string::npos);
  EXPECT_FALSE(robot_address("here").ok());
  EXPECT_FALSE(robot_address("here:0").ok());
  EXPECT_EQ(robot_address("robot.local:3001")->host, "robot.local");
  EXPECT_EQ(robot_address("3002")->port, 3002);
}

}  // namespace
}  // namespace rubble::usarsim
