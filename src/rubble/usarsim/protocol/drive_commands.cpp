// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "rubble/usarsim/protocol/command_parsers.h"
#include "rubble/usarsim/protocol/joints.h"
#include "rubble/usarsim/protocol/wire_conversion.h"

namespace rubble::usarsim {
namespace {

constexpr double kMaxYawRate = radians(100.0);  // rad/s, of USARSim's aerial robots
constexpr int kMaxWheels = 64;

// A normalized value is a percentage of the maximum.
double speed_from_wire(double value, double most, bool is_normalized) {
  return clamp_magnitude(is_normalized ? value / 100.0 * most : value, most);
}

// --- skid ------------------------------------------------------------------------------------

void read_sides(const Line& line, const RobotDescription& robot, DriveDefaults& memory,
                std::vector<CommandData>& commands) {
  const std::optional<double> left = line.number("Left");
  const std::optional<double> right = line.number("Right");
  if (!left && !right) return;
  const auto speed = [&](double value) {
    return speed_from_wire(value, robot.max_speed, memory.is_normalized);
  };
  if (left) memory.sides.left = speed(*left);
  if (right) memory.sides.right = speed(*right);
  commands.emplace_back(memory.sides);
}

// --- Ackermann -------------------------------------------------------------------------------

// Speed is that of the wheels, rad/s. In the protocol, positive steering is to the right.
void read_steered(const Line& line, const RobotDescription& robot, DriveDefaults& memory,
                  std::vector<CommandData>& commands) {
  const std::optional<double> speed = line.number("Speed");
  const std::optional<double> front = line.number("FrontSteer");
  const std::optional<double> rear = line.number("RearSteer");
  if (!speed && !front && !rear) return;
  const bool is_normalized = memory.is_normalized;
  if (speed) memory.steered.speed = speed_from_wire(*speed, robot.max_speed, is_normalized);
  if (front)
    memory.steered.front_steer = -speed_from_wire(*front, robot.max_front_steer, is_normalized);
  if (rear)
    memory.steered.rear_steer = -speed_from_wire(*rear, robot.max_rear_steer, is_normalized);
  commands.emplace_back(memory.steered);
}

// --- single wheels ---------------------------------------------------------------------------

struct WheelArguments {
  int number = 0;
  std::optional<double> speed;
  std::optional<double> steer;
};

// Segments in sequence: each WheelNumber begins the arguments of one wheel.
std::vector<WheelArguments> wheel_arguments(const Line& line) {
  std::vector<WheelArguments> wheels;
  for (const Segment& segment : line.segments) {
    const std::optional<double> value = leading_number(segment.value);
    if (equal_without_case(segment.name, "WheelNumber")) {
      if (wheels.size() == kMaxOrdersPerLine) break;
      wheels.push_back({value ? static_cast<int>(clamp_magnitude(*value, kMaxWheels + 1)) : -1});
    } else if (wheels.empty()) {
      continue;
    } else if (equal_without_case(segment.name, "WheelSpeed")) {
      wheels.back().speed = value;
    } else if (equal_without_case(segment.name, "WheelSteer")) {
      wheels.back().steer = value;
    }
  }
  return wheels;
}

// No source says whether wheels are numbered from 0 or 1: a line with a wheel 0 numbers from 0.
void read_wheels(const Line& line, const RobotDescription& robot, DriveDefaults& memory,
                 std::vector<CommandData>& commands) {
  const std::vector<WheelArguments> wheels = wheel_arguments(line);
  const bool counts_from_zero = std::any_of(
      wheels.begin(), wheels.end(), [](const WheelArguments& wheel) { return wheel.number == 0; });
  for (const WheelArguments& words : wheels) {
    const int number = words.number + (counts_from_zero ? 1 : 0);
    if (number < 1 || number > kMaxWheels || (!words.speed && !words.steer)) continue;
    DriveWheel& wheel = memory.wheels[number];
    wheel.wheel = number;
    if (words.speed)
      wheel.speed = speed_from_wire(*words.speed, robot.max_speed, memory.is_normalized);
    if (words.steer) wheel.steer = -clamp_magnitude(*words.steer, kPi);
    commands.emplace_back(wheel);
  }
}

// --- flight ----------------------------------------------------------------------------------

// RotationalVelocity is positive clockwise. UDK: deg/s, according to its source code. Clients of
// the earlier server use rad/s.
double turn_rate_from_wire(double value, Dialect dialect, bool is_normalized) {
  if (!is_normalized && dialect == Dialect::Udk) value = radians(value);
  return -speed_from_wire(value, kMaxYawRate, is_normalized);
}

// Normalized applies to this message only. Commanded tilt (PitchAngle, RollAngle, Spin1, Spin2) is
// ignored: the flight controller chooses the attitude.
void read_flight(const Line& line, const RobotDescription& robot, Dialect dialect,
                 DriveDefaults& memory, std::vector<CommandData>& commands) {
  const std::optional<double> up = line.number("AltitudeVelocity");
  const std::optional<double> forward = line.number("LinearVelocity");
  const std::optional<double> right = line.number("LateralVelocity");
  const std::optional<double> turn = line.number("RotationalVelocity");
  if (!up && !forward && !right && !turn) return;
  const bool is_normalized = line.flag("Normalized").value_or(false);
  const auto speed = [&](double value) {
    return speed_from_wire(value, robot.max_speed, is_normalized);
  };
  if (up) memory.flight.up = speed(*up);
  if (forward) memory.flight.forward = speed(*forward);
  if (right) memory.flight.left = -speed(*right);
  if (turn) memory.flight.yaw_rate = turn_rate_from_wire(*turn, dialect, is_normalized);
  commands.emplace_back(memory.flight);
}

bool has_flight_arguments(const Line& line) {
  for (const char* word :
       {"AltitudeVelocity", "LinearVelocity", "LateralVelocity", "RotationalVelocity"})
    if (line.find(word)) return true;
  return false;
}

// --- one joint -------------------------------------------------------------------------------

// {Steer degrees} is an angle, for clients that send no {Value}.
void read_joint(const Line& line, const RobotDescription& robot,
                std::vector<CommandData>& commands) {
  const std::optional<std::string_view> name = line.find("Name");
  if (!name) return;
  const MovableJoint joint = find_joint(robot, *name);
  if (joint.joint == nullptr) return;
  const JointControlMode order = joint_control_mode(line.number("Order").value_or(0.0));
  if (const std::optional<double> value = line.number("Value"))
    commands.emplace_back(joint_command(joint, order, *value));
  else if (const std::optional<double> steer = line.number("Steer"))
    commands.emplace_back(joint_command(joint, JointControlMode::Angle, radians(*steer)));
}

}  // namespace

// Underwater arguments (Propeller, Rudder, SternPlane) are ignored: no robot has such drives.
std::vector<CommandData> parse_drive(const Line& line, const RobotDescription& robot,
                                     Dialect dialect, DriveDefaults& memory) {
  std::vector<CommandData> commands;
  if (line.flag("Flip").value_or(false)) commands.emplace_back(TurnUpright{});
  if (has_flight_arguments(line)) {
    read_flight(line, robot, dialect, memory, commands);
  } else {
    memory.is_normalized = line.flag("Normalized").value_or(memory.is_normalized);
    read_sides(line, robot, memory, commands);
    read_steered(line, robot, memory, commands);
    read_wheels(line, robot, memory, commands);
    read_joint(line, robot, commands);
  }
  if (const std::optional<bool> light = line.flag("Light"))
    commands.emplace_back(SwitchLight{*light});
  return commands;
}

std::vector<CommandData> parse_multidrive(const Line& line, const RobotDescription& robot) {
  const std::vector<MovableJoint> joints = movable_joints(robot);
  std::vector<CommandData> commands;
  for (const Segment& segment : line.segments) {
    const std::optional<double> angle = leading_number(segment.value);
    const auto named = std::find_if(joints.begin(), joints.end(), [&](const MovableJoint& joint) {
      return equal_without_case(joint.joint->name, segment.name);
    });
    if (!angle || named == joints.end()) continue;
    if (commands.size() == kMaxOrdersPerLine) break;
    commands.emplace_back(joint_command(*named, JointControlMode::Angle, *angle));
  }
  return commands;
}

DrawTrace parse_trace(const Line& line) {
  constexpr double kMaxInterval = 3600.0;  // s
  return {.is_on = line.flag("On").value_or(true),
          .interval = std::clamp(line.number("Interval").value_or(0.0), 0.0, kMaxInterval),
          .color = sanitize(line.find("Color").value_or(""))};
}

}  // namespace rubble::usarsim
