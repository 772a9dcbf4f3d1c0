// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/other_kinds.h"

#include "rubble/sensors/compass.h"
#include "rubble/sensors/encoder.h"
#include "rubble/sensors/finders.h"
#include "rubble/sensors/gps.h"
#include "rubble/sensors/imu.h"
#include "rubble/sensors/imu_settings.h"
#include "rubble/sensors/ins.h"
#include "rubble/sensors/odometry.h"
#include "rubble/sensors/robot_facts.h"
#include "rubble/sensors/touch.h"
#include "rubble/sensors/traces.h"

namespace rubble::sensors {
namespace {

constexpr OtherKind kOtherKinds[] = {
    {"imu", "", 100, make_imu},
    {"imu", "mti", 100, make_imu},
    {"imu", "mti10", 240, make_imu},
    {"imu", "mems_cheap", 100, make_imu},
    {"navsat", "", 5, make_gps},
    {"magnetometer", "", 10, make_compass},
    {"altimeter", "", 10, make_altitude},
    {"contact", "", 10, make_touch},
    {"logical_camera", "", 10, make_object_sensor},
    {"rfid", "", 10, make_rfid},
    {"custom", "ins", 5, make_ins},
    {"custom", "gps", 5, make_gps},
    {"custom", "compass", 10, make_compass},
    {"custom", "altitude", 10, make_altitude},
    {"custom", "encoder", 10, make_encoder},
    {"custom", "tachometer", 5, make_tachometer},
    {"custom", "odometry", 10, make_odometry},
    {"custom", "touch", 10, make_touch},
    {"custom", "bumper", 10, make_bumper},
    {"custom", "ground_truth", 10, make_ground_truth},
    {"custom", "battery", 1, make_battery},
    {"custom", "mission_time", 1, make_mission_time},
    {"custom", "rfid", 10, make_rfid},
    {"custom", "victim", 10, make_victim_sensor},
    {"custom", "object", 10, make_object_sensor},
    {"custom", "co2", 2, make_co2_sensor},
    {"custom", "heat", 5, make_heat_sensor},
    {"custom", "sound", 5, make_sound_sensor},
};

// Presets that are a kind of their own rather than a device with a data sheet.
std::vector<Preset> kinds_by_name() {
  return {
      {"ins",
       "custom",
       "position and attitude the robot believes in",
       {{"unit", "mti, or rubble:inertial unit", "assumed"},
        {"mode", "deadreckon; usarsim without wheels", "assumed"},
        {"rate", "5 Hz", "USARSim"}}},
      {"gps",
       "custom",
       "satellites past the scene, slow and fast error",
       {{"slow error", "2 m horizontal, 4 m vertical, 60 s", "from memory"},
        {"fast error", "0.3 m", "assumed"},
        {"multipath", "1 m for each hidden satellite", "assumed"}}},
      {"compass",
       "custom",
       "heading with hard and soft iron",
       {{"hard iron", "2 deg, 1 sigma", "assumed"}, {"noise", "0.5 deg", "assumed"}}},
      {"altitude",
       "custom",
       "barometric height",
       {{"noise", "0.1 m", "assumed"}, {"drift", "0.5 m over 600 s", "assumed"}}},
      {"encoder",
       "custom",
       "ticks of wheels, sprockets or a joint",
       {{"resolution", "0.01745 rad", "USARSim"}, {"backlash", "0.5 deg", "assumed"}}},
      {"tachometer", "custom", "speed and angle of every driven wheel", {}},
      {"odometry",
       "custom",
       "dead reckoning from the wheels alone",
       {{"wheel radius", "off by up to 0.5 %, sides by 0.3 %", "assumed"}}},
      {"touch", "custom", "one switch", {}},
      {"bumper",
       "custom",
       "an arc of switches",
       {{"zones", "20 over 180 deg", "USARSim"}, {"radius", "0.17 m", "USARSim"}}},
      {"ground_truth", "custom", "the true pose and velocity", {}},
      {"battery", "custom", "seconds of life left", {}},
      {"mission_time", "custom", "seconds since the run began", {}},
      {"rfid",
       "custom",
       "tags in reach",
       {{"range", "2 m, half of it behind a wall", "assumed"}, {"noise", "0.05 m", "assumed"}}},
      {"victim",
       "custom",
       "parts of victims in sight",
       {{"range", "6 m", "assumed"}, {"field of view", "90 deg cone", "assumed"}}},
      {"object",
       "custom",
       "labelled things in sight",
       {{"range", "10 m", "assumed"}, {"field of view", "60 deg cone", "assumed"}}},
      {"co2",
       "custom",
       "carbon dioxide at its place",
       {{"noise", "15 ppm", "assumed"}, {"response", "3 s", "assumed"}}},
      {"heat",
       "custom",
       "the hottest in a cone",
       {{"field of view", "57 deg", "assumed"}, {"noise", "0.5 K", "assumed"}}},
      {"sound",
       "custom",
       "loudness and where it comes from",
       {{"ambience", "35 dB", "assumed"}, {"bearing noise", "5 deg", "assumed"}}},
  };
}

}  // namespace

std::span<const OtherKind> other_kinds() { return kOtherKinds; }

std::vector<Preset> other_presets() {
  std::vector<Preset> presets = imu_presets();
  for (Preset& preset : kinds_by_name()) presets.push_back(std::move(preset));
  return presets;
}

}  // namespace rubble::sensors
