// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/host.h"

#include <gtest/gtest.h>

#include "rubble/net/test_client.h"
#include "rubble/sdf/load.h"

namespace rubble::server {
namespace {

class HostTest : public testing::Test {
 protected:
  void open(const std::string& pace, double duration = 0.0) {
    LoadSettings load;
    load.resource_folders = default_resource_folders();
    simulation_ = std::make_unique<sim::Simulation>(
        *load_world(RUBBLE_SOURCE_DIR "/tests/conversations/room.sdf", load),
        sim::Settings{.seed = 7, .load = load});
    HostSettings settings;
    settings.ports = {0, 0, 0, 0};
    settings.pace = *parse_pace(pace);
    settings.duration = duration;
    host_ = *Host::open(*simulation_, settings);
    ports_ = host_->ports();
    runner_ = std::thread([this] { host_->run(wants_stop_); });
  }
  void stop() {
    wants_stop_ = true;
    runner_.join();
  }
  void TearDown() override {
    if (runner_.joinable()) stop();
  }
  net::TestClient client() { return net::TestClient(*ports_.usarsim); }

  // The next line that begins so.
  static std::string line_like(net::TestClient& client, const std::string& begin,
                               int milliseconds = 20000) {
    while (const auto line = client.line(milliseconds))
      if (line->starts_with(begin)) return *line;
    return {};
  }
  static double time_in(const std::string& line) {
    const auto at = line.find("{Time ");
    return at == std::string::npos ? -1.0 : std::stod(line.substr(at + 6));
  }

  std::atomic<bool> wants_stop_ = false;
  std::unique_ptr<sim::Simulation> simulation_;
  std::unique_ptr<Host> host_;
  HostPorts ports_;
  std::thread runner_;
};

constexpr char kInit[] = "INIT {ClassName USARBot.P3AT} {Name R1} {Location 0,0,-0.2}\r\n";

TEST_F(HostTest, GreetsLetsARobotInAndRemovesItWithItsClient) {
  open("max");
  {
    net::TestClient robot = client();
    EXPECT_FALSE(line_like(robot, "NFO {Gametype").empty());
    robot.send(kInit);
    EXPECT_FALSE(line_like(robot, "STA {").empty());
    EXPECT_FALSE(line_like(robot, "SEN {").empty());
    net::TestClient com(*ports_.com);
    com.send("GETPOS\r\n");
    EXPECT_NE(com.line(20000)->find("POSITIONS {Robots 1} {Name R1 Location"), std::string::npos);
    net::TestClient truth(*ports_.truth);
    truth.send("{class P3AT}\r\n");
    EXPECT_NE(truth.line(20000)->find("{Name R1}"), std::string::npos);
    EXPECT_EQ(truth.line(20000), "{End}");
  }
  net::TestClient com(*ports_.com);
  EXPECT_TRUE(net::becomes_true([&] {
    com.send("GETPOS\r\n");
    return com.line(20000) == "POSITIONS {Robots 0}";
  }));
  stop();
  EXPECT_EQ(host_->counts().clients, 1);
}

TEST_F(HostTest, EndsByItselfWhenItsTimeIsOver) {
  open("max", 0.5);
  runner_.join();
  EXPECT_EQ(simulation_->state().tick, 120);
}

TEST_F(HostTest, InLockstepTheWorldWaitsForEveryRobot) {
  open("lockstep");
  net::TestClient first = client();
  net::TestClient second = client();
  EXPECT_FALSE(line_like(first, "NFO").empty());
  EXPECT_FALSE(line_like(second, "NFO").empty());
  first.send(kInit);
  const double begin = time_in(line_like(first, "STA"));
  // No answer: no time passes, but questions are answered.
  first.send("GETCONF {Type Robot}\r\n");
  EXPECT_FALSE(line_like(first, "CONF").empty());
  EXPECT_TRUE(line_like(first, "STA", 200).empty());
  for (int i = 1; i <= 5; ++i) {
    first.send("DRIVE {Left 1} {Right 1}\r\n");
    EXPECT_NEAR(time_in(line_like(first, "STA")), begin + 0.1 * i, 0.006);
  }
  // With a second robot both must answer.
  second.send("INIT {ClassName P3AT} {Name R2} {Location 2,0,-0.2}\r\nGETSTARTPOSES\r\n");
  EXPECT_FALSE(line_like(second, "NFO {StartPoses").empty());
  first.send("DRIVE {Left 1} {Right 1}\r\n");
  EXPECT_FALSE(line_like(second, "STA").empty());
  EXPECT_NEAR(time_in(line_like(first, "STA")), begin + 0.6, 0.006);
  first.send("DRIVE {Left 1} {Right 1}\r\n");
  EXPECT_TRUE(line_like(first, "STA", 200).empty());
  second.send("DRIVE {Left 0} {Right 0}\r\n");
  EXPECT_NEAR(time_in(line_like(first, "STA")), begin + 0.7, 0.006);
  // Who goes is not waited for.
  second.close();
  first.send("DRIVE {Left 1} {Right 1}\r\n");
  EXPECT_NEAR(time_in(line_like(first, "STA")), begin + 0.8, 0.006);
  first.close();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  stop();
  EXPECT_LT(seconds_at(simulation_->state().tick), begin + 1.2);
}

TEST_F(HostTest, LockstepRunsAreTheSameToTheBit) {
  std::vector<std::uint64_t> hashes;
  for (int run = 0; run < 2; ++run) {
    wants_stop_ = false;
    open("lockstep", 1.0);
    net::TestClient robot = client();
    robot.send(kInit);
    for (int i = 0; i < 9; ++i) {
      ASSERT_FALSE(line_like(robot, "STA").empty());
      robot.send("DRIVE {Left " + std::to_string(i) + "} {Right 2}\r\n");
    }
    runner_.join();
    hashes.push_back(simulation_->state().hash());
    host_.reset();
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST_F(HostTest, AtARateTimeGoesAsTheClockDoes) {
  open("4");
  net::TestClient robot = client();
  robot.send(kInit);
  const double first = time_in(line_like(robot, "STA"));
  const double wall = wall_seconds();
  double last = first;
  while (last < first + 2.0) last = time_in(line_like(robot, "STA"));
  // Never faster than asked; slower if the machine is busy.
  EXPECT_GT(wall_seconds() - wall, 0.8 * 2.0 / 4.0 - 0.25);
}

TEST_F(HostTest, ShowsWhatTheCameraSees) {
  open("max");
  net::TestClient robot = client();
  robot.send("INIT {ClassName P3AT} {Name R1} {Location 0,0,-0.2}\r\n");
  ASSERT_FALSE(line_like(robot, "STA").empty());
  net::TestClient viewer(*ports_.image);
  viewer.send("OK");
  const std::string head = viewer.bytes(5, 60000);
  ASSERT_EQ(head.size(), 5u);
  EXPECT_EQ(head[0], 1);
  const auto byte = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(head[i]));
  };
  const std::size_t length = byte(1) << 24 | byte(2) << 16 | byte(3) << 8 | byte(4);
  const std::string file = viewer.bytes(length, 60000);
  ASSERT_EQ(file.size(), length);
  EXPECT_EQ(file.substr(0, 2), "\xFF\xD8");
}

TEST_F(HostTest, SaysWhichPortItCouldNotHave) {
  open("max");
  HostSettings settings;
  settings.ports = {std::nullopt, std::nullopt, ports_.com, std::nullopt};
  const auto second = Host::open(*simulation_, settings);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().at.file, "com");
}

}  // namespace
}  // namespace rubble::server
