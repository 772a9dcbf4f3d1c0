// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/message_json.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "rubble/serialization/command_file.h"

namespace rubble {
namespace {

constexpr float kNoRange = std::numeric_limits<float>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

RangeScan some_scan() {
  RangeScan scan{.columns = 2,
                 .angle_min = -2.0 / 3.0,
                 .angle_increment = 0.1,
                 .min_range = 0.02,
                 .max_range = 5.6,
                 .time_increment = 1.0 / 7.0,
                 .row_motion = RowMotion::Roll};
  scan.row_angles = {-0.1, 1.0 / 3.0};
  scan.ranges = {1.0F / 3.0F, kNoRange, 1e-20F, 5.0F};
  scan.codes = {kNoCode, 19, kNoCode, kNoCode};
  scan.density_integral = {0.0F, 1e-7F, 0.3F, 2.0F};
  return scan;
}

std::vector<ReadingData> readings_of_all_kinds() {
  RangeScan clear = some_scan();
  clear.density_integral.clear();
  const Vec3 v(0.1, -1.0 / 3.0, 1e300);
  const RollPitchYaw angles{0.1, -0.0, 3.0};
  return {some_scan(),
          clear,
          RangeReading{1.0 / 3.0, 0.1, 5.0},
          RangeImage{2, 1, 1.0, 4.0, {0.1F, 0.0F}},
          Image{.width = 320, .height = 240, .horizontal_field_of_view = 1.2},
          ImuReading{v, v * 2.0, v * 3.0, angles},
          InsReading{v, angles},
          OdometryReading{1.0 / 3.0, -1e-300, 3.0},
          EncoderReading{{"left \"wheel\"", "\xff"}, {std::int64_t{1} << 60, -5}, 0.01},
          TachometerReading{{"a"}, {0.1}, {0.2}},
          GpsReading{true, 7, 51.0 / 7.0, 13.1, 99.9, v},
          CompassReading{-0.1},
          AltitudeReading{0.3},
          TouchReading{{true, false, true}},
          GroundTruthReading{make_pose(1, 2, 3, 0.1, 0.2, 0.3), v, v},
          RfidReading{{{5, "memory\n", v}}},
          VictimReading{{{"head", "V1", "conscious", v}}},
          ObjectReading{{{"box", "Box", "wood", v, angles}}},
          GasReading{400.1},
          HeatReading{36.6},
          SoundReading{40.0 / 7.0, 0.1, "tap"},
          BatteryReading{kInfinite, 1200.0},
          TimeReading{0.1},
          TransmissionReading{1.0 / 3.0, 0.1, 2.5}};
}

TEST(MessageJson, ReadingsOfEveryKindComeBackToTheBit) {
  std::set<std::size_t> kinds;
  for (const ReadingData& data : readings_of_all_kinds()) {
    const Reading reading{std::int64_t{1} << 40, "R1", "Sensor\t1", data};
    const std::string json = to_json(reading);
    const auto back = reading_from_json(json);
    ASSERT_TRUE(back.ok()) << json << back.error().message;
    EXPECT_EQ(hash_of(*back), hash_of(reading)) << json;
    EXPECT_EQ(to_json(*back), json) << "also what the hash leaves out";
    kinds.insert(data.index());
  }
  EXPECT_EQ(kinds.size(), std::variant_size_v<ReadingData>);
}

TEST(MessageJson, AnyFloatAndDoubleKeepItsBits) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 200'000; ++i) {
    const auto wide = std::bit_cast<double>(random());
    const auto narrow = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (!std::isfinite(wide) || !std::isfinite(narrow)) continue;
    const RangeImage image{1, 1, wide, wide, {narrow}};
    const auto back = reading_from_json(to_json(Reading{0, "", "", image}));
    ASSERT_TRUE(back.ok());
    const auto& same = std::get<RangeImage>(back->data);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(same.max_range), std::bit_cast<std::uint64_t>(wide));
    ASSERT_EQ(std::bit_cast<std::uint32_t>(same.depths[0]), std::bit_cast<std::uint32_t>(narrow));
  }
}

TEST(MessageJson, ScansHaveNullWhereTheOtherStandsAndZeroIntegralsInClearAir) {
  RangeScan scan = some_scan();
  scan.density_integral.clear();
  const auto json = nlohmann::json::parse(data_to_json(scan));
  EXPECT_TRUE(json["ranges"][1].is_null());
  EXPECT_EQ(json["codes"][1], 19);
  EXPECT_TRUE(json["codes"][0].is_null());
  EXPECT_EQ(json["density_integral"], nlohmann::json({0, 0, 0, 0}));
  EXPECT_EQ(json["ranges"][0].get<double>(), 0.33333334) << "the digits of a float";
}

