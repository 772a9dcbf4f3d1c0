// SPDX-License-Identifier: Apache-2.0
// For tests: a robot with one sensor of each kind, packages and flippers.
#pragma once

#include "rubble/messages/arena.h"
#include "rubble/messages/description.h"

namespace rubble::usarsim {

inline JointDescription test_joint(const std::string& name, const Vec3& axis, double lower,
                                   double upper) {
  JointDescription joint;
  joint.name = name;
  joint.axis_base = axis;
  joint.lower = lower;
  joint.upper = upper;
  joint.max_speed = 2.0;
  joint.max_effort = 20.0;
  return joint;
}

inline std::vector<SensorDescription> one_sensor_of_each_kind() {
  std::vector<SensorDescription> sensors;
  const auto add = [&](const char* name, SensorKind kind) {
    sensors.push_back({.name = name, .kind = kind, .rate = 10.0});
    sensors.back().max_range = 20.0;
    sensors.back().resolution = 0.0175;
    sensors.back().field_of_view = 1.3963;
    sensors.back().min_field_of_view = 0.3491;
    sensors.back().max_field_of_view = 2.0944;
    sensors.back().width = 320;
    sensors.back().height = 240;
  };
  add("Scanner1", SensorKind::RangeScanner);
  add("Scanner2", SensorKind::RangeScanner);
  add("Kinect", SensorKind::RangeImager);
  add("F1", SensorKind::Sonar);
  add("F2", SensorKind::Sonar);
  add("IR1", SensorKind::Infrared);
  add("Camera", SensorKind::Camera);
  add("IMU", SensorKind::Imu);
  add("INS", SensorKind::Ins);
  add("Odometry", SensorKind::Odometry);
  add("Encoders", SensorKind::Encoder);
  add("Tachometer", SensorKind::Tachometer);
  add("GPS", SensorKind::Gps);
  add("Compass", SensorKind::Compass);
  add("Altitude", SensorKind::Altitude);
  add("T1", SensorKind::Touch);
  add("Bumper", SensorKind::Bumper);
  add("GroundTruth", SensorKind::GroundTruth);
  add("RFID", SensorKind::Rfid);
  add("VictSensor", SensorKind::Victim);
  add("Objects", SensorKind::Object);
  add("CO2", SensorKind::Co2);
  add("Heat", SensorKind::Heat);
  add("Sound", SensorKind::Sound);
  add("Battery", SensorKind::Battery);
  add("Time", SensorKind::MissionTime);
  add("Smoke", SensorKind::Transmissometer);
  return sensors;
}

// Wheels up to 5 rad/s, steering up to 0.5 (front) and 0.25 rad (rear). Positive in its file: pan
// counter-clockwise, tilt upwards, shoulder downwards.
inline RobotDescription robot_with_everything() {
  RobotDescription robot;
  robot.name = "R1";
  robot.robot_class = "Everything";
  robot.steering = SteeringKind::SkidSteered;
  robot.mass = 10.0;
  robot.max_speed = 5.0;
  robot.max_torque = 60.0;
  robot.max_front_steer = 0.5;
  robot.max_rear_steer = 0.25;
  robot.size = {0.5, 0.4, 0.3};
  robot.wheel_radius = 0.1;
  robot.wheel_separation = 0.4;
  robot.wheel_base = 0.3;
  robot.battery = 1200.0;
  for (const char* flipper : {"FRFlipper", "FLFlipper", "RRFlipper", "RLFlipper"})
    robot.flippers.push_back(test_joint(flipper, Vec3::UnitY(), -3.14, 3.14));
  robot.packages.push_back({.name = "CameraPanTilt",
                            .is_mission_package = true,
                            .joints = {test_joint("pan", Vec3::UnitZ(), -2.0, 2.0),
                                       test_joint("tilt", -Vec3::UnitY(), -1.0, 1.0)}});
  JointDescription lift = test_joint("lift", Vec3::UnitZ(), 0.0, 0.3);
  lift.is_prismatic = true;
  robot.packages.push_back({.name = "Arm",
                            .joints = {test_joint("shoulder", Vec3::UnitY(), -1.5, 1.5), lift,
                                       test_joint("wrist", Vec3::UnitX(), 1.0, 0.0)}});
  robot.sensors = one_sensor_of_each_kind();
  return robot;
}

inline Arena test_arena() {
  return {.level = "Test",
          .time_limit = 20,
          .starts = {{"RobotStart1", make_pose(1, 2, 0.1, 0, 0, 0)},
                     {"RobotStart2", make_pose(3, -2, 0.1, 0, 0, 1.5)}}};
}

}  // namespace rubble::usarsim
