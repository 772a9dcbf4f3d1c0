// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rubble {

enum class DriveKind { None, Skid, Differential, Ackermann, Tracks, Flippers, Quadrotor };

enum class Side { Left, Right };

enum class Axle { None, Front, Rear };

// A driven or free wheel: <rubble:wheel joint="front_left" side="left"/>. Its cylinder collisions
// become tyres with a round edge, so that it touches the ground in one point.
struct WheelSpec {
  std::string joint;
  Side side = Side::Left;
  bool is_driven = true;            // attribute driven
  double rolling_resistance = 0.0;  // attribute rolling_resistance, c_rr
  bool is_omni = false;             // attribute omni: free to slide across its rolling direction
};

// A wheel's steering joint: <rubble:steer joint="front_left_steer" axle="front"/>.
struct SteerSpec {
  std::string joint;
  Axle axle = Axle::Front;
};

// A track belt around a link's collisions: <rubble:track link="left_track" side="left"
// radius="0.06"/>. It runs about the link's y axis at sprocket speed times radius.
struct TrackSpec {
  std::string link;
  Side side = Side::Left;
  double radius = 0.1;  // m, of the sprocket
};

// <rubble:flipper joint="FRFlipper" side="right" belt="true"/>: a position-controlled joint. With a
// belt, the surface of the child link runs at the surface speed of the track on its side.
struct FlipperSpec {
  std::string joint;
  Side side = Side::Left;
  bool has_belt = true;  // attribute belt
};

// <rubble:arm name="Arm"> or <rubble:package name="CameraPanTilt"> with <rubble:joint name="..."/>
// children, in the order in which clients number them.
struct JointGroupSpec {
  std::string name;
  bool is_mission_package = false;
  std::vector<std::string> joints;
};

// Content of <rubble:robot>. Wheel radius, separation and base are not stored here: they are
// measured from the model (robots::Measures), so that they cannot contradict it.
struct RobotSpec {
  std::string robot_class;
  DriveKind drive = DriveKind::None;
  double max_speed = 0.0;        // rad/s of wheel or sprocket; m/s for a quadrotor
  double torque = 0.0;           // N·m per wheel or per track side
  double reported_torque = 0.0;  // what CONF prints; equals torque unless given
  double battery = 1200.0;       // s
  bool is_relay = false;         // attribute relay: its radio forwards the traffic of others
  std::vector<WheelSpec> wheels;
  std::vector<SteerSpec> steers;
  std::vector<TrackSpec> tracks;
  std::vector<FlipperSpec> flippers;
  std::vector<JointGroupSpec> groups;
};

}  // namespace rubble
