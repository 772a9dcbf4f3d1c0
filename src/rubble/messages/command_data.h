// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "rubble/geometry/pose.h"

namespace rubble {

// --- driving ---------------------------------------------------------------------------------

// Wheel or sprocket speed of each side, forward positive.
struct DriveSides {
  double left = 0.0;   // rad/s
  double right = 0.0;  // rad/s
  void serialize(auto& archive) { archive(left, right); }
};

// Steered wheels: speed of the driven wheels and the angle of each steered axle, left positive.
struct DriveSteered {
  double speed = 0.0;        // rad/s
  double front_steer = 0.0;  // rad
  double rear_steer = 0.0;   // rad
  void serialize(auto& archive) { archive(speed, front_steer, rear_steer); }
};

// A flying robot's velocity in its own heading frame.
struct DriveFlight {
  double forward = 0.0;   // m/s
  double left = 0.0;      // m/s
  double up = 0.0;        // m/s
  double yaw_rate = 0.0;  // rad/s
  void serialize(auto& archive) { archive(forward, left, up, yaw_rate); }
};

enum class JointControlMode { Angle, Speed, Effort };

// Sets position, velocity or effort of one named joint (flipper, arm, pan-tilt).
struct MoveJoint {
  std::string joint;
  JointControlMode mode = JointControlMode::Angle;
  double value = 0.0;  // rad or m; rad/s or m/s; N·m or N
};

struct SwitchLight {
  bool on = false;
};

// Puts an overturned robot back on its wheels at its present position.
struct TurnUpright {};

// Commands a single wheel. Wheels count from 1 in the order of the model file.
struct DriveWheel {
  int wheel = 1;
  double speed = 0.0;  // rad/s
  double steer = 0.0;  // rad, left positive
  void serialize(auto& archive) { archive(wheel, speed, steer); }
};

// Shows the robot's path in viewers; does not affect the run.
struct DrawTrace {
  bool is_on = false;
  double interval = 0.0;  // s
  std::string color;
};

// --- sensors ---------------------------------------------------------------------------------

// Resets odometry or an encoder to zero.
struct ResetSensor {
  std::string sensor;
};

// Overwrites the pose estimate of an INS, world frame.
struct SetSensorPose {
  std::string sensor;
  Pose pose;
};

// Requests one additional reading at the end of the coming tick, also from on-request sensors.
struct ScanNow {
  std::string sensor;
};

// Zooms a camera; 0 restores the field of view of its file.
struct SetFieldOfView {
  std::string sensor;
  double angle = 0.0;  // rad, horizontal
};

// Writes the memory of an RFID tag within reach of the robot's reader; fails if none reaches it.
struct WriteTag {
  int id = 0;
  std::string memory;
};

// Reads the memory of an RFID tag within reach of the robot's reader into CommandResult::text.
struct ReadTag {
  int id = 0;
};

// Drops a new RFID tag on the ground behind the robot; CommandResult::text is its id.
struct DropTag {};

// Drops one of the radio relays that the robot carries on the ground behind it: a robot of class
// Relay. CommandResult::text is its name.
struct DropRelay {};

// --- entering and leaving --------------------------------------------------------------------

// Adds a robot. sensors lists what is switched on: names of its own sensors, presets to be mounted,
// "all", or "usual": all but those that make images, which then read on request (ScanNow). If start
// is given, the pose is ignored: the robot is placed at the start of that name, or at a free start
// if no start has that name.
struct SpawnRobot {
  std::string robot_class;
  Pose world_from_model;
  std::vector<std::string> sensors;
  std::optional<std::string> start = {};
};

// Removes a robot, object or smoke area.
struct LeaveWorld {};

// --- objects that a world controller creates and moves ---------------------------------------

enum class ObjectPhysics { None, RigidBody };

// Creates an object: kind is box, sphere or cylinder (1 m in size before scaling) or a model name.
struct CreateObject {
  std::string kind;
  Pose world_from_object;
  Vec3 scale = Vec3::Ones();
  ObjectPhysics physics = ObjectPhysics::RigidBody;
  bool is_permanent = false;  // stays when the client that created it disconnects
  std::string material;
};

// Teleports a robot or object; it is at rest afterwards. Components that are not given stay.
struct MoveObject {
  std::optional<Vec3> position;
  std::optional<RollPitchYaw> rotation;
  bool is_relative = false;
};

// Rotates an object continuously.
struct SpinObject {
  Vec3 rate = Vec3::Zero();  // rad/s, world frame
};

struct AddWaypoints {
  std::vector<Vec3> points;
};

struct ClearWaypoints {};

// How an object follows its waypoints; fields that are not given stay unchanged.
struct FollowWaypoints {
  std::optional<double> speed;  // m/s
  std::optional<double> time;   // s for the whole path, instead of a speed
  std::optional<bool> is_looping;
  std::optional<bool> goes_back_when_cleared;
  std::optional<bool> is_moving;
};

// Runs the object as a conveyor: its surface moves along its x axis.
struct RunConveyor {
  double speed = 0.0;  // m/s
};

// Removes all objects and smoke created in the run, or only those inside a box (world frame).
struct RemoveObjects {
  std::optional<Bounds> inside;
};

// Creates or updates the smoke sphere that has the command's name. Its density profile is Gaussian.
// Density 0 (or LeaveWorld) removes it.
struct PlaceSmoke {
  Vec3 middle = Vec3::Zero();  // m, world frame
  double radius = 1.0;         // m
  double density = 0.0;        // d, at the centre
};

// Switches on sensors of a present robot; the words are those of SpawnRobot::sensors.
struct SwitchSensorsOn {
  std::vector<std::string> sensors;
};

using CommandData =
    std::variant<DriveSides, DriveSteered, DriveFlight, MoveJoint, SwitchLight, TurnUpright,
                 DriveWheel, DrawTrace, ResetSensor, SetSensorPose, ScanNow, SetFieldOfView,
                 WriteTag, ReadTag, DropTag, DropRelay, SpawnRobot, LeaveWorld, CreateObject,
                 MoveObject, SpinObject, AddWaypoints, ClearWaypoints, FollowWaypoints, RunConveyor,
                 RemoveObjects, PlaceSmoke, SwitchSensorsOn>;

// Commands that robots::Robots executes in the coming tick; the simulation executes all others.
template <class Type>
concept RobotCommandData = std::same_as<Type, DriveSides> || std::same_as<Type, DriveSteered> ||
    std::same_as<Type, DriveFlight> || std::same_as<Type, DriveWheel> ||
    std::same_as<Type, MoveJoint> || std::same_as<Type, SwitchLight> ||
    std::same_as<Type, TurnUpright> || std::same_as<Type, DrawTrace>;

}  // namespace rubble
