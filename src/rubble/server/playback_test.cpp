// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/playback.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "rubble/sdf/load.h"
#include "rubble/server/live_run.h"
#include "rubble/sim/describe.h"

namespace rubble::server {
namespace {

constexpr char kWorld[] = RUBBLE_SOURCE_DIR "/tests/conversations/room.sdf";

// What was there at the end of a tick.
struct LiveMoment {
  std::map<std::string, std::vector<Pose>> links;  // of all that is present and moves
  std::size_t smokes = 0;
  double battery = 0.0;  // of R1
};

LiveMoment moment_of(const State& state) {
  LiveMoment moment;
  for (std::size_t i = 0; i < state.instances.size(); ++i) {
    const Instance& instance = state.instances[i];
    if (!instance.is_present || instance.model->is_static) continue;
    for (std::size_t link = 0; link < instance.model->links.size(); ++link)
      moment.links[instance.name].push_back(
          state.world_from_link(InstanceId(i), static_cast<int>(link)));
  }
  moment.smokes = state.smokes.size();
  for (const RobotState& robot : state.robots)
    if (state.instances[robot.instance.index()].name == "R1") moment.battery = robot.battery;
  return moment;
}

// A run of six seconds: R1 drives an arc, R2 (with flippers) comes at 1.51 s and leaves at 4.27 s,
// a ball falls from 2 s on, smoke is there from 2.5 s to 5 s.
class PlaybackTest : public testing::Test {
 protected:
  ~PlaybackTest() override { std::filesystem::remove(path_); }

  static constexpr Tick kSecondComes = 362, kSecondLeaves = 1025, kBallComes = 480,
                        kSmokeComes = 600, kSmokeGoes = 1200, kEnd = 1440;

  Result<void> begin() {
    const World& world = simulation_.world();
    return run_.recording().begin(
        recording::Recorder::open(path_, {.seed = 7}, world.file, world.files).value(), "test");
  }
  void step() {
    const auto ask = [&](const std::string& name, CommandData order) {
      run_.commands().submit({name, std::move(order)}, [](const CommandResult& answer) {
        EXPECT_TRUE(answer.is_done) << answer.text;
      });
    };
    switch (simulation_.state().tick) {
      case 0:
        ask("R1", SpawnRobot{"P3AT", make_pose(0, 0, 0.1, 0, 0, 0), {"usual"}});
        break;
      case 48:
        ask("R1", DriveSides{3.0, 4.0});
        break;
      case kSecondComes:
        ask("R2", SpawnRobot{"Kenaf", make_pose(-3, 2, 0.1, 0, 0, 0.7), {}});
        break;
      case kSecondComes + 100:
        ask("R2", DriveSides{2.0, 2.0});
        break;
      case kSecondLeaves:
        ask("R2", LeaveWorld{});
        break;
      case kBallComes:
        ask("Ball", CreateObject{.kind = "sphere",
                                 .world_from_object = make_pose(3, 3, 1.5, 0, 0, 0),
                                 .scale = Vec3(0.4, 0.4, 0.4),
                                 .physics = ObjectPhysics::RigidBody,
                                 .is_permanent = true});
        break;
      case kSmokeComes:
        ask("Cloud", PlaceSmoke{Vec3(1, 0, 0.5), 0.8, 0.01});
        break;
      case kSmokeGoes:
        ask("Cloud", PlaceSmoke{Vec3(1, 0, 0.5), 0.8, 0.0});
        break;
      default:
        break;
    }
    run_.step();
    const State& state = simulation_.state();
    live_[state.tick] = moment_of(state);
    for (const Reading& reading : simulation_.readings()) readings_.push_back(reading);
  }
  void run_until(Tick end) {
    while (simulation_.state().tick < end) step();
  }
  void record_all() {
    ASSERT_TRUE(begin().ok());
    run_until(kEnd);
    ASSERT_TRUE(run_.recording().end().ok());
  }
  static void expect_same(const LiveMoment& live, const State& state, double most_apart) {
    const LiveMoment shown = moment_of(state);
    ASSERT_EQ(shown.links.size(), live.links.size()) << state.tick;
    for (const auto& [name, links] : live.links) {
      ASSERT_TRUE(shown.links.contains(name)) << name << " at " << state.tick;
      const auto& others = shown.links.at(name);
      ASSERT_EQ(others.size(), links.size());
      for (std::size_t i = 0; i < links.size(); ++i)
        EXPECT_LT((others[i].position - links[i].position).norm(), most_apart)
            << name << " link " << i << " at " << state.tick;
    }
    EXPECT_EQ(shown.smokes, live.smokes) << state.tick;
  }