RobotDescription some_robot() {
  RobotDescription robot;
  robot.name = "R1";
  robot.robot_class = "P3AT";
  robot.vehicle = VehicleKind::Legged;
  robot.steering = SteeringKind::RotaryWing;
  robot.mass = 1.0 / 3.0;
  robot.max_speed = 0.1;
  robot.max_torque = 0.2;
  robot.max_front_steer = 0.3;
  robot.max_rear_steer = 0.4;
  robot.size = Vec3(0.5, 0.6, 0.7);
  robot.center_of_mass = Vec3(0.8, 0.9, 1.1);
  robot.wheel_radius = 1.2;
  robot.wheel_separation = 1.3;
  robot.wheel_base = 1.4;
  robot.battery = 1.5;
  const JointDescription joint{
      "j", true, make_pose(1, 2, 3, 0.1, 0.2, 0.3), Vec3(0.6, 0.0, 0.8), -kInfinite, kInfinite,
      0.1, 0.2};
  robot.flippers = {joint};
  robot.packages = {{"arm", true, {joint, joint}}};
  robot.sensors = {{"S",
                    SensorKind::MissionTime,
                    make_pose(0, 0, 1, 0, 0, 1),
                    "arm",
                    2,
                    10.0,
                    true,
                    0.1,
                    0.2,
                    0.3,
                    0.4,
                    0.5,
                    0.6,
                    0.7,
                    true,
                    320,
                    240,
                    0.8,
                    0.9,
                    1,
                    2,
                    3,
                    4}};
  return robot;
}

TEST(MessageJson, DescriptionsStatusesAndTruthsComeBackToTheBit) {
  const std::string robot = to_json(some_robot(), 7);
  const auto same_robot = description_from_json(robot);
  ASSERT_TRUE(same_robot.ok()) << same_robot.error().message;
  EXPECT_EQ(to_json(*same_robot, 7), robot);
  EXPECT_EQ(same_robot->sensors[0].kind, SensorKind::MissionTime);
  EXPECT_EQ(same_robot->flippers[0].upper, kInfinite);

  const RobotStatus status{9, "R1", 0.1, true, 0.2, 0.3, {{0.4, 0.5}}, {{}, {{1.0 / 3.0, 0.7}}}};
  EXPECT_EQ(to_json(status_from_json(to_json(status)).value()), to_json(status));
  EXPECT_EQ(status_from_json(to_json(status)).value().packages[1][0].position, 1.0 / 3.0);

  const Truth truth{3,
                    {{"R1",
                      "P3AT",
                      make_pose(0.1, 0.2, 0.3, 1, 2, 3),
                      {make_pose(1, 2, 3, 0.1, 0.2, 0.3), {}},
                      {1.0 / 3.0}},
                     {"box", "", {}}}};
  const auto same_truth = truth_from_json(to_json(truth)).value();
  EXPECT_TRUE(same_truth.poses[0].world_from_model == truth.poses[0].world_from_model);
  EXPECT_EQ(to_json(same_truth), to_json(truth));
  EXPECT_EQ(same_truth.poses[0].bodies, truth.poses[0].bodies);
  EXPECT_EQ(same_truth.poses[0].kinematic_joints, truth.poses[0].kinematic_joints);
}

TEST(MessageJson, TruthsOfOldRecordingsHaveNoBodies) {
  const auto truth = truth_from_json(
      R"({"tick":3,"poses":[{"name":"R1","class":"P3AT","pose":{"position":[1,2,3]}}]})");
  ASSERT_TRUE(truth.ok()) << truth.error().message;
  EXPECT_EQ(truth->poses.at(0).world_from_model.position, Vec3(1, 2, 3));
  EXPECT_TRUE(truth->poses[0].bodies.empty());
}

TEST(MessageJson, BrokenMessagesAreRefusedWithASentence) {
  for (const char* const text :
       {"", "[]", "{}", "{\"type\":\"range_scan\"", R"({"type":"nonsense"})",
        R"({"type":"range_scan","columns":1000000000,"ranges":[1],"codes":[null]})",
        R"({"type":"range_scan","columns":-1,"ranges":[],"codes":[]})",
        R"({"type":"range","range":"far"})", R"({"type":"range","tick":1e30})",
        R"({"type":"range_image","width":70000,"height":70000,"depths":[]})",
        R"({"type":"encoder","joints":["a"],"ticks":[]})"}) {
    const auto reading = reading_from_json(text);
    ASSERT_FALSE(reading.ok()) << text;
    EXPECT_FALSE(reading.error().message.empty());
  }
  EXPECT_FALSE(event_from_json(R"({"kind":"party"})").ok());
  EXPECT_FALSE(truth_from_json(R"({"poses":7})").ok());
}

TEST(MessageJson, EverySchemaNamesEveryKeyOfItsMessage) {
  for (const ReadingData& data : readings_of_all_kinds()) {
    const auto json = nlohmann::json::parse(to_json(Reading{0, "R1", "S", data}));
    const auto schema = nlohmann::json::parse(schema_of(data).json);
    EXPECT_EQ(schema["title"], schema_of(data).name);
    for (const auto& [key, value] : json.items())
      EXPECT_TRUE(schema["properties"].contains(key)) << schema["title"] << " lacks " << key;
    for (const auto& key : schema["required"]) EXPECT_TRUE(json.contains(key)) << key;
  }
  const auto commands = nlohmann::json::parse(schema_of_commands().json);
  EXPECT_EQ(commands["properties"].size(), 2 + std::variant_size_v<CommandData>);
}

}  // namespace
TEST(MessageJson, RefusesWhatIsNestedDeeperThanAStack) {
  const std::string deep =
      R"({"tick":)" + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}";
  EXPECT_FALSE(truth_from_json(deep).ok());
  EXPECT_FALSE(reading_from_json(deep).ok());
  EXPECT_FALSE(command_from_json(deep).ok());
  EXPECT_FALSE(parse_command_line(deep, {}).ok());
  EXPECT_FALSE(truth_from_json(R"({"tick":[[1]],"poses":[]})").ok());
}

}  // namespace rubble
