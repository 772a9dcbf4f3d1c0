// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "rubble/base/tick.h"
#include "rubble/messages/description.h"
#include "rubble/messages/reading.h"
#include "rubble/messages/status.h"
#include "rubble/messages/truth.h"
#include "rubble/serialization/json_writer.h"

// Fields of each message with their JSON keys. The keys are part of the recording format. Only for
// .cpp files of this module.
namespace rubble {

// --- enumerations, in their order -------------------------------------------------------------

inline auto names_of(RowMotion) { return std::array{"elevation", "roll"}; }
inline auto names_of(VehicleKind) {
  return std::array{"ground", "aerial", "nautic", "legged", "static"};
}
inline auto names_of(SteeringKind) {
  return std::array{"none", "skid_steered", "ackermann", "omni", "rotary_wing"};
}
inline auto names_of(SensorKind) {
  return std::array{"range_scanner", "range_imager", "sonar",    "infrared",     "camera",
                    "imu",           "ins",          "odometry", "encoder",      "tachometer",
                    "gps",           "compass",      "altitude", "touch",        "bumper",
                    "ground_truth",  "rfid",         "victim",   "object",       "co2",
                    "heat",          "sound",        "battery",  "mission_time", "transmissometer"};
}

// --- readings ---------------------------------------------------------------------------------

inline void fields(auto& a, Of<Pose> auto& pose) {
  a("position", pose.position)("rotation", pose.rotation)
      .or_angles("roll_pitch_yaw", pose.rotation);
}
inline void fields(auto& a, Of<RangeScan> auto& r) {
  a("angle_min", r.angle_min)("angle_increment", r.angle_increment)("min_range", r.min_range)(
      "max_range", r.max_range)("columns", r.columns)("time_increment", r.time_increment)(
      "row_motion", r.row_motion)("row_angles", r.row_angles);
  a.beams(r);
}
inline void fields(auto& a, Of<RangeReading> auto& r) {
  a("range", r.range)("min_range", r.min_range)("max_range", r.max_range);
}
inline void fields(auto& a, Of<RangeImage> auto& r) {
  a("width", r.width)("height", r.height)("horizontal_field_of_view", r.horizontal_field_of_view)(
      "max_range", r.max_range)("depths", r.depths);
}
// Pixels are recorded as an image, not as JSON.
inline void fields(auto& a, Of<Image> auto& r) {
  a("width", r.width)("height", r.height)("horizontal_field_of_view", r.horizontal_field_of_view);
}
inline void fields(auto& a, Of<ImuReading> auto& r) {
  a("angular_velocity", r.angular_velocity)("specific_force", r.specific_force)(
      "acceleration", r.acceleration)("roll_pitch_yaw", r.attitude);
}
inline void fields(auto& a, Of<InsReading> auto& r) {
  a("position", r.position)("roll_pitch_yaw", r.attitude);
}
inline void fields(auto& a, Of<OdometryReading> auto& r) {
  a("x", r.x)("y", r.y)("theta", r.theta);
}
inline void fields(auto& a, Of<EncoderReading> auto& r) {
  a("joints", r.joints)("ticks", r.ticks)("resolution", r.resolution);
}
inline void fields(auto& a, Of<TachometerReading> auto& r) {
  a("joints", r.joints)("speeds", r.speeds)("angles", r.angles);
}
inline void fields(auto& a, Of<GpsReading> auto& r) {
  a("fix", r.has_fix)("satellites", r.satellites)("latitude", r.latitude_deg)(
      "longitude", r.longitude_deg)("altitude", r.altitude)("position", r.position);
}
inline void fields(auto& a, Of<CompassReading> auto& r) { a("heading", r.heading); }
inline void fields(auto& a, Of<AltitudeReading> auto& r) { a("altitude", r.altitude); }
inline void fields(auto& a, Of<TouchReading> auto& r) { a("touched", r.is_touched); }
inline void fields(auto& a, Of<GroundTruthReading> auto& r) {
  a("position", r.pose.position)("rotation", r.pose.rotation)
      .derived("roll_pitch_yaw", roll_pitch_yaw_of(r.pose.rotation))("velocity", r.velocity)(
          "angular_velocity", r.angular_velocity);
}
inline void fields(auto& a, Of<TagSighting> auto& r) {
  a("id", r.id)("memory", r.memory)("position", r.position_sensor);
}
inline void fields(auto& a, Of<RfidReading> auto& r) { a("tags", r.tags); }
inline void fields(auto& a, Of<VictimPartSighting> auto& r) {
  a("part", r.part)("victim", r.victim)("status", r.status)("position", r.position_sensor);
}
inline void fields(auto& a, Of<VictimReading> auto& r) { a("parts", r.parts); }
inline void fields(auto& a, Of<ObjectSighting> auto& r) {
  a("name", r.name)("label", r.label)("material", r.material)("position", r.position_sensor)(
      "roll_pitch_yaw", r.rotation_sensor);
}
inline void fields(auto& a, Of<ObjectReading> auto& r) { a("objects", r.objects); }
inline void fields(auto& a, Of<GasReading> auto& r) { a("co2", r.co2); }
inline void fields(auto& a, Of<HeatReading> auto& r) { a("temperature", r.temperature); }
inline void fields(auto& a, Of<SoundReading> auto& r) {
  a("level_db", r.level_db)("bearing", r.bearing)("kind", r.kind);
}
inline void fields(auto& a, Of<BatteryReading> auto& r) {
  a("seconds_left", r.seconds_left)("seconds_full", r.seconds_full);
}
inline void fields(auto& a, Of<TimeReading> auto& r) { a("seconds", r.seconds); }
inline void fields(auto& a, Of<TransmissionReading> auto& r) {
  a("transmission", r.transmission)("voltage", r.voltage)("path", r.path);
}

// --- robots and what happens ------------------------------------------------------------------

// The time of each message, as a tick and, for readers, in seconds.
inline void time_fields(auto& a, Of<Tick> auto& tick) {
  a("tick", tick).derived("t", seconds_at(tick));
}
inline void fields(auto& a, Of<JointStatus> auto& s) {
  a("position", s.position)("effort", s.effort);
}
inline void fields(auto& a, Of<RobotStatus> auto& s) {
  time_fields(a, s.tick);
  a("robot", s.robot)("battery", s.battery)("light", s.light_is_on)("front_steer", s.front_steer)(
      "rear_steer", s.rear_steer)("flippers", s.flippers)("packages", s.packages);
}
inline void fields(auto& a, Of<TruePose> auto& p) {
  a("name", p.name)("class", p.robot_class)("pose", p.world_from_model)("bodies", p.bodies)(
      "moved_joints", p.kinematic_joints);
}
inline void fields(auto& a, Of<Truth> auto& truth) {
  time_fields(a, truth.tick);
  a("poses", truth.poses);
}
inline void fields(auto& a, Of<SensorDescription> auto& s) {
  a("name", s.name)("kind", s.kind)("pose", s.base_from_sensor)("mount", s.mount)(
      "mount_link", s.mount_link)("rate", s.rate)("on_request", s.is_on_request)(
      "min_range", s.min_range)("max_range", s.max_range)("resolution", s.resolution)(
      "field_of_view", s.field_of_view)("vertical_resolution", s.vertical_resolution)(
      "vertical_field_of_view", s.vertical_field_of_view)("beam_angle", s.beam_angle)(
      "zero_for_codes", s.has_zero_for_codes)("width", s.width)("height", s.height)(
      "min_field_of_view", s.min_field_of_view)("max_field_of_view", s.max_field_of_view)(
      "tile_x", s.tile_x)("tile_y", s.tile_y)("tile_width", s.tile_width)("tile_height",
                                                                          s.tile_height);
}
inline void fields(auto& a, Of<JointDescription> auto& j) {
  a("name", j.name)("prismatic", j.is_prismatic)("pose", j.base_from_joint)("axis", j.axis_base)(
      "lower", j.lower)("upper", j.upper)("max_speed", j.max_speed)("max_effort", j.max_effort);
}
inline void fields(auto& a, Of<PackageDescription> auto& p) {
  a("name", p.name)("mission_package", p.is_mission_package)("joints", p.joints);
}
inline void fields(auto& a, Of<RobotDescription> auto& r) {
  a("name", r.name)("class", r.robot_class)("vehicle", r.vehicle)("steering", r.steering)(
      "mass", r.mass)("max_speed", r.max_speed)("max_torque", r.max_torque)(
      "max_front_steer", r.max_front_steer)("max_rear_steer", r.max_rear_steer)("size", r.size)(
      "center_of_mass", r.center_of_mass)("wheel_radius", r.wheel_radius)(
      "wheel_separation", r.wheel_separation)("wheel_base", r.wheel_base)("battery", r.battery)(
      "flippers", r.flippers)("packages", r.packages)("sensors", r.sensors);
}

}  // namespace rubble
