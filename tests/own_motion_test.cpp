// SPDX-License-Identifier: Apache-2.0
// What robots of models/ believe of their own motion, against what they did.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "rubble/sensors/sensor_factory.h"
#include "tests/trial.h"

namespace rubble {
namespace {

std::string hall(const std::string& content) {
  return R"(<?xml version="1.0"?><sdf version="1.9" xmlns:rubble="urn:rubble"><world name="test">
    <gravity>0 0 -9.81</gravity>
    <model name="floor"><static>true</static><link name="l"><collision name="c"><geometry>
    <plane><normal>0 0 1</normal><size>100 100</size></plane></geometry>
    <surface><friction><ode><mu>0.7</mu></ode></friction></surface></collision></link></model>)" +
         content + "</world></sdf>";
}

Trial trial_in(const std::string& content, const std::string& robot_class, const Pose& pose = {}) {
  return Trial(load_world_text(hall(content), "test", scenario::load_settings({})), robot_class,
               pose);
}

SensorSpec sensor_of(const std::string& preset, const std::string& name) {
  SensorSpec spec = *sensors::spec_of_preset(preset);
  spec.name = name;
  return spec;
}

// The robot's own odometry, with another base.
SensorSpec calibrated_odometry(const Trial& run) {
  const Instance& robot = run.state().instances[run.state().find("R1").index()];
  for (const Link& link : robot.model->links)
    for (const SensorSpec& sensor : link.sensors)
      if (sensor.preset == "odometry") {
        SensorSpec spec = sensor;
        spec.name = "Calibrated";
        spec.settings["rubble:odometry/base"] = "calibrated";
        return spec;
      }
  ADD_FAILURE() << "no odometry";
  return {};
}

TEST(P3atOdometry, OverstatesItsTurnsUnlessCalibrated) {
  Trial run = trial_in("", "P3AT");
  run.switch_on("Odometry");
  run.mount(calibrated_odometry(run));
  run.advance(0.5);
  for (int quarter = 1; quarter <= 4; ++quarter) {
    run.drive(-0.2, 0.2);
    while (run.turned() < quarter * kPi / 2) run.advance(kTickSeconds);
    run.drive(0.0, 0.0);
    run.advance(0.5);
  }
  EXPECT_NEAR(degrees(run.turned()), 360.0, 3.0);
  const double geometric = degrees(run.latest<OdometryReading>("Odometry").theta);
  const double calibrated = degrees(run.latest<OdometryReading>("Calibrated").theta);
  EXPECT_GT(geometric, 500.0);
  EXPECT_LT(geometric, 580.0);
  EXPECT_GT(calibrated, 345.0);
  EXPECT_LT(calibrated, 375.0);
}

double measured_chi(const std::string& robot_class) {
  Trial run = trial_in("", robot_class);
  run.advance(0.5);
  run.switch_on("Odometry");
  run.drive(-0.15, 0.15);
  run.advance(1.0);
  const double before = run.latest<OdometryReading>("Odometry").theta;
  run.forget_turn();
  run.advance(6.0);
  return (run.latest<OdometryReading>("Odometry").theta - before) / run.turned();
}

TEST(Calibration, OfEveryRobotIsMeasuredOnItself) {
  const char* const sweep = std::getenv("RUBBLE_SWEEP");
  const bool is_full = sweep != nullptr && std::string(sweep) == "full";
  for (const char* robot_class :
       {"P3AT", "Element", "P2AT", "ATRVJr", "Husky", "P2DX", "P3DX", "Turtlebot3Burger", "Matilda",
        "Talon", "Inspector", "Kenaf", "Absolem", "TeleMax"}) {
    const SensorSpec spec = calibrated_odometry(trial_in("", robot_class));
    ASSERT_TRUE(spec.settings.count("rubble:odometry/chi")) << robot_class;
    const double chi = std::stod(spec.settings.at("rubble:odometry/chi"));
    EXPECT_NEAR(measured_chi(robot_class), chi, 0.05 * chi) << robot_class;
    if (!is_full && robot_class == std::string("Element")) break;
  }
}

TEST(Odometry, OfWheelsAndTracksKnowsAStraightWay) {
  for (const char* robot_class : {"P3AT", "Element", "Kenaf"}) {
    Trial run = trial_in("", robot_class);
    run.switch_on("Odometry");
    run.switch_on("INS");
    run.switch_on("ECLeft");
    run.advance(0.5);
    const Vec3 start = run.pose().position;
    run.drive(0.4, 0.4);
    run.advance(5.0);
    const double way = run.pose().position.x() - start.x();
    EXPECT_GT(way, 1.9);
    EXPECT_NEAR(run.latest<OdometryReading>("Odometry").x, way, 0.025 * way) << robot_class;
    const auto ins = run.latest<InsReading>("INS");
    EXPECT_NEAR(ins.position.x() - start.x(), way, 0.05 + 0.025 * way) << robot_class;
    EXPECT_NE(ins.position.x(), run.pose().position.x());
    EXPECT_LT(std::abs(ins.attitude.yaw), radians(1.0)) << robot_class;
    const auto encoder = run.latest<EncoderReading>("ECLeft");
    EXPECT_NEAR(
        static_cast<double>(encoder.ticks[0]) * encoder.resolution * run.measures().wheel_radius,
        way, 0.025 * way)
        << robot_class;
  }
}

// Three sigmas of the mti's bias, of its noise over a second and of its misalignment to gravity.
constexpr double kForceBound = 3 * 0.02 + 3 * 0.002 + 3 * 0.0017 * 9.81;  // m/s^2

TEST(Imu, OnARobotThatStandsOnARampReadsItsSlope) {
  Trial run = trial_in(
      R"(<model name="ramp"><static>true</static><pose>0 0 1 0 -0.261799 0</pose><link name="l">
      <collision name="c"><geometry><box><size>6 3 0.2</size></box></geometry>
      <surface><friction><ode><mu>1.0</mu></ode></friction></surface></collision></link></model>)",
      "P3AT", make_pose(0, 0, 1.12, 0, -0.261799, 0));
  SensorSpec spec = sensor_of("mti", "IMU");
  run.mount(spec);
  run.advance(2.0);
  double sum = 0.0, pitch = 0.0;
  constexpr int kSamples = 100;
  for (int i = 0; i < kSamples; ++i) {
    run.advance(0.01);
    const auto reading = run.latest<ImuReading>("IMU");
    sum += reading.specific_force.x() / kSamples;
    pitch += reading.attitude.pitch / kSamples;
  }
  const double slope = -roll_pitch_yaw_of(run.pose().rotation).pitch;
  EXPECT_NEAR(degrees(slope), 15.0, 0.5);
  EXPECT_NEAR(sum, 9.81 * std::sin(slope), kForceBound);
  EXPECT_NEAR(degrees(pitch), -15.0, 1.0);
}

