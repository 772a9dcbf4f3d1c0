// SPDX-License-Identifier: Apache-2.0
#include "rubble/recording/recorder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "rubble/messages/message_json.h"
#include "rubble/recording/file_names.h"
#include "rubble/recording/log.h"
#include "rubble/recording/mcap_writer.h"
#include "rubble/recording/recording.h"
#include "rubble/recording/ros_messages.h"
#include "rubble/recording/topics.h"
#include "rubble/world/load.h"

namespace rubble::recording {
namespace {

namespace fs = std::filesystem;

// A folder of its own for each test, gone afterwards.
class Folder {
 public:
  Folder()
      : path_(fs::path(testing::TempDir()) /
              ("rubble_recorder_" + std::to_string(::getpid()) + "_" +
               testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }

 private:
  fs::path path_;
};

constexpr const char* kModel =
    "<sdf version='1.9'><model name='m'><static>true</static><link name='l'><visual name='v'>"
    "<geometry><mesh><uri>meshes/tri.obj</uri></mesh></geometry></visual></link></model></sdf>";
constexpr const char* kWorld =
    "<sdf version='1.9' xmlns:rubble='urn:rubble'><world name='w'><include><name>a</name>"
    "<uri>model://thing</uri></include><include><name>b</name><uri>beside</uri></include>"
    "<rubble:start name='Here'><pose>1 2 3 0 0 0</pose></rubble:start></world></sdf>";
constexpr const char* kMesh = "mtllib tri.mtl\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

// A world with a model in a resource folder, one beside its own folder, and meshes with materials.
struct WorldFiles {
  const Folder& folder;
  std::string world;
  LoadSettings settings;

