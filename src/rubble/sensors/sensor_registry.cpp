// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/sensor_registry.h"

#include "rubble/sensors/battery.h"
#include "rubble/sensors/co2_sensor.h"
#include "rubble/sensors/compass.h"
#include "rubble/sensors/encoder.h"
#include "rubble/sensors/gps.h"
#include "rubble/sensors/ground_truth.h"
#include "rubble/sensors/heat_sensor.h"
#include "rubble/sensors/imu.h"
#include "rubble/sensors/imu_settings.h"
#include "rubble/sensors/ins.h"
#include "rubble/sensors/mission_time.h"
#include "rubble/sensors/object_sensor.h"
#include "rubble/sensors/odometry.h"
#include "rubble/sensors/rfid.h"
#include "rubble/sensors/sound_sensor.h"
#include "rubble/sensors/touch.h"
#include "rubble/sensors/transmissometer.h"
#include "rubble/sensors/victim_sensor.h"

namespace rubble::sensors {
namespace {

constexpr RegisteredSensor kRegisteredSensors[] = {
    {"imu", make_imu},
    {"ins", make_ins},
    {"navsat", make_gps},
    {"magnetometer", make_compass},
    {"altimeter", make_altitude},
    {"encoder", make_encoder},
    {"tachometer", make_tachometer},
    {"odometry", make_odometry},
    {"contact", make_touch},
    {"bumper", make_bumper},
    {"ground_truth", make_ground_truth},
    {"battery", make_battery},
    {"mission_time", make_mission_time},
    {"rfid", make_rfid},
    {"victim", make_victim_sensor},
    {"logical_camera", make_object_sensor},
    {"co2", make_co2_sensor},
    {"heat", make_heat_sensor},
    {"sound", make_sound_sensor},
    {"transmissometer", make_transmissometer},
};

constexpr NoiseOffSetting kNoiseOffSettings[] = {
    {"rubble:inertial/noise", "false"}, {"rubble:odometry/noise", "false"},
    {"rubble:gps/noise", "false"},      {"rubble:compass/noise", "0"},
    {"rubble:compass/hard_iron", "0"},  {"altimeter/vertical_position/noise/type", "none"},
    {"rubble:sense/noise", "0"},        {"rubble:transmissometer/noise", "0"},
};

// Presets that are a kind of their own rather than a device with a data sheet.
std::vector<RegisteredPreset> sensor_type_presets() {
  return {
      {{"ins",
        "custom",
        "position and attitude the robot believes in",
        {{"unit", "mti, or rubble:inertial unit", "assumed"},
         {"mode", "deadreckon; usarsim without wheels", "assumed"},
         {"rate", "5 Hz", "USARSim"}}},
       5},
      {{"gps",
        "navsat",
        "satellites past the scene, slow and fast error",
        {{"slow error", "2 m horizontal, 4 m vertical, 60 s", "from memory"},
         {"fast error", "0.3 m", "assumed"},
         {"multipath", "1 m for each hidden satellite", "assumed"}}},
       5},
      {{"compass",
        "magnetometer",
        "heading with hard and soft iron",
        {{"hard iron", "2 deg, 1 sigma", "assumed"}, {"noise", "0.5 deg", "assumed"}}},
       10},
      {{"altitude",
        "altimeter",
        "barometric height",
        {{"noise", "0.1 m", "assumed"}, {"drift", "0.5 m over 600 s", "assumed"}}},
       10},
      {{"encoder",
        "custom",
        "ticks of wheels, sprockets or a joint",
        {{"resolution", "0.01745 rad", "USARSim"}, {"backlash", "0.5 deg", "assumed"}}},
       10},
      {{"tachometer", "custom", "speed and angle of every driven wheel", {}}, 5},
      {{"odometry",
        "custom",
        "dead reckoning from the wheels alone",
        {{"wheel radius", "off by up to 0.5 %, sides by 0.3 %", "assumed"}}},
       10},
      {{"touch", "contact", "one switch", {}}, 10},
      {{"bumper",
        "custom",
        "an arc of switches",
        {{"zones", "20 over 180 deg", "USARSim"}, {"radius", "0.17 m", "USARSim"}}},
       10},
      {{"ground_truth", "custom", "the true pose and velocity", {}}, 10},
      {{"battery", "custom", "seconds of life left", {}}, 1},
      {{"mission_time", "custom", "seconds since the run began", {}}, 1},
      {{"rfid",
        "custom",
        "tags in reach",
        {{"range", "2 m, half of it behind a wall", "assumed"}, {"noise", "0.05 m", "assumed"}}},
       10},
      {{"victim",
        "custom",
        "parts of victims in sight",
        {{"range", "6 m", "assumed"}, {"field of view", "90 deg cone", "assumed"}}},
       10},
      {{"object",
        "logical_camera",
        "labelled things in sight",
        {{"range", "10 m", "assumed"}, {"field of view", "60 deg cone", "assumed"}}},
       10},
      {{"co2",
        "custom",
        "carbon dioxide at its place",
        {{"noise", "15 ppm", "assumed"}, {"response", "3 s", "assumed"}}},
       2},
      {{"heat",
        "custom",
        "the hottest in a cone",
        {{"field of view", "57 deg", "assumed"}, {"noise", "0.5 K", "assumed"}}},
       5},
      {{"sound",
        "custom",
        "loudness and where it comes from",
        {{"ambience", "35 dB", "assumed"}, {"bearing noise", "5 deg", "assumed"}}},
       5},
      {{"transmissometer",
        "custom",
        "infrared emitter and photodetector: how much light smoke lets through",
        {{"law", "Beer-Lambert, once over the path", "physics"},
         {"extinction", "115.21 per d and metre, as the lasers'", "assumed"},
         {"path", "1 m along x", "assumed"},
         {"clear air", "5 V", "assumed"},
         {"noise", "0.005 of clear air", "assumed"}}},
       10},
  };
}

}  // namespace

std::span<const RegisteredSensor> registered_sensors() { return kRegisteredSensors; }

std::vector<RegisteredPreset> registered_presets() {
  constexpr double kInertialRate = 100.0;  // Hz
  std::vector<RegisteredPreset> presets;
  for (const Preset& preset : imu_presets()) presets.push_back({preset, kInertialRate});
  for (RegisteredPreset& preset : sensor_type_presets()) presets.push_back(std::move(preset));
  return presets;
}

std::span<const NoiseOffSetting> noise_off_settings() { return kNoiseOffSettings; }

}  // namespace rubble::sensors