TEST(Sensors, ReadTheSameWhateverElseIsSwitchedOn) {
  const auto run_with = [](const std::vector<std::string>& others) {
    Trial run = trial_in("", "P3AT");
    for (const std::string& other : others) run.switch_on(other);
    run.switch_on("INS");
    run.drive(0.2, 0.4);
    run.advance(2.0);
    return run.latest<InsReading>("INS");
  };
  const InsReading alone = run_with({});
  const InsReading among = run_with({"GroundTruth", "Odometry", "ECLeft", "GPS", "RFID"});
  EXPECT_EQ(alone.position, among.position);
  EXPECT_EQ(alone.attitude.yaw, among.attitude.yaw);
  EXPECT_EQ(alone.attitude.roll, among.attitude.roll);
}

TEST(Sensors, OfEveryRobotAreSimulated) {
  for (const char* robot_class : {"P2AT", "P3AT", "P2DX", "P3DX", "ATRVJr", "PER", "Element",
                                  "Matilda", "Talon", "Kenaf", "Absolem", "TeleMax", "Inspector",
                                  "Husky", "Turtlebot3Burger", "FrontAckerman", "AirRobot"}) {
    std::vector<Warning> warnings;
    const auto model = load_model(robot_class, scenario::load_settings({}), warnings);
    ASSERT_TRUE(model.ok()) << robot_class;
    const auto checked = sensors::check_sensors(**model, warnings);
    EXPECT_TRUE(checked.ok()) << (checked.ok() ? "" : checked.error().to_string());
    for (const Warning& warning : warnings) ADD_FAILURE() << robot_class << ": " << warning.message;
  }
}

TEST(Touch, TellsFrontFromRear) {
  Trial run = trial_in(
      R"(<model name="wall"><static>true</static><pose>1 0 0.5 0 0 0</pose><link name="l">
      <collision name="c"><geometry><box><size>0.2 3 1</size></box></geometry></collision></link></model>)",
      "P3AT");
  run.switch_on("TouchFront");
  run.switch_on("TouchRear");
  run.advance(0.5);
  EXPECT_FALSE(run.latest<TouchReading>("TouchFront").is_touched[0]);
  run.drive(0.4, 0.4);
  run.advance(2.0);
  EXPECT_TRUE(run.latest<TouchReading>("TouchFront").is_touched[0]);
  EXPECT_FALSE(run.latest<TouchReading>("TouchRear").is_touched[0]);
}

TEST(Gps, HasAFixBesideTheStationAndNoneInItsHall) {
  auto world = load_world(RUBBLE_SOURCE_DIR "/worlds/station.sdf", scenario::load_settings({}));
  ASSERT_TRUE(world.ok());
  sim::Simulation simulation(*std::move(world), {});
  std::vector<Warning> warnings;
  const auto model = load_model("P3AT", scenario::load_settings({}), warnings);
  ASSERT_TRUE(model.ok());
  const std::pair<const char*, Vec3> places[] = {{"outside", {50, 20, 0.2}},
                                                 {"inside", {0, 24, 0.2}}};
  for (const auto& [name, place] : places) {
    const auto robot = simulation.spawn(*model, name, {place});
    ASSERT_TRUE(robot.ok());
    ASSERT_TRUE(simulation.switch_on(*robot, "GPS").ok());
  }
  while (simulation.readings().size() < 2) simulation.step({});
  for (const Reading& reading : simulation.readings()) {
    const auto& gps = std::get<GpsReading>(reading.data);
    const bool is_outside = reading.robot == "outside";
    EXPECT_EQ(gps.has_fix, is_outside) << reading.robot << " sees " << gps.satellites;
    EXPECT_TRUE(is_outside ? gps.satellites >= 7 : gps.satellites <= 2) << gps.satellites;
  }
}

}  // namespace
}  // namespace rubble
