// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/type_words.h"

#include <iterator>
#include <span>

#include "rubble/base/assert.h"
#include "rubble/usarsim/protocol/description_lines.h"
#include "rubble/usarsim/protocol/line.h"

namespace rubble::usarsim {
namespace {

struct SensorWord {
  SensorKind kind;
  const char* word;
};

// In the order of SensorKind.
constexpr SensorWord kSensorWords[] = {
    {SensorKind::RangeScanner, "RangeScanner"},
    {SensorKind::RangeImager, "RangeImager"},
    {SensorKind::Sonar, "Sonar"},
    {SensorKind::Infrared, "IR"},
    {SensorKind::Camera, "Camera"},
    {SensorKind::Imu, "IMU"},
    {SensorKind::Ins, "INS"},
    {SensorKind::Odometry, "Odometry"},
    {SensorKind::Encoder, "Encoder"},
    {SensorKind::Tachometer, "Tachometer"},
    {SensorKind::Gps, "GPS"},
    {SensorKind::Compass, "MagneticCompass"},
    {SensorKind::Altitude, "AltitudeSensor"},
    {SensorKind::Touch, "Touch"},
    {SensorKind::Bumper, "TouchArray"},
    {SensorKind::GroundTruth, "GroundTruth"},
    {SensorKind::Rfid, "RFID"},
    {SensorKind::Victim, "VictSensor"},
    {SensorKind::Object, "ObjectSensor"},
    {SensorKind::Co2, "CO2Sensor"},
    {SensorKind::Heat, "HeatSensor"},
    {SensorKind::Sound, "Sound"},
    {SensorKind::Battery, "Battery"},
    {SensorKind::MissionTime, "MissionTime"},
    {SensorKind::Transmissometer, "Transmissometer"},
};

// Other names, which are understood but never sent for these kinds.
constexpr SensorWord kSensorAliases[] = {
    {SensorKind::RangeScanner, "IRScanner"},
    {SensorKind::Ins, "INU"},
    {SensorKind::Rfid, "RFIDTag"},
    {SensorKind::Victim, "VictRFID"},
};

constexpr VehicleKind kVehicles[] = {VehicleKind::Ground, VehicleKind::Aerial, VehicleKind::Nautic,
                                     VehicleKind::Legged, VehicleKind::Static};

}  // namespace

std::optional<SensorKind> sensor_kind_of(std::string_view type) {
  for (const std::span<const SensorWord> table :
       {std::span<const SensorWord>(kSensorWords), std::span<const SensorWord>(kSensorAliases)})
    for (const SensorWord& row : table)
      if (equal_without_case(type, row.word)) return row.kind;
  return std::nullopt;
}

std::optional<VehicleKind> vehicle_of(std::string_view type) {
  for (const VehicleKind vehicle : kVehicles)
    for (const Dialect dialect : {Dialect::Classic, Dialect::Udk})
      if (equal_without_case(type, vehicle_word(vehicle, dialect))) return vehicle;
  return std::nullopt;
}

const char* type_word(SensorKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  RUBBLE_ASSERT(index < std::size(kSensorWords) && kSensorWords[index].kind == kind);
  return kSensorWords[index].word;
}

const char* type_word(const SensorDescription& sensor) {
  if (sensor.kind == SensorKind::Infrared && sensor.field_of_view > 0.0) return "IRScanner";
  return type_word(sensor.kind);
}

const char* vehicle_word(VehicleKind vehicle, Dialect dialect) {
  switch (vehicle) {
    case VehicleKind::Ground:
      return "GroundVehicle";
    case VehicleKind::Aerial:
      return "AerialVehicle";
    case VehicleKind::Nautic:
      return "NauticVehicle";
    case VehicleKind::Legged:
      return dialect == Dialect::Udk ? "LeggedVehicle" : "LeggedRobot";
    case VehicleKind::Static:
      return "StaticPlatform";
  }
  return "GroundVehicle";
}

const char* steering_word(SteeringKind steering) {
  switch (steering) {
    case SteeringKind::None:
      return "None";
    case SteeringKind::SkidSteered:
      return "SkidSteered";
    case SteeringKind::Ackermann:
      return "AckermanSteered";
    case SteeringKind::Omni:
      return "OmniDrive";
    case SteeringKind::RotaryWing:
      return "RotaryWing";
  }
  return "None";
}

bool matches_type(const SensorDescription& sensor, std::string_view type) {
  return equal_without_case(type, type_word(sensor)) ||
         (sensor.kind == SensorKind::Ins && equal_without_case(type, "INU"));
}

bool matches_vehicle_type(VehicleKind vehicle, std::string_view type) {
  return equal_without_case(type, "Robot") ||
         equal_without_case(type, vehicle_word(vehicle, Dialect::Classic)) ||
         equal_without_case(type, vehicle_word(vehicle, Dialect::Udk));
}

}  // namespace rubble::usarsim
