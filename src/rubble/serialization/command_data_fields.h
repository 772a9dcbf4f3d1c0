// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "rubble/messages/command_data.h"
#include "rubble/serialization/message_fields.h"

// Fields of each CommandData alternative with their keys in command files. Only for .cpp files of
// this module.
namespace rubble {

inline auto names_of(ObjectPhysics) { return std::array{"none", "rigid_body"}; }

// The key of each alternative, in the order of the variant. An alternative without fields has the
// value true; "light" may also be false.
constexpr std::array<const char*, std::variant_size_v<CommandData>> kCommandKeys{
    "drive",     "steer",           "fly",         "joint",    "light",  "upright",   "wheel",
    "trace",     "reset",           "sensor_pose", "scan",     "zoom",   "write_tag", "read_tag",
    "drop_tag",  "drop_relay",      "spawn",       "leave",    "create", "move",      "spin",
    "waypoints", "clear_waypoints", "follow",      "conveyor", "remove", "smoke",     "sensors_on"};

inline void fields(auto& a, Of<DriveSides> auto& o) { a("left", o.left)("right", o.right); }
inline void fields(auto& a, Of<DriveSteered> auto& o) {
  a("speed", o.speed)("front", o.front_steer)("rear", o.rear_steer);
}
inline void fields(auto& a, Of<DriveFlight> auto& o) {
  a("forward", o.forward)("left", o.left)("up", o.up)("yaw_rate", o.yaw_rate);
}
inline void fields(auto& a, Of<DriveWheel> auto& o) {
  a("wheel", o.wheel)("speed", o.speed)("steer", o.steer);
}
inline void fields(auto& a, Of<DrawTrace> auto& o) {
  a("on", o.is_on)("interval", o.interval)("color", o.color);
}
inline void fields(auto& a, Of<ResetSensor> auto& o) { a("sensor", o.sensor); }
inline void fields(auto& a, Of<SetSensorPose> auto& o) { a("sensor", o.sensor)("pose", o.pose); }
inline void fields(auto& a, Of<ScanNow> auto& o) { a("sensor", o.sensor); }
inline void fields(auto& a, Of<SetFieldOfView> auto& o) { a("sensor", o.sensor)("angle", o.angle); }
inline void fields(auto& a, Of<WriteTag> auto& o) { a("id", o.id)("memory", o.memory); }
inline void fields(auto& a, Of<ReadTag> auto& o) { a("id", o.id); }
inline void fields(auto& a, Of<SpawnRobot> auto& o) {
  a("class", o.robot_class)("pose", o.world_from_model)("sensors", o.sensors)("start", o.start);
}
inline void fields(auto& a, Of<CreateObject> auto& o) {
  a("kind", o.kind)("pose", o.world_from_object)("scale", o.scale)("physics", o.physics)(
      "permanent", o.is_permanent)("material", o.material);
}
inline void fields(auto& a, Of<MoveObject> auto& o) {
  a("position", o.position)("roll_pitch_yaw", o.rotation)("relative", o.is_relative);
}
inline void fields(auto& a, Of<SpinObject> auto& o) { a("rate", o.rate); }
inline void fields(auto& a, Of<AddWaypoints> auto& o) { a("points", o.points); }
inline void fields(auto& a, Of<FollowWaypoints> auto& o) {
  a("speed", o.speed)("time", o.time)("looping", o.is_looping)(
      "back_when_cleared", o.goes_back_when_cleared)("moving", o.is_moving);
}
inline void fields(auto& a, Of<RunConveyor> auto& o) { a("speed", o.speed); }
inline void fields(auto& a, Of<Bounds> auto& b) { a("low", b.low)("high", b.high); }
inline void fields(auto& a, Of<RemoveObjects> auto& o) { a("inside", o.inside); }
inline void fields(auto& a, Of<PlaceSmoke> auto& o) {
  a("middle", o.middle)("radius", o.radius)("density", o.density);
}
inline void fields(auto& a, Of<SwitchSensorsOn> auto& o) { a("sensors", o.sensors); }

}  // namespace rubble
