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
};

// Steered wheels: speed of the driven wheels and the angle of each steered axle, left positive.
struct DriveSteered {
  double speed = 0.0;        // rad/s
  double front_steer = 0.0;  // rad
  double rear_steer = 0.0;   // rad
};

// A flying robot's velocity in its own heading frame.
struct DriveFlight {
  double forward = 0.0;   // m/s
  double left = 0.0;      // m/s
  double up = 0.0;        // m/s
  double yaw_rate = 0.0;  // rad/s
};

enum class JointControlMode { Angle, Speed, Effort };

// One named joint (flipper, arm, pan-tilt) to an angle or position, a speed or an effort.
struct MoveJoint {
  std::string joint;
  JointControlMode mode = JointControlMode::Angle;
  double value = 0.0;  // rad or m; rad/s or m/s; N·m or N
};

struct SwitchLight {
  bool on = false;
};

// Sets an overturned robot on its wheels where it lies.
struct TurnUpright {};

// One wheel of a robot whose wheels are told one by one, counted from 1 in the order of its file.
struct DriveWheel {
  int wheel = 1;
  double speed = 0.0;  // rad/s
  double steer = 0.0;  // rad, left positive
};

// Draws the robot's way where somebody looks on; changes nothing in the run.
struct DrawTrace {
  bool is_on = false;
  double interval = 0.0;  // s
  std::string color;
};

// --- sensors ---------------------------------------------------------------------------------

// Odometry and encoders count from zero again.
struct ResetSensor {
  std::string sensor;
};

// What an INS believes from now on, in world axes.
struct SetSensorPose {
  std::string sensor;
  Pose pose;
};

// One reading more at the end of the coming tick, also from a sensor that only reads when asked.
struct ScanNow {
  std::string sensor;
};

// Zooms a camera; 0 = as its file has it.
struct SetFieldOfView {
  std::string sensor;
  double angle = 0.0;  // rad, horizontal
};

// Writes into a tag that the robot's reader can reach; the answer says whether it could.
struct WriteTag {
  int id = 0;
  std::string memory;
};

// Asks for the memory of a tag the robot's reader can reach; it is the text of the answer.
struct ReadTag {
  int id = 0;
};

// Leaves a new tag on the ground behind the robot; its id is the text of the answer.
struct DropTag {};

// Leaves one of the radio relays it carries on the ground behind the robot: a robot of class Relay,
// whose name is the text of the answer.
struct DropRelay {};

// --- who is in the world ---------------------------------------------------------------------

// A robot enters. Sensors: names of its own, presets to be put on it, "all", or "usual": all but
// those that make pictures, which then read only when asked (ScanNow). With the name of a start the
// pose does not count: the robot stands at that start, or at a free one if there is none so called.
struct SpawnRobot {
  std::string robot_class;
  Pose world_from_model;
  std::vector<std::string> sensors;
  std::optional<std::string> start = {};
};

// A robot or thing leaves.
struct LeaveWorld {};

// --- things that a world controller makes and moves ------------------------------------------

enum class ObjectPhysics { None, RigidBody };

// Makes a thing: box, sphere, cylinder (1 m in size before scaling) or a model of that name.
struct CreateObject {
  std::string kind;
  Pose world_from_object;
  Vec3 scale = Vec3::Ones();
  ObjectPhysics physics = ObjectPhysics::RigidBody;
  bool is_permanent = false;  // stays when its maker goes
  std::string material;
};

// Puts a robot or thing elsewhere, at rest; parts not given stay.
struct MoveObject {
  std::optional<Vec3> position;
  std::optional<RollPitchYaw> rotation;
  bool is_relative = false;
};

// Turns a thing on and on, rad/s about the world's axes.
struct SpinObject {
  Vec3 rate = Vec3::Zero();
};

struct AddWaypoints {
  std::vector<Vec3> points;
};

struct ClearWaypoints {};

// How a thing goes along its waypoints; what is not given stays as it was.
struct FollowWaypoints {
  std::optional<double> speed;  // m/s
  std::optional<double> time;   // s for the whole way, instead of a speed
  std::optional<bool> is_looping;
  std::optional<bool> goes_back_when_cleared;
  std::optional<bool> is_moving;
};

// What lies on the thing is carried along its x axis.
struct RunConveyor {
  double speed = 0.0;  // m/s
};

// Everything that was made in the run leaves, smoke too, or only what is in a box.
struct RemoveObjects {
  std::optional<Bounds> inside;
};

// A ball of smoke, thickest in its middle and soft at its rim, under the name of the command. A
// name that has one already: it is moved and changed. Density 0 (or LeaveWorld) takes it away.
struct PlaceSmoke {
  Vec3 middle = Vec3::Zero();
  double radius = 1.0;   // m
  double density = 0.0;  // in the middle
};

// A robot that is there gets sensors: those of its own with these names, "all" or "usual" of them,
// or presets, put on it.
struct SwitchSensorsOn {
  std::vector<std::string> sensors;
};

using CommandData =
    std::variant<DriveSides, DriveSteered, DriveFlight, MoveJoint, SwitchLight, TurnUpright,
                 DriveWheel, DrawTrace, ResetSensor, SetSensorPose, ScanNow, SetFieldOfView,
                 WriteTag, ReadTag, DropTag, DropRelay, SpawnRobot, LeaveWorld, CreateObject,
                 MoveObject, SpinObject, AddWaypoints, ClearWaypoints, FollowWaypoints, RunConveyor,
                 RemoveObjects, PlaceSmoke, SwitchSensorsOn>;

// Orders that a robot carries out itself, in the coming tick.
template <class Type>
concept RobotCommandData = std::same_as<Type, DriveSides> || std::same_as<Type, DriveSteered> ||
    std::same_as<Type, DriveFlight> || std::same_as<Type, DriveWheel> ||
    std::same_as<Type, MoveJoint> || std::same_as<Type, SwitchLight> ||
    std::same_as<Type, TurnUpright> || std::same_as<Type, DrawTrace>;

}  // namespace rubble
