// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/geometry/pose.h"

namespace rubble {

enum class VehicleKind { Ground, Aerial, Nautic, Legged, Static };
enum class SteeringKind { None, SkidSteered, Ackermann, Omni, RotaryWing };

enum class SensorKind {
  RangeScanner,
  RangeImager,  // a picture of distances
  Sonar,
  Infrared,
  Camera,
  Imu,
  Ins,
  Odometry,
  Encoder,
  Tachometer,
  Gps,
  Compass,
  Altitude,
  Touch,
  Bumper,
  GroundTruth,
  Rfid,
  Victim,
  Object,
  Co2,
  Heat,
  Sound,
  Battery,
  MissionTime,
  Transmissometer,
};

// Static properties of a sensor. Numbers that do not apply to its kind are 0.
struct SensorDescription {
  std::string name;
  SensorKind kind = SensorKind::RangeScanner;
  Pose base_from_sensor;       // with all joints at zero
  std::string mount;           // the arm or package that carries it; empty: the base
  int mount_link = 0;          // joint of that mount, counted from 1
  double rate = 0.0;           // Hz
  bool is_on_request = false;  // reads only on request (ScanNow)

  double min_range = 0.0;               // m
  double max_range = 0.0;               // m
  double resolution = 0.0;              // rad between beams, or per encoder tick
  double field_of_view = 0.0;           // rad, horizontal
  double vertical_resolution = 0.0;     // rad
  double vertical_field_of_view = 0.0;  // rad
  double beam_angle = 0.0;              // rad, full opening angle of a sonar's cone
  bool has_zero_for_codes = false;      // a URG: an error code is the range 0 on the wire
  int width = 0;                        // pixels
  int height = 0;
  double zoomed_field_of_view = 0.0;  // rad, at present; 0 = not zoomed
  double min_field_of_view = 0.0;     // rad, zoom range
  double max_field_of_view = 0.0;     // rad
  int tile_x = -1;                    // pixels, tile in the image server's frame; -1: none
  int tile_y = -1;
  int tile_width = 0;
  int tile_height = 0;
  std::string wire_name{};  // name in the client protocol; empty: same as name
};

// A joint that clients can command.
struct JointDescription {
  std::string name;
  bool is_prismatic = false;
  Pose base_from_joint;
  Vec3 axis_base = Vec3::UnitX();  // unit axis of rotation or translation, base frame
  double lower = 0.0;              // rad or m
  double upper = 0.0;
  double max_speed = 0.0;
  double max_effort = 0.0;
};

// An arm or a mission package, with joints in the order in which clients number them.
struct PackageDescription {
  std::string name;
  bool is_mission_package = false;
  std::vector<JointDescription> joints;
};

// Static properties of a robot, for CONF and GEO answers and for viewers.
struct RobotDescription {
  std::string name;
  std::string robot_class;
  VehicleKind vehicle = VehicleKind::Ground;
  SteeringKind steering = SteeringKind::None;
  double mass = 0.0;             // kg
  double max_speed = 0.0;        // rad/s of a wheel; m/s of a flying robot
  double max_torque = 0.0;       // N·m
  double max_front_steer = 0.0;  // rad
  double max_rear_steer = 0.0;   // rad
  Vec3 size = Vec3::Zero();      // m
  Vec3 center_of_mass = Vec3::Zero();
  double wheel_radius = 0.0;      // m
  double wheel_separation = 0.0;  // m
  double wheel_base = 0.0;        // m
  double battery = 0.0;           // s, capacity
  std::vector<JointDescription> flippers;
  std::vector<PackageDescription> packages;
  std::vector<SensorDescription> sensors;

  // Null if there is none of that name.
  const SensorDescription* find_sensor(const std::string& sensor_name) const;
};

}  // namespace rubble
