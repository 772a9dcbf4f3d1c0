// SPDX-License-Identifier: Apache-2.0
// For tests: orders as short texts, so that a table of what clients send reads well.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "rubble/base/text.h"
#include "rubble/messages/command.h"

namespace rubble::usarsim {

// Four decimals, so that texts do not depend on the last bit.
inline std::string short_text(double value) {
  const double rounded = std::round(value * 1e4) / 1e4;
  return number_text(rounded == 0.0 ? 0.0 : rounded);
}
inline std::string short_text(const Vec3& vector) {
  return short_text(vector.x()) + "," + short_text(vector.y()) + "," + short_text(vector.z());
}
inline std::string short_text(const RollPitchYaw& angles) {
  return short_text(Vec3(angles.roll, angles.pitch, angles.yaw));
}
inline std::string short_text(const Pose& pose) {
  return short_text(pose.position) + " " + short_text(roll_pitch_yaw_of(pose.rotation));
}
inline std::string short_text(std::optional<bool> flag) {
  if (!flag) return "-";
  return *flag ? "yes" : "no";
}
inline std::string short_text(std::optional<double> number) {
  return number ? short_text(*number) : "-";
}

struct CommandText {
  std::string operator()(const DriveSides& o) const {
    return "sides " + short_text(o.left) + " " + short_text(o.right);
  }
  std::string operator()(const DriveSteered& o) const {
    return "steered " + short_text(o.speed) + " " + short_text(o.front_steer) + " " +
           short_text(o.rear_steer);
  }
  std::string operator()(const DriveFlight& o) const {
    return "flight " + short_text(o.forward) + " " + short_text(o.left) + " " + short_text(o.up) +
           " " + short_text(o.yaw_rate);
  }
  std::string operator()(const MoveJoint& o) const {
    const char* kinds[] = {"angle", "speed", "effort"};
    return o.joint + " " + kinds[static_cast<int>(o.mode)] + " " + short_text(o.value);
  }
  std::string operator()(const SwitchLight& o) const { return o.on ? "light on" : "light off"; }
  std::string operator()(const TurnUpright&) const { return "upright"; }
  std::string operator()(const DriveWheel& o) const {
    return "wheel " + std::to_string(o.wheel) + " " + short_text(o.speed) + " " +
           short_text(o.steer);
  }
  std::string operator()(const DrawTrace& o) const {
    return "trace " + short_text(std::optional(o.is_on)) + " " + short_text(o.interval) + " " +
           o.color;
  }
  std::string operator()(const ResetSensor& o) const { return "reset " + o.sensor; }
  std::string operator()(const SetSensorPose& o) const {
    return "pose " + o.sensor + " " + short_text(o.pose);
  }
  std::string operator()(const ScanNow& o) const { return "scan " + o.sensor; }
  std::string operator()(const SetFieldOfView& o) const {
    return "view " + o.sensor + " " + short_text(o.angle);
  }
  std::string operator()(const WriteTag& o) const {
    return "write " + std::to_string(o.id) + " '" + o.memory + "'";
  }
  std::string operator()(const ReadTag& o) const { return "read " + std::to_string(o.id); }
  std::string operator()(const DropTag&) const { return "drop"; }
  std::string operator()(const DropRelay&) const { return "drop relay"; }
  std::string operator()(const SpawnRobot& o) const {
    std::string sensors;
    for (const std::string& sensor : o.sensors) sensors += " " + sensor;
    return "spawn " + o.robot_class + " " + short_text(o.world_from_model) + sensors +
           (o.start ? " at " + *o.start : "");
  }
  std::string operator()(const LeaveWorld&) const { return "leave"; }
  std::string operator()(const CreateObject& o) const {
    return "create " + o.kind + " " + short_text(o.world_from_object) + " " + short_text(o.scale) +
           (o.physics == ObjectPhysics::None ? " fixed" : " rigid") +
           (o.is_permanent ? " permanent" : "") + (o.material.empty() ? "" : " of " + o.material);
  }
  std::string operator()(const MoveObject& o) const {
    return std::string("move") + (o.is_relative ? " by" : " to") +
           (o.position ? " at " + short_text(*o.position) : "") +
           (o.rotation ? " turned " + short_text(*o.rotation) : "");
  }
  std::string operator()(const SpinObject& o) const { return "spin " + short_text(o.rate); }
  std::string operator()(const AddWaypoints& o) const {
    std::string text = "way";
    for (const Vec3& point : o.points) text += " " + short_text(point);
    return text;
  }
  std::string operator()(const ClearWaypoints&) const { return "clear way"; }
  std::string operator()(const FollowWaypoints& o) const {
    return "follow " + short_text(o.speed) + " " + short_text(o.time) + " " +
           short_text(o.is_looping) + " " + short_text(o.goes_back_when_cleared) + " " +
           short_text(o.is_moving);
  }
  std::string operator()(const RunConveyor& o) const { return "conveyor " + short_text(o.speed); }
  std::string operator()(const RemoveObjects& o) const {
    return o.inside ? "remove " + short_text(o.inside->low) + " " + short_text(o.inside->high)
                    : "remove all";
  }
  std::string operator()(const PlaceSmoke& o) const {
    return "smoke " + short_text(o.middle) + " " + short_text(o.radius) + " " +
           short_text(o.density);
  }
  std::string operator()(const SwitchSensorsOn& o) const {
    std::string text = "sensors on";
    for (const std::string& sensor : o.sensors) text += " " + sensor;
    return text;
  }
};

inline std::string text_of(const CommandData& order) { return std::visit(CommandText{}, order); }

inline std::string text_of(const std::vector<CommandData>& commands) {
  std::string all;
  for (const CommandData& order : commands) all += (all.empty() ? "" : "; ") + text_of(order);
  return all;
}

// "name: command; name: command"
inline std::string text_of(const std::vector<Command>& commands) {
  std::string all;
  for (const Command& command : commands)
    all += (all.empty() ? "" : "; ") + command.robot + ": " + text_of(command.data);
  return all;
}

}  // namespace rubble::usarsim
