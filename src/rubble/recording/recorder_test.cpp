// SPDX-License-Identifier: Apache-2.0
#include "rubble/recording/recorder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "rubble/mcap/writer.h"
#include "rubble/recording/file_names.h"
#include "rubble/recording/recording.h"
#include "rubble/recording/test_recording.h"
#include "rubble/recording/topics.h"
#include "rubble/ros2/ros_messages.h"
#include "rubble/sdf/load.h"
#include "rubble/serialization/message_json.h"

namespace rubble::recording {
namespace {

namespace fs = std::filesystem;

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
    auto writer = mcap::McapWriter::open(folder / "bad.mcap", "test").value();
    writer->add_metadata("rubble.run", {{"seed", "1"}, {"world", "world/w.sdf"}});
    writer->attach("../../escaped.txt", "", "x", 0);
  }
  const auto unpacked = Recording::open(folder / "bad.mcap").value().unpack();
  ASSERT_FALSE(unpacked.ok());
  EXPECT_NE(unpacked.error().message.find("leads elsewhere"), std::string::npos);
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
    ASSERT_EQ(ros2::tick_of_nanoseconds(ros2::nanoseconds_at(tick)), tick);
  EXPECT_EQ(ros2::nanoseconds_at(240), 1'000'000'000U);
}

TEST(Recorder, WhatIsNoRecordingOfOursSaysSo) {
  const Folder folder;
  { auto writer = mcap::McapWriter::open(folder / "other.mcap", "another program").value(); }
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
    { mcap::McapWriter::open(path, "rubble").value()->add_metadata(kRunName, entries); }
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
    CdrReader cdr(ros2::laser_scan_cdr({.tick = 360, .robot = name, .sensor = "S"}, scan));
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
    CdrReader cdr(ros2::transforms_cdr(truth));
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
    EXPECT_EQ(ros2::tick_of_nanoseconds(ros2::nanoseconds_at(tick)), tick);
    EXPECT_EQ(ros2::tick_of_nanoseconds(ros2::nanoseconds_at(tick + 1)), tick + 1);
  }
}

}  // namespace
}  // namespace rubble::recording
