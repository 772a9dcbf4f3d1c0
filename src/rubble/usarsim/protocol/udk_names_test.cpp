// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/udk_names.h"

#include <gtest/gtest.h>

#include "rubble/usarsim/protocol/legacy_classes.h"

namespace rubble::usarsim {
namespace {

RobotDescription pioneer() {
  RobotDescription robot;
  const auto add = [&robot](const char* name, SensorKind kind) {
    SensorDescription sensor;
    sensor.name = name;
    sensor.kind = kind;
    robot.sensors.push_back(sensor);
  };
  add("GroundTruth", SensorKind::GroundTruth);
  add("Scanner1", SensorKind::RangeScanner);
  add("INS", SensorKind::Ins);
  add("Tachometer", SensorKind::Tachometer);
  add("ECLeft", SensorKind::Encoder);
  add("ECRight", SensorKind::Encoder);
  add("F1", SensorKind::Sonar);
  return robot;
}

std::vector<std::string> wire_names(const RobotDescription& robot) {
  std::vector<std::string> names;
  for (const SensorDescription& sensor : robot.sensors) names.push_back(wire_name(sensor));
  return names;
}

TEST(UdkNames, AreThoseOfTheLaterServersRobot) {
  RobotDescription robot = pioneer();
  name_sensors(robot, Dialect::Udk);
  EXPECT_EQ(wire_names(robot), (std::vector<std::string>{"GndTruth", "lms200", "InsTest",
                                                         "TachTest", "W1", "W2", "F1"}));
  for (const Dialect dialect : {Dialect::Compat, Dialect::Classic}) {
    name_sensors(robot, dialect);
    EXPECT_EQ(wire_names(robot), wire_names(pioneer()));
  }
}

TEST(UdkNames, AreNeverGivenTwice) {
  RobotDescription robot = pioneer();
  robot.sensors.back().name = "lms200";
  name_sensors(robot, Dialect::Udk);
  EXPECT_EQ(wire_name(robot.sensors[1]), "Scanner1");
  EXPECT_EQ(wire_name(robot.sensors.back()), "lms200");
}

TEST(UdkNames, ClientsMayUseEither) {
  RobotDescription robot = pioneer();
  name_sensors(robot, Dialect::Udk);
  EXPECT_TRUE(matches_name(robot.sensors[1], "LMS200"));
  EXPECT_TRUE(matches_name(robot.sensors[1], "scanner1"));
  EXPECT_FALSE(matches_name(robot.sensors[1], "W1"));
}

TEST(UdkNames, StartsAreVehicles) {
  const Arena arena{"maze", 0, {{"RobotStart1", {}}, {"RobotStart2", {}}, {"porch", {}}}};
  EXPECT_EQ(start_name(arena.starts[1], Dialect::Udk), "Vehicle2");
  EXPECT_EQ(start_name(arena.starts[2], Dialect::Udk), "porch");
  EXPECT_EQ(start_name(arena.starts[1], Dialect::Compat), "RobotStart2");
  EXPECT_EQ(find_start(arena, "vehicle2", Dialect::Udk), &arena.starts[1]);
  EXPECT_EQ(find_start(arena, "robotstart2", Dialect::Udk), &arena.starts[1]);
  EXPECT_EQ(find_start(arena, "Vehicle2", Dialect::Classic), nullptr);
  EXPECT_EQ(find_start(arena, "Vehicle3", Dialect::Udk), nullptr);
}

TEST(OldClasses, HaveANearestOne) {
  EXPECT_EQ(nearest_class("Zerg"), "P2AT");
  EXPECT_EQ(nearest_class("tarantula"), "Kenaf");
  EXPECT_EQ(nearest_class("StereoP2AT"), "P2AT");
  EXPECT_EQ(nearest_class("KURT2D"), "P2AT");
  EXPECT_EQ(nearest_class("P2AT"), "");
}

}  // namespace
}  // namespace rubble::usarsim