  explicit WorldFiles(const Folder& where) : folder(where) {
    world = folder.write("a/worlds/w.sdf", kWorld);
    for (const char* model : {"far/res/thing", "a/beside"}) {
      folder.write(std::string(model) + "/model.config",
                   "<model><name>x</name><sdf version='1.9'>odd_name.sdf</sdf></model>");
      folder.write(std::string(model) + "/odd_name.sdf", kModel);
      folder.write(std::string(model) + "/meshes/tri.obj", kMesh);
      folder.write(std::string(model) + "/meshes/tri.mtl", "newmtl red\nKd 1 0 0\n");
    }
    settings.resource_folders = {folder / "far/res", folder / "far/none"};
  }
};

TEST(Recorder, AWorldTellsAllFilesItWasReadFrom) {
  const Folder folder;
  const WorldFiles files(folder);
  const auto world = load_world(files.world, files.settings);
  ASSERT_TRUE(world.ok()) << world.error().to_string();
  std::vector<std::string> expected{files.world};
  for (const char* model : {"a/beside", "far/res/thing"})
    for (const char* file : {"meshes/tri.mtl", "meshes/tri.obj", "model.config", "odd_name.sdf"})
      expected.push_back(folder / (std::string(model) + "/" + file));
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(world->files, expected);
  std::vector<Warning> warnings;
  const auto model = load_model("thing", files.settings, warnings);
  EXPECT_EQ(model.value()->files.size(), 4U);
}

RunFacts some_facts(const WorldFiles& files) {
  return {.program = "rubble test",
          .seed = 18446744073709551615ULL,
          .level = "w",
          .settings = {{"dialect", "compat"}},
          .resource_folders = files.settings.resource_folders};
}

TEST(Recorder, ItsWorldIsUnpackedElsewhereWithoutAnyPathOfThisMachine) {
  const Folder folder;
  const WorldFiles files(folder);
  const auto world = load_world(files.world, files.settings).value();
  {
    auto recorder =
        Recorder::open(folder / "r.mcap", some_facts(files), world.file, world.files).value();
    ASSERT_TRUE(recorder->close(0, 1).ok());
  }
  std::ifstream stream(folder / "r.mcap", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  EXPECT_EQ(bytes.find(fs::path(testing::TempDir()).parent_path().string() + "/rubble_recorder"),
            std::string::npos);
  for (const char* name : {"a", "far"}) fs::remove_all(folder / name);

  const auto recording = Recording::open(folder / "r.mcap").value();
  std::string unpacked_file;
  {
    const auto unpacked = recording.unpack();
    ASSERT_TRUE(unpacked.ok()) << unpacked.error().to_string();
    unpacked_file = unpacked->world_file();
    LoadSettings settings;
    settings.resource_folders = unpacked->resource_folders();
    const auto again = load_world(unpacked->world_file(), settings);
    ASSERT_TRUE(again.ok()) << again.error().to_string();
    EXPECT_EQ(again->models.size(), world.models.size());
    EXPECT_EQ(again->files.size(), world.files.size());
    EXPECT_TRUE(again->warnings.empty());
    std::vector<Warning> warnings;
    EXPECT_TRUE(load_model("thing", settings, warnings).ok());
  }
  EXPECT_FALSE(fs::exists(unpacked_file)) << "nothing is left behind";
}

TEST(Recorder, NamesThatLeadElsewhereAreRefused) {
  for (const char* const name : {"", "/etc/passwd", "../x", "a/../../x", "a/..", "a//b/./c", ".",
                                 "a\\..\\b", "world/../../x"})
    EXPECT_FALSE(is_safe_name(name)) << name;
  for (const char* const name : {"world/a.sdf", "resources/0/P3AT/model.sdf", "world/..a/b"})
    EXPECT_TRUE(is_safe_name(name)) << name;
  const Folder folder;
  {
    auto writer = McapWriter::open(folder / "bad.mcap", "test").value();
    writer->add_metadata("rubble.run", {{"seed", "1"}, {"world", "world/w.sdf"}});
    writer->attach("../../escaped.txt", "", "x", 0);
  }
  const auto unpacked = Recording::open(folder / "bad.mcap").value().unpack();
  ASSERT_FALSE(unpacked.ok());
  EXPECT_NE(unpacked.error().message.find("leads elsewhere"), std::string::npos);
}

Reading some_scan(Tick tick) {
  RangeScan scan{.columns = 3, .angle_min = -0.1, .angle_increment = 0.1, .max_range = 4.0};
  scan.ranges = {1.0F / 3.0F, 2.0F, std::numeric_limits<float>::quiet_NaN()};
  scan.codes = {kNoCode, kNoCode, 16};
  return {tick, "R 1/\xff", "Scanner1", scan};
}

TEST(Recorder, WhatWasKeptComesBackInItsOrder) {
  const Folder folder;
  const WorldFiles files(folder);
  const std::string path = folder / "r.mcap";
  std::vector<std::uint64_t> kept;
  {
    auto recorder = Recorder::open(path, some_facts(files), files.world, {&files.world, 1}).value();
    RobotDescription robot;
    robot.name = "R 1/\xff";
    robot.sensors = {{.name = "Scanner1"}};
    recorder->keep(robot, 0);
    for (Tick tick = 0; tick < 600; ++tick) {
      const Command command{"R1", DriveSides{0.1 * static_cast<double>(tick), -1.0 / 3.0}};
      if (tick % 24 == 0) recorder->keep(tick, {&command, 1});
      if (tick % 24 == 0) {
        recorder->keep(some_scan(tick));
        kept.push_back(hash_of(some_scan(tick)));
        recorder->keep(RobotStatus{.tick = tick, .robot = robot.name, .battery = 7.0});
        recorder->keep(Truth{tick, {{"R1", "P3AT", make_pose(1, 2, 3, 0, 0, 1)}}});
        recorder->keep(Event{tick, EventKind::Bumped, "R1", "wall"});
      }
      ASSERT_TRUE(recorder->end_tick(tick + 1).ok());
    }
    ASSERT_TRUE(recorder->close(600, 0x123456789abcdef0).ok());
  }
  const auto recording = Recording::open(path);
  ASSERT_TRUE(recording.ok()) << recording.error().to_string();
  EXPECT_EQ(recording->facts().seed, 18446744073709551615ULL);
  EXPECT_EQ(recording->facts().settings.at("dialect"), "compat");
  EXPECT_EQ(recording->ticks(), 600);
  EXPECT_EQ(recording->state_hash(), 0x123456789abcdef0U);
  EXPECT_TRUE(recording->is_complete());
  ASSERT_EQ(recording->commands().size(), 25U);
  EXPECT_EQ(recording->commands()[3].tick, 72);
  EXPECT_EQ(std::get<DriveSides>(recording->commands()[3].command.data).left, 0.1 * 72.0);

  const auto log = open_recording_log(path);
  ASSERT_TRUE(log.ok()) << log.error().to_string();
  EXPECT_EQ((*log)->arena().level, "w");
  ASSERT_EQ((*log)->arena().starts.size(), 1U);
  EXPECT_EQ((*log)->arena().starts[0].name, "Here");
  ASSERT_EQ((*log)->robots().size(), 1U);
  EXPECT_EQ((*log)->duration(), 2.5);
  auto cursor = (*log)->begin();
  std::vector<std::uint64_t> told;
  int statuses = 0;
  while (const auto moment = cursor->next()) {
    EXPECT_EQ(moment->robot, 0);
    if (const auto* reading = std::get_if<Reading>(&moment->what)) {
      EXPECT_EQ(moment->time, seconds_at(reading->tick));
      told.push_back(hash_of(*reading));
    } else {
      ++statuses;
    }
  }
  EXPECT_EQ(told, kept) << "every reading to the bit";
  EXPECT_EQ(statuses, 25);
}

TEST(Recorder, ACutRecordingKnowsHowManyTicksAreWhole) {
  const Folder folder;
  const WorldFiles files(folder);
  const std::string path = folder / "r.mcap";
  auto recorder = Recorder::open(path, some_facts(files), files.world, {&files.world, 1}).value();
  for (Tick tick = 0; tick < 1000; ++tick) {
    const Command command{"R1", SwitchLight{tick % 2 == 0}};
    recorder->keep(tick, {&command, 1});
    ASSERT_TRUE(recorder->end_tick(tick + 1).ok());
  }
  // The recorder still lives: what the file has now is what a killed program leaves.
  const auto recording = Recording::open(path).value();
  EXPECT_FALSE(recording.is_complete());
  EXPECT_FALSE(recording.state_hash().has_value());
  EXPECT_EQ(recording.ticks(), 960) << "whole seconds";
  EXPECT_EQ(recording.commands().size(), 960U);
}

TEST(Recorder, MomentsAreTicksAgain) {
  for (Tick tick = 0; tick < 1'000'000; tick += 7)
    ASSERT_EQ(tick_of_nanoseconds(nanoseconds_at(tick)), tick);
  EXPECT_EQ(nanoseconds_at(240), 1'000'000'000U);
}

TEST(Recorder, WhatIsNoRecordingOfOursSaysSo) {
  const Folder folder;
  { auto writer = McapWriter::open(folder / "other.mcap", "another program").value(); }
  const auto recording = Recording::open(folder / "other.mcap");
  ASSERT_FALSE(recording.ok());
  EXPECT_NE(recording.error().message.find("holds no run"), std::string::npos);
}

// What an older program recorded still reads, and says that it ends in other bits; what a newer one
// did is refused.
TEST(Recorder, RecordingsOfOtherVersionsSaySo) {
  const Folder folder;
  const auto version_kept = [&](const std::map<std::string, std::string>& version) {
    const std::string path = folder / "run.mcap";
    std::map<std::string, std::string> entries{{kSeedKey, "1"}, {kWorldKey, "world/w.sdf"}};
    entries.insert(version.begin(), version.end());
    { McapWriter::open(path, "rubble").value()->add_metadata(kRunName, entries); }
    return Recording::open(path);
  };
  const auto old = version_kept({});
  ASSERT_TRUE(old.ok()) << old.error().to_string();
  EXPECT_FALSE(old->repeats_to_the_bit());
  const auto now = version_kept({{kVersionKey, std::to_string(kRecordingVersion)}});
  ASSERT_TRUE(now.ok()) << now.error().to_string();
  EXPECT_TRUE(now->repeats_to_the_bit());
  for (const std::string& version : {std::to_string(kRecordingVersion + 1), std::string("x")}) {
    const auto other = version_kept({{kVersionKey, version}});
    ASSERT_FALSE(other.ok()) << version;
    EXPECT_NE(other.error().message.find("version"), std::string::npos) << version;
  }
}

// --- messages of ROS ---------------------------------------------------------------------------

// Reads CDR as its specification has it: numbers lie at multiples of their size after the head.
class CdrReader {
 public:
  explicit CdrReader(std::string bytes) : bytes_(std::move(bytes)) {
    EXPECT_EQ(bytes_.substr(0, 4), std::string("\0\1\0\0", 4));
  }
  template <class Number>
  Number number() {
    at_ = (at_ + sizeof(Number) - 1) / sizeof(Number) * sizeof(Number);
    Number value{};
    if (kHead + at_ + sizeof(Number) > bytes_.size())
      ADD_FAILURE() << "ends early";
    else
      std::memcpy(&value, bytes_.data() + kHead + at_, sizeof(Number));
    at_ += sizeof(Number);
    return value;
  }
  std::string text() {
    const auto size = number<std::uint32_t>();
    const std::string value = bytes_.substr(kHead + at_, size - 1);
    EXPECT_EQ(bytes_[kHead + at_ + size - 1], '\0');
    at_ += size;
    return value;
  }
  bool is_at_end() const { return kHead + at_ == bytes_.size(); }

 private:
  static constexpr std::size_t kHead = 4;
  std::string bytes_;
  std::size_t at_ = 0;
};

TEST(RosMessages, AScanSaysWhereItsFirstAndLastBeamLook) {
  RangeScan scan;
  scan.columns = 5;
  scan.angle_min = -0.4;
  scan.angle_increment = 0.2;
  scan.time_increment = 0.001;
  scan.min_range = 0.1;
  scan.max_range = 20.0;
  scan.ranges = {1.0F, 2.0F, 3.0F, 4.0F, 5.0F};
  // Names of any length must not shift the numbers behind them.
  for (const std::string name : {"A", "AB", "ABC", "ABCD"}) {
    CdrReader cdr(laser_scan_cdr({.tick = 360, .robot = name, .sensor = "S"}, scan));
    EXPECT_EQ(cdr.number<std::int32_t>(), 1);
    EXPECT_EQ(cdr.number<std::uint32_t>(), 500'000'000U);
    EXPECT_EQ(cdr.text(), name + "/S");
    for (const double value : {-0.4, 0.4, 0.2, 0.001, 0.005, 0.1, 20.0})
      EXPECT_NEAR(cdr.number<float>(), value, 1e-6);
    ASSERT_EQ(cdr.number<std::uint32_t>(), 5U);
    for (const float range : scan.ranges) EXPECT_EQ(cdr.number<float>(), range);
    EXPECT_EQ(cdr.number<std::uint32_t>(), 0U);
    EXPECT_TRUE(cdr.is_at_end());
  }
}

TEST(RosMessages, TransformsReadBack) {
  for (const std::string name : {"A", "AB", "ABC", "ABCDE"}) {
    const Pose pose = make_pose(1, 2, 3, 0.1, 0.2, 0.3);
    Truth truth;
    truth.tick = 240;
    truth.poses = {{name, "", pose}, {"other", "", {}}};
    CdrReader cdr(transforms_cdr(truth));
    ASSERT_EQ(cdr.number<std::uint32_t>(), 2U);
    EXPECT_EQ(cdr.number<std::int32_t>(), 1);
    EXPECT_EQ(cdr.number<std::uint32_t>(), 0U);
    EXPECT_EQ(cdr.text(), "world");
    EXPECT_EQ(cdr.text(), name);
    for (const double value : pose.position) EXPECT_EQ(cdr.number<double>(), value);
    for (const double value : pose.rotation.coeffs()) EXPECT_EQ(cdr.number<double>(), value);
    EXPECT_EQ(cdr.number<std::int32_t>(), 1);
  }
}

TEST(RosMessages, EveryTickComesBackFromItsNanoseconds) {
  for (Tick tick = 0; tick < 10'000'000'000; tick = 2 * tick + 1) {
    EXPECT_EQ(tick_of_nanoseconds(nanoseconds_at(tick)), tick);
    EXPECT_EQ(tick_of_nanoseconds(nanoseconds_at(tick + 1)), tick + 1);
  }
}

}  // namespace
}  // namespace rubble::recording
