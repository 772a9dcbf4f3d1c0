// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "rubble/base/tick.h"
#include "rubble/geometry/pose.h"

namespace rubble {

constexpr int kNoCode = -1;

// What distinguishes the rows of a multi-row scan: their elevation (a spinning scanner with rings),
// or the roll of the whole scan plane about the sensor's x axis (a stop-and-scan rig).
enum class RowMotion { Elevation, Roll };

// One sweep of a laser, sensor frame. Beam i of row k has index i + k * columns. A beam has either
// a range or an error code.
struct RangeScan {
  int columns = 0;
  double angle_min = 0.0;        // rad, of the first beam; counter-clockwise seen from above
  double angle_increment = 0.0;  // rad
  double min_range = 0.0;        // m
  double max_range = 0.0;        // m
  double time_increment = 0.0;   // s between columns, the last at the tick; 0 = all at once
  RowMotion row_motion = RowMotion::Elevation;
  std::vector<double> row_angles{0.0};  // rad, one per row

  std::vector<float> ranges;        // m; NaN if the beam has a code
  std::vector<std::int16_t> codes;  // kNoCode if the beam has a range
  // Ground truth: smoke density integrated along each beam up to the hit, d·m. Empty in clear air.
  std::vector<float> density_integral;
};

// Direction of a beam in the sensor's frame.
Vec3 beam_direction(const RangeScan& scan, int row, int column);

// Sonar and infrared: one distance.
struct RangeReading {
  double range = 0.0;  // m; max_range if there was no echo
  double min_range = 0.0;
  double max_range = 0.0;
};

// Depth image: distances along the optical axis, row 0 at the top; 0 = no measurement.
struct RangeImage {
  int width = 0;
  int height = 0;
  double horizontal_field_of_view = 0.0;  // rad
  double max_range = 0.0;                 // m
  std::vector<float> depths;              // m
};

// A camera image. Depths and labels are empty unless the camera is configured to give them.
struct Image {
  int width = 0;
  int height = 0;
  double horizontal_field_of_view = 0.0;  // rad
  std::vector<std::uint8_t> rgb;          // row 0 at the top, sRGB
  std::vector<float> depths;              // m along the optical axis; 0 = nothing
  std::vector<std::uint16_t> labels;      // index into label_names; 0 = nothing
  std::vector<std::string> label_names;
  int jpeg_quality = 0;  // requested JPEG quality; 0: the server's default
};

struct ImuReading {
  Vec3 angular_velocity = Vec3::Zero();  // rad/s, sensor frame
  Vec3 specific_force = Vec3::Zero();    // m/s^2, sensor frame; +g upwards at rest
  Vec3 acceleration = Vec3::Zero();      // m/s^2, specific force without the estimated gravity
  RollPitchYaw attitude;                 // estimated by the attitude filter; yaw drifts
};

struct InsReading {
  Vec3 position = Vec3::Zero();  // m, estimated
  RollPitchYaw attitude;         // estimated
};

struct OdometryReading {
  double x = 0.0;
  double y = 0.0;
  double theta = 0.0;  // rad
};

struct EncoderReading {
  std::vector<std::string> joints;
  std::vector<std::int64_t> ticks;  // since the start or the last ResetSensor
  double resolution = 0.0;          // rad per tick
};

struct TachometerReading {
  std::vector<std::string> joints;
  std::vector<double> speeds;  // rad/s
  std::vector<double> angles;  // rad
};

struct GpsReading {
  bool has_fix = false;
  int satellites = 0;
  double latitude_deg = 0.0;
  double longitude_deg = 0.0;
  double altitude = 0.0;         // m
  Vec3 position = Vec3::Zero();  // m, the same fix in the world frame
};

struct CompassReading {
  double heading = 0.0;  // rad, counter-clockwise from the world's x axis
};

struct AltitudeReading {
  double altitude = 0.0;  // m
};

// A touch sensor has one element, a bumper one per zone from left to right.
struct TouchReading {
  std::vector<bool> is_touched;
};

struct GroundTruthReading {
  Pose pose;                             // world_from_sensor
  Vec3 velocity = Vec3::Zero();          // m/s, world frame
  Vec3 angular_velocity = Vec3::Zero();  // rad/s, world frame
};

struct TagSighting {
  int id = 0;
  std::string memory;
  Vec3 position_sensor = Vec3::Zero();  // m, with noise
};

struct RfidReading {
  std::vector<TagSighting> tags;
};

struct VictimPartSighting {
  std::string part;  // head, chest, arm, hand, pelvis, leg, foot
  std::string victim;
  std::string status;  // conscious, ...
  Vec3 position_sensor = Vec3::Zero();
};

struct VictimReading {
  std::vector<VictimPartSighting> parts;
};

struct ObjectSighting {
  std::string name;
  std::string label;
  std::string material;
  Vec3 position_sensor = Vec3::Zero();
  RollPitchYaw rotation_sensor;
};

struct ObjectReading {
  std::vector<ObjectSighting> objects;
};

struct GasReading {
  double co2 = 0.0;  // ppm
};

struct HeatReading {
  double temperature = 0.0;  // degrees Celsius, of the hottest source in view
};

struct SoundReading {
  double level_db = 0.0;
  double bearing = 0.0;  // rad, sensor frame
  std::string kind;      // tap, moan, speech or empty
};

struct BatteryReading {
  double seconds_left = 0.0;
  double seconds_full = 0.0;
};

struct TimeReading {
  double seconds = 0.0;
};

// Transmissometer: an emitter and a photodetector that face each other.
struct TransmissionReading {
  double transmission = 0.0;  // transmittance: fraction of the light that arrives, 1 in clear air
  double voltage = 0.0;       // V, of the detector
  double path = 0.0;          // m, path length between the two
};

using ReadingData = std::variant<RangeScan, RangeReading, RangeImage, Image, ImuReading, InsReading,
                                 OdometryReading, EncoderReading, TachometerReading, GpsReading,
                                 CompassReading, AltitudeReading, TouchReading, GroundTruthReading,
                                 RfidReading, VictimReading, ObjectReading, GasReading, HeatReading,
                                 SoundReading, BatteryReading, TimeReading, TransmissionReading>;

// What one sensor of one robot measured at the end of a tick.
struct Reading {
  Tick tick = 0;
  std::string robot;
  std::string sensor;
  ReadingData data;
};

// Hash over all bits of a reading; equal readings have equal hashes.
std::uint64_t hash_of(const Reading& reading);

}  // namespace rubble
