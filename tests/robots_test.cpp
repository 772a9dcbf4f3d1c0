// SPDX-License-Identifier: Apache-2.0
// The robots of models/ on flat ground and on stairs, against the physics table.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "rubble/sdf/load.h"
#include "tests/trial.h"

namespace rubble {
namespace {

std::string world_text(const std::string& content) {
  return R"(<?xml version="1.0"?><sdf version="1.9" xmlns:rubble="urn:rubble"><world name="test">
    <gravity>0 0 -9.81</gravity>
    <rubble:start name="RobotStart1"><pose>0 0 0 0 0 0</pose></rubble:start>)" +
         content + "</world></sdf>";
}

std::string box(const std::string& name, const Vec3& center, const Vec3& size, double mu,
                const std::string& material) {
  return fmt::format(
      "<model name=\"{}\"><static>true</static><pose>{} {} {} 0 0 0</pose><link name=\"l\">"
      "<collision name=\"c\"><geometry><box><size>{} {} {}</size></box></geometry>"
      "<surface><friction><ode><mu>{}</mu></ode></friction></surface>{}</collision></link></model>",
      name, center.x(), center.y(), center.z(), size.x(), size.y(), size.z(), mu,
      material.empty() ? "" : "<rubble:surface material=\"" + material + "\"/>");
}

std::string floor_of(double mu) {
  return fmt::format(
      "<model name=\"floor\"><static>true</static><link name=\"l\"><collision name=\"c\"><geometry>"
      "<plane><normal>0 0 1</normal><size>100 100</size></plane></geometry>"
      "<surface><friction><ode><mu>{}</mu></ode></friction></surface></collision></link></model>",
      mu);
}

// Eight steps that begin 1 m ahead, and a landing behind them.
std::string stairs(double slope_degrees, double mu, const std::string& material) {
  constexpr double kRiser = 0.18;
  constexpr int kSteps = 8;
  const double run = kRiser / std::tan(radians(slope_degrees));
  std::string text;
  for (int i = 0; i < kSteps; ++i) {
    const double front = 1.0 + i * run, back = 1.0 + kSteps * run + 3.0;
    text += box("step" + std::to_string(i), {(front + back) / 2, 0, kRiser * (i + 0.5)},
                {back - front, 2.0, kRiser}, mu, material);
  }
  return text;
}

Trial trial_of(const std::string& robot_class, const std::string& content, double yaw = 0.0) {
  return Trial(load_world_text(world_text(content), "test", scenario::load_settings({})),
               robot_class, make_pose(0, 0, 0, 0, 0, yaw));
}

// The overview table of the robots reference.
struct Row {
  const char* robot_class;
  double mass, radius, separation, base;  // 0 = not stated
};

constexpr Row kRows[] = {
    {"P2AT", 14, 0.130, 0.4712, 0.2884},
    {"P3AT", 24.5, 0.110, 0.400, 0.268},
    {"P2DX", 9, 0.110, 0.340, 0},
    {"P3DX", 9, 0.0975, 0.340, 0},
    {"ATRVJr", 67, 0.155, 0.50, 0.38},
    {"PER", 5, 0.045, 0.26, 0.28},
    {"Element", 18, 0.06, 0.433, 0.512},
    {"Matilda", 28, 0.06, 0.433, 0},
    {"Talon", 45, 0.10, 0.452, 0},
    {"Kenaf", 20, 0.08, 0.34, 0},
    {"Absolem", 38.7, 0.089, 0.397, 0},
    {"TeleMax", 70, 0.10, 0.32, 0},
    {"Inspector", 35, 0.08, 0.40, 0},
    {"Husky", 56.6, 0.1651, 0.5708, 0.512},
    {"Turtlebot3Burger", 1.0, 0.033, 0.160, 0},
    {"FrontAckerman", 147, 0.128, 0, 0.956},
    {"AirRobot", 1.316, 0, 0, 0},
};

class EveryRobot : public testing::TestWithParam<Row> {};

TEST_P(EveryRobot, HasTheSizesOfItsDataSheet) {
  const Row& row = GetParam();
  const Trial run = trial_of(row.robot_class, floor_of(0.7));
  EXPECT_EQ(run.spec().robot_class, row.robot_class);
  EXPECT_NEAR(run.measures().mass, row.mass, 0.02 * row.mass);
  if (row.radius > 0.0) {
    EXPECT_NEAR(run.measures().wheel_radius, row.radius, 1e-6);
  }
  if (row.separation > 0.0) {
    EXPECT_NEAR(run.measures().separation, row.separation, 1e-3);
  }
  if (row.base > 0.0) {
    EXPECT_NEAR(run.measures().base, row.base, 2e-3);
  }
}

TEST_P(EveryRobot, StandsStillWhenLeftAlone) {
  Trial run = trial_of(GetParam().robot_class, floor_of(0.7));
  run.advance(1.0);
  const Vec3 before = run.pose().position;
  run.advance(2.0);
  EXPECT_LT((run.pose().position - before).norm(), 0.003);
  EXPECT_LT(run.max_tilt_degrees(), 4.0);
}

TEST_P(EveryRobot, GoesForwardWhenToldTo) {
  Trial run = trial_of(GetParam().robot_class, floor_of(0.7));
  run.advance(0.5);
  const double radius = run.measures().wheel_radius;
  const double speed = run.spec().drive == DriveKind::Quadrotor
                           ? 1.0
                           : std::min(0.4, 0.8 * run.spec().max_speed * radius);
  switch (run.spec().drive) {
    case DriveKind::Quadrotor:
      run.order(DriveFlight{.forward = speed, .up = 0.5});
      break;
    case DriveKind::Ackermann:
      run.order(DriveSteered{.speed = speed / radius});
      break;
    default:
      run.drive(speed, speed);
  }
  const Vec3 before = run.pose().position;
  run.advance(3.0);
  EXPECT_NEAR(run.pose().position.x() - before.x(), 3.0 * speed, 0.06 * 3.0 * speed);
  EXPECT_NEAR(run.pose().position.y(), before.y(), 0.03);
}

INSTANTIATE_TEST_SUITE_P(Models, EveryRobot, testing::ValuesIn(kRows),
                         [](const auto& row) { return std::string(row.param.robot_class); });

// Stations that do not move have no data sheet.
TEST(Models, OfRobotsAreAllInTheTable) {
  std::set<std::string> folders, rows;
  for (const auto& entry : std::filesystem::directory_iterator(RUBBLE_SOURCE_DIR "/models"))
    if (std::filesystem::exists(entry.path() / "model.sdf"))
      folders.insert(entry.path().filename().string());
  for (const char* const station : {"ComStation", "Relay"})
    EXPECT_EQ(folders.erase(station), 1U) << station;
  folders.erase("maze_tiles");
  for (const Row& row : kRows) rows.insert(row.robot_class);
  EXPECT_EQ(folders, rows);
}

TEST(P3at, DrivesStraightAtItsTopSpeed) {
  Trial run = trial_of("P3AT", floor_of(0.7));
  run.drive(0.7, 0.7);
  run.advance(5.0);
  EXPECT_NEAR(run.pose().position.x(), 3.5, 0.02 * 3.5);
  EXPECT_LT(std::abs(run.pose().position.y()), 0.01);
  EXPECT_LT(std::abs(run.turned()), 0.01);
  EXPECT_NEAR(run.velocity().x(), 0.7, 0.003 * 0.7);
}

struct TurnResult {
  double chi = 0.0;
  double drift = 0.0;
};

TurnResult turn_in_place(const char* robot_class, double mu, double heading) {
  Trial run = trial_of(robot_class, floor_of(mu), heading);
  run.advance(0.5);
  const Vec3 start = run.pose().position;
  const double speed = 0.2;
  run.drive(-speed, speed);
  run.advance(1.0);
  run.forget_turn();
  run.advance(4.0);
  const double ideal = 2.0 * speed / run.measures().separation * 4.0;
  return {ideal / run.turned(), (run.pose().position - start).head<2>().norm()};
}

TEST(SkidSteering, TurnsAsTheBalanceOfMomentsSays) {
  for (const char* robot_class : {"P3AT", "Husky", "ATRVJr"}) {
    const Trial probe = trial_of(robot_class, floor_of(0.7));
    const double ratio = probe.measures().base / probe.measures().separation;
    const double formula = 1.0 + ratio * ratio;
    const TurnResult turn = turn_in_place(robot_class, 0.7, 0.0);
    EXPECT_NEAR(turn.chi, formula, 0.1 * formula) << robot_class;
    EXPECT_LT(turn.drift, 0.1) << robot_class;
    EXPECT_NEAR(turn_in_place(robot_class, 0.4, 0.0).chi, turn.chi, 0.05 * turn.chi);
    for (const double heading : {0.6, 1.5, 2.6})
      EXPECT_NEAR(turn_in_place(robot_class, 0.7, heading).chi, turn.chi, 0.03 * turn.chi);
  }
}

TEST(Element, GoesStraightAndTurnsOnItsBelts) {
  Trial run = trial_of("Element", floor_of(0.7));
  run.drive(0.5, 0.5);
  run.advance(5.0);
  EXPECT_NEAR(run.pose().position.x(), 2.5, 0.015 * 2.5);
  // Between even pressure under the belts (1.30) and all of it at their corners (2.4).
  const double chi = turn_in_place("Element", 0.7, 0.0).chi;
  EXPECT_GT(chi, 1.17);
  EXPECT_LT(chi, 1.76);
  EXPECT_NEAR(turn_in_place("Element", 0.5, 0.0).chi, chi, 0.05 * chi);
}

struct Climb {
  double height = 0.0;
  double tilt = 0.0;
};

Climb climb(const char* robot_class, double slope, double speed, double mu,
            const std::string& material, double seconds) {
  Trial run = trial_of(robot_class, floor_of(0.7) + stairs(slope, mu, material));
  run.advance(0.3);
  run.drive(speed, speed);
  run.advance(seconds);
  return {run.pose().position.z(), run.max_tilt_degrees()};
}

TEST(Element, ClimbsStairsOfFiftyDegreesWhereItsCleatsHook) {
  constexpr double kTop = 8 * 0.18;
  for (const double slope : {35.0, 45.0, 50.0})
    for (const double speed : {0.25, 0.5}) {
      const Climb result = climb("Element", slope, speed, 1.3, "nosing", 6.0 / speed);
      EXPECT_GT(result.height, kTop - 0.05) << slope << " degrees at " << speed;
      EXPECT_LT(result.tilt, 55.0) << slope << " degrees at " << speed;
    }
}

TEST(Element, DoesNotClimbSlipperyStairs) {
  EXPECT_LT(climb("Element", 35.0, 0.25, 0.5, "", 15.0).height, 2 * 0.18);
}

TEST(P3at, DoesNotClimbStairs) {
  EXPECT_LT(climb("P3AT", 35.0, 0.4, 1.3, "nosing", 10.0).height, 0.18);
}

TEST(FrontAckerman, TurnsOnTheCircleOfItsSteering) {
  Trial run = trial_of("FrontAckerman", floor_of(0.8));
  run.order(DriveSteered{.speed = 0.5 / run.measures().wheel_radius, .front_steer = 0.3});
  run.advance(2.0);
  run.forget_turn();
  const Vec3 before = run.pose().position;
  run.advance(4.0);
  const double chord = (run.pose().position - before).norm();
  const double radius = chord / (2.0 * std::sin(run.turned() / 2.0));
  EXPECT_GT(run.turned(), 0.3);
  EXPECT_NEAR(radius, run.measures().base / std::tan(0.3),
              0.08 * run.measures().base / std::tan(0.3));
}

TEST(AirRobot, FliesWhereItIsToldAndHovers) {
  Trial run = trial_of("AirRobot", floor_of(0.7));
  run.order(DriveFlight{.up = 1.0});
  run.advance(2.0);
  EXPECT_NEAR(run.pose().position.z(), 2.0, 0.3);
  run.order(DriveFlight{});
  run.advance(1.0);
  const Vec3 before = run.pose().position;
  run.advance(2.0);
  EXPECT_LT((run.pose().position - before).norm(), 0.02);
  run.order(DriveFlight{.left = 1.0, .yaw_rate = 0.5});
  run.forget_turn();
  run.advance(2.0);
  EXPECT_NEAR(run.turned(), 1.0, 0.1);
  EXPECT_GT(run.pose().position.y() - before.y(), 0.8);
}

TEST(Flippers, GoToTheAngleTheyAreGiven) {
  for (const char* robot_class : {"Kenaf", "Absolem"}) {
    Trial run = trial_of(robot_class, floor_of(0.7));
    run.order(MoveJoint{"FRFlipper", JointControlMode::Angle, 0.7});
    run.order(MoveJoint{"RLFlipper", JointControlMode::Angle, 0.4});
    run.advance(3.0);
    EXPECT_NEAR(run.joint_position("FRFlipper"), 0.7, 0.02) << robot_class;
    EXPECT_NEAR(run.joint_position("RLFlipper"), 0.4, 0.02) << robot_class;
    EXPECT_NEAR(run.joint_position("FLFlipper"), 0.0, 0.02) << robot_class;
  }
}

TEST(Arm, HoldsItsJointsWhereTheyAreTold) {
  Trial run = trial_of("Inspector", floor_of(0.7));
  const std::vector<std::string> joints = run.spec().groups.at(0).joints;
  run.order(MoveJoint{joints.at(1), JointControlMode::Angle, 0.6});
  run.advance(4.0);
  EXPECT_NEAR(run.joint_position(joints[1]), 0.6, 0.03);
  EXPECT_NEAR(run.joint_position(joints[0]), 0.0, 0.03);
}

TEST(PanTilt, CarriesItsCameraWhereItIsTold) {
  Trial run = trial_of("P3AT", floor_of(0.7));
  const std::vector<std::string> joints = run.spec().groups.at(0).joints;
  ASSERT_EQ(joints.size(), 2U);
  const State& state = run.state();
  const InstanceId id = state.find("R1");
  const Model& model = *state.instances[id.index()].model;
  const int tilt = model.joints[static_cast<std::size_t>(model.find_joint(joints[1]))].child;
  const Pose before = run.pose().inverse() * state.world_from_link(id, tilt);
  run.order(MoveJoint{joints[0], JointControlMode::Angle, 0.5});
  run.advance(6.0);
  EXPECT_NEAR(run.joint_position(joints[0]), 0.5, 1e-6);
  const Pose after = run.pose().inverse() * state.world_from_link(id, tilt);
  EXPECT_NEAR(before.rotation.angularDistance(after.rotation), 0.5, 1e-6);
  EXPECT_EQ(state.bodies.size(), 1U + 5U);  // floor, chassis and wheels: the camera is no body
}

TEST(Battery, RunsDownByTheSecond) {
  Trial run = trial_of("Turtlebot3Burger", floor_of(0.7));
  run.drive(0.1, 0.1);
  run.advance(2.0);
  EXPECT_GT(run.velocity().x(), 0.09);
  EXPECT_NEAR(run.state().robots[0].battery, run.spec().battery - 2.0, 0.01);
}

// Seconds as the sources say; those without one are marked as assumed in their files.
struct BatterySource {
  const char* robot_class;
  double least, most;  // h
};
constexpr BatterySource kBatteries[] = {
    {"Element", 6, 10},              // the challenge paper
    {"Matilda", 4, 6},               // published descriptions
    {"Talon", 4, 4.57},              // published descriptions
    {"Turtlebot3Burger", 2.5, 2.5},  // its maker
    {"Husky", 3, 3},
    {"P3AT", 2, 4},
    {"P2AT", 4, 6},
    {"P3DX", 8, 10},
    {"P2DX", 8, 10},
    {"ATRVJr", 3, 6},
    {"TeleMax", 2, 2},
    {"AirRobot", 0.5, 0.5},
};

TEST(Battery, LastsAsLongAsTheSourceOfTheRobotSays) {
  for (const BatterySource& row : kBatteries) {
    std::vector<Warning> warnings;
    const auto model = load_model(row.robot_class, scenario::load_settings({}), warnings);
    ASSERT_TRUE(model.ok()) << row.robot_class;
    EXPECT_GE((*model)->robot->battery, row.least * 3600.0) << row.robot_class;
    EXPECT_LE((*model)->robot->battery, row.most * 3600.0) << row.robot_class;
  }
}

TEST(Battery, EveryModelFileSaysWhereItsNumberComesFrom) {
  for (const auto& folder : std::filesystem::directory_iterator(RUBBLE_SOURCE_DIR "/models")) {
    std::ifstream file(folder.path() / "model.sdf");
    std::string line;
    while (std::getline(file, line) && line.find("<rubble:robot ") == std::string::npos) continue;
    if (line.find("<rubble:robot ") == std::string::npos) continue;  // a thing
    const std::size_t comment = line.find("<!--");
    ASSERT_NE(comment, std::string::npos) << folder.path();
    const std::string why = line.substr(comment);
    const bool names_source = why.find("battery") != std::string::npos ||
                              why.find("assumed: four hours") != std::string::npos;
    EXPECT_TRUE(names_source) << folder.path();
  }
}

}  // namespace
}  // namespace rubble