  const std::string path_ = testing::TempDir() + "rubble_playback_" + std::to_string(::getpid()) +
                            "_" + testing::UnitTest::GetInstance()->current_test_info()->name() +
                            ".mcap";
  sim::Simulation simulation_{*load_world(kWorld, {default_resource_folders()}),
                              sim::Settings{.seed = 7, .load = {default_resource_folders()}}};
  LiveRun run_{simulation_,
               {.keeps_command_history = true},
               [](net::ConnectionId, const std::string&, net::Delivery) {}};
  std::map<Tick, LiveMoment> live_;
  std::vector<Reading> readings_;
};

TEST_F(PlaybackTest, ShowsEveryMomentAsItWasInAnyOrder) {
  record_all();
  auto playback = Playback::open(path_).value();
  EXPECT_EQ(playback->begin(), 0);
  EXPECT_EQ(playback->end(), kEnd);
  EXPECT_EQ(playback->seed(), 7U);
  // Kept moments, forward, backward and to and fro.
  for (Tick tick = 24; tick <= kEnd; tick += 24) expect_same(live_[tick], playback->at(tick), 1e-3);
  for (Tick tick = kEnd; tick > 0; tick -= 120) expect_same(live_[tick], playback->at(tick), 1e-3);
  for (Tick i = 1; i <= 60; ++i) {
    const Tick tick = 24 * (1 + i * 23 % 60);
    expect_same(live_[tick], playback->at(tick), 1e-3);
  }
  // Between them; the ball falls at up to 6 m/s and bounces.
  for (Tick i = 1; i < 400; ++i) {
    const Tick tick = 24 + i * 1009 % (kEnd - 24);
    const bool is_falling = tick > kBallComes && tick < kBallComes + 240;
    expect_same(live_[tick], playback->at(tick), is_falling ? 0.25 : 0.05);
  }
}

TEST_F(PlaybackTest, InstancesArePresentBetweenSpawnAndRemoval) {
  record_all();
  auto playback = Playback::open(path_).value();
  const auto is_there = [&](const char* name, Tick tick) {
    return playback->at(tick).find(name).is_valid();
  };
  for (const Tick from : {kSecondComes, kBallComes}) {
    const char* const name = from == kBallComes ? "Ball" : "R2";
    EXPECT_FALSE(is_there(name, from)) << name;
    EXPECT_TRUE(is_there(name, from + 1)) << name;
    // Right where it came, not where it was seen last.
    playback->at(kEnd);
    expect_same(live_[from + 1], playback->at(from + 1), from == kBallComes ? 0.25 : 0.1);
  }
  EXPECT_TRUE(is_there("R2", kSecondLeaves));
  EXPECT_FALSE(is_there("R2", kSecondLeaves + 1));
  EXPECT_EQ(playback->at(kSmokeComes).smokes.size(), 0U);
  ASSERT_EQ(playback->at(kSmokeComes + 1).smokes.size(), 1U);
  EXPECT_EQ(playback->at(kSmokeComes + 1).smokes[0].name, "Cloud");
  EXPECT_EQ(playback->at(kSmokeGoes + 1).smokes.size(), 0U);

  playback->at(kSecondComes + 48);
  const auto robots = playback->robots();
  ASSERT_EQ(robots.size(), 2U);
  EXPECT_EQ(robots[0].description.name, "R1");
  EXPECT_EQ(robots[0].description.robot_class, "P3AT");
  EXPECT_FALSE(robots[0].description.sensors.empty());
  EXPECT_EQ(robots[0].sensor_links.size(), robots[0].description.sensors.size());
  EXPECT_GT(robots[0].max_ground_speed, 0.1);
  EXPECT_EQ(robots[1].description.robot_class, "Kenaf");
  EXPECT_TRUE(playback->events().front().is<RobotEntered>());

  ASSERT_NE(playback->status_of("R2"), nullptr);
  EXPECT_FALSE(playback->status_of("R2")->flippers.empty());
  EXPECT_EQ(playback->status_of("R7"), nullptr);
  playback->at(1200);
  EXPECT_NEAR(playback->status_of("R1")->battery, live_[1200].battery, 1.0);
  const auto [speed, turn] = playback->speeds_of(playback->at(1200).find("R1"));
  const Vec3 way = live_[1200].links["R1"][0].position - live_[1176].links["R1"][0].position;
  EXPECT_NEAR(speed, way.norm() / 0.1, 0.02);
  EXPECT_GT(turn, 0.05);
}

TEST_F(PlaybackTest, ReadingsAreThoseThatWereMeasured) {
  record_all();
  auto playback = Playback::open(path_).value();
  for (const auto& [after, until] : std::vector<std::pair<Tick, Tick>>{
           {0, 120}, {700, 712}, {1320, 1440}, {236, 244}, {100, 100}, {2000, 3000}}) {
    std::vector<const Reading*> wanted;
    for (const Reading& reading : readings_)
      if (reading.tick > after && reading.tick <= until) wanted.push_back(&reading);
    const std::vector<Reading> got = playback->readings(after, until);
    ASSERT_EQ(got.size(), wanted.size()) << after << " to " << until;
    for (std::size_t i = 0; i < got.size(); ++i) {
      EXPECT_EQ(got[i].tick, wanted[i]->tick);
      EXPECT_EQ(got[i].robot, wanted[i]->robot);
      EXPECT_EQ(got[i].sensor, wanted[i]->sensor);
      EXPECT_EQ(got[i].data.index(), wanted[i]->data.index());
      if (const auto* scan = std::get_if<RangeScan>(&got[i].data)) {
        const auto& ranges = std::get<RangeScan>(wanted[i]->data).ranges;
        ASSERT_EQ(scan->ranges.size(), ranges.size());
        EXPECT_NEAR(scan->ranges[ranges.size() / 2], ranges[ranges.size() / 2], 1e-4);
      }
    }
  }
  EXPECT_FALSE(playback->readings(0, 120).empty());
}

TEST_F(PlaybackTest, FromTheMiddleOfARunEverybodyIsThereFromTheBeginning) {
  run_until(720);
  ASSERT_TRUE(begin().ok());
  run_until(kEnd);
  ASSERT_TRUE(run_.recording().end().ok());
  auto playback = Playback::open(path_).value();
  EXPECT_EQ(playback->begin(), 720);
  EXPECT_EQ(playback->end(), kEnd);
  EXPECT_EQ(playback->at(0).tick, 720) << "no earlier";
  EXPECT_EQ(playback->at(kEnd + 500).tick, kEnd) << "nor later";
  for (Tick tick = 744; tick <= kEnd; tick += 24)
    expect_same(live_[tick], playback->at(tick), 1e-3);
  expect_same(live_[721], playback->at(721), 0.1);
}

TEST_F(PlaybackTest, ALongRunIsKeptWithFewerMoments) {
  record_all();
  auto playback = Playback::open(path_, {.poses = 150}).value();
  EXPECT_EQ(playback->end(), kEnd);
  EXPECT_TRUE(playback->at(kSecondComes + 1).find("R2").is_valid());
  EXPECT_FALSE(playback->at(kSecondLeaves + 1).find("R2").is_valid());
  for (Tick tick = 240; tick <= kEnd; tick += 240) {
    const Pose shown = playback->at(tick).world_from_model(playback->at(tick).find("R1"));
    EXPECT_LT((shown.position - live_[tick].links["R1"][0].position).norm(), 0.8) << tick;
  }
}

TEST_F(PlaybackTest, TooLargeDamagedOrForeignFilesAreRejectedWithAMessage) {
  record_all();
  const auto too_large = Playback::open(path_, {.file_bytes = 1000});
  ASSERT_FALSE(too_large.ok());
  EXPECT_NE(too_large.error().message.find("only recordings of up to"), std::string::npos);
  const auto too_busy = Playback::open(path_, {.arrivals = 3});
  ASSERT_FALSE(too_busy.ok());
  EXPECT_NE(too_busy.error().message.find("spawned or removed"), std::string::npos);
  EXPECT_FALSE(Playback::open(path_ + ".missing").ok());

  std::string bytes;
  {
    std::ifstream stream(path_, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(stream), {});
  }
  std::string damaged = bytes;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x55);
  std::ofstream(path_, std::ios::binary) << damaged;
  EXPECT_FALSE(Playback::open(path_).ok());
  // One that a killed program left is shown as far as it goes.
  std::ofstream(path_, std::ios::binary) << bytes.substr(0, bytes.size() * 7 / 10);
  auto cut = Playback::open(path_);
  ASSERT_TRUE(cut.ok()) << cut.error().message;
  EXPECT_GT((*cut)->end(), 24);
  EXPECT_LT((*cut)->end(), kEnd);
  const Tick kept = (*cut)->end() / 24 * 24;
  expect_same(live_[kept], (*cut)->at(kept), 1e-3);
}

TEST_F(PlaybackTest, HasTheHazeThatTheRunWasStartedWith) {
  const World& world = simulation_.world();
  for (const double density : {0.0, 0.0125}) {
    recording::RunFacts facts{.seed = 7};
    if (density > 0.0) facts.settings[recording::kSmokeSetting] = std::to_string(density);
    auto recorder = recording::Recorder::open(path_, facts, world.file, world.files).value();
    ASSERT_TRUE(recorder->end_tick(1).ok());
    ASSERT_TRUE(recorder->close(1, 0).ok());
    const auto playback = Playback::open(path_).value();
    const std::vector<Haze>& hazes = playback->world().hazes;
    ASSERT_EQ(hazes.size(), density > 0.0 ? 1U : 0U);
    for (const Haze& haze : hazes) EXPECT_DOUBLE_EQ(haze.density, density);
  }
}

TEST_F(PlaybackTest, WithoutFurtherBodiesAsOlderRecordingsAreRobotsAreStiff) {
  const World& world = simulation_.world();
  auto recorder = recording::Recorder::open(path_, {.seed = 7}, world.file, world.files).value();
  const std::vector<Command> come{{"R1", SpawnRobot{"P3AT", make_pose(0, 0, 0.1, 0, 0, 0.5), {}}}};
  recorder->keep(0, come);
  simulation_.step(come);
  const State& state = simulation_.state();
  recorder->attach(state.instances[state.find("R1").index()].model->files);
  while (state.tick < 240) {
    const std::vector<Command> drive{{"R1", DriveSides{2.0, 2.0}}};
    recorder->keep(state.tick, drive);
    simulation_.step(drive);
    Truth truth = sim::truth_of(state);
    for (TruePose& pose : truth.poses) pose.bodies = {};
    if (state.tick % 24 == 0) recorder->keep(truth);
    ASSERT_TRUE(recorder->end_tick(state.tick).ok());
  }
  ASSERT_TRUE(recorder->close(state.tick, state.hash()).ok());
  auto playback = Playback::open(path_).value();
  expect_same(moment_of(state), playback->at(240), 0.03);
  EXPECT_EQ(playback->robots().at(0).description.name, "R1") << "though nothing describes it";
  EXPECT_EQ(playback->status_of("R1"), nullptr);
}

}  // namespace
}  // namespace rubble::server
