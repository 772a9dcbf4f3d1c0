// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/motion_lines.h"

#include <cmath>

#include "rubble/usarsim/protocol/frames.h"
#include "rubble/usarsim/protocol/udk_names.h"

namespace rubble::usarsim {
namespace {

constexpr double kGroundAltitude = 111.0;  // m above sea level, as in UDK
constexpr std::int64_t kUnitsPerMinute = 10000;
constexpr std::int64_t kUnitsPerDegree = 60 * kUnitsPerMinute;

void append_pose(LineText& line, const Vec3& location, const Vec3& orientation) {
  line.open("Location").rounded(location).close();
  line.open("Orientation").rounded(orientation).close();
}

// Degrees, minutes with four decimals, hemisphere. Integer arithmetic in units of the last digit
// never yields 60 minutes.
void append_degrees(LineText& line, const char* name, double angle_deg, const char* positive,
                    const char* negative) {
  constexpr double kNoise = 1e-6;  // in units of the last digit: floating-point error of the angle
  const double magnitude = std::isfinite(angle_deg) ? std::fabs(angle_deg) : 0.0;
  const auto units =
      static_cast<std::int64_t>(magnitude * static_cast<double>(kUnitsPerDegree) + kNoise);
  const auto minutes = static_cast<double>(units % kUnitsPerDegree);
  line.open(name).integer(units / kUnitsPerDegree).comma();
  line.truncated(minutes / static_cast<double>(kUnitsPerMinute)).comma();
  line.word(angle_deg < 0.0 ? negative : positive).close();
}

void append_rounded_list(LineText& line, const char* name, const std::vector<double>& values) {
  line.open(name);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) line.comma();
    line.rounded(values[i], 4);
  }
  line.close();
}

std::int64_t first_ticks(const EncoderReading& reading) {
  return reading.ticks.empty() ? 0 : reading.ticks.front();
}

}  // namespace

void write_odometry(const SensorReport& report, std::string& text) {
  const OdometryReading* reading = report.as<OdometryReading>();
  if (reading == nullptr) return;
  const bool wraps = report.settings.dialect != Dialect::Udk;
  const double turn = wraps ? wrap_to_pi(-reading->theta) : -reading->theta;
  LineText line = report.begin_named(text);
  line.open("Pose").truncated(Vec3(reading->x, -reading->y, turn)).close().end();
}

void write_ins(const SensorReport& report, std::string& text) {
  const InsReading* reading = report.as<InsReading>();
  if (reading == nullptr) return;
  LineText line = report.begin_named(text);
  append_pose(line, flipped(reading->position), wrap_to_two_pi(wire_rotation(reading->attitude)));
  line.end();
}

// The angular acceleration is not measured.
void write_imu(const SensorReport& report, std::string& text) {
  const ImuReading* reading = report.as<ImuReading>();
  if (reading == nullptr) return;
  LineText line = report.begin_named(text);
  line.open("XYZAcceleration").truncated(flipped(reading->acceleration)).close();
  line.open("AngularVel").truncated(flipped(reading->angular_velocity)).close();
  line.open("AngularAccel").truncated(Vec3::Zero()).close();
  line.open("Rotation").truncated(wire_rotation(reading->attitude)).close();
  line.end();
}

void write_ground_truth(const SensorReport& report, std::string& text) {
  const GroundTruthReading* reading = report.as<GroundTruthReading>();
  if (reading == nullptr) return;
  const Vec3 location = flipped(reading->pose.position);
  const Vec3 orientation = wire_rotation(reading->pose.rotation);
  LineText line = report.begin_named(text);
  if (report.settings.dialect == Dialect::Udk) {
    line.open("Location").truncated(location, 3).close();
    line.open("Orientation").truncated(orientation, 3).close();
  } else {
    append_pose(line, location, wrap_to_two_pi(orientation));
  }
  line.end();
}

void write_gps(const SensorReport& report, std::string& text) {
  const GpsReading* reading = report.as<GpsReading>();
  if (reading == nullptr) return;
  LineText line = report.begin_named(text);
  if (reading->has_fix) {
    append_degrees(line, "Latitude", reading->latitude_deg, "N", "S");
    append_degrees(line, "Longitude", reading->longitude_deg, "E", "W");
    line.segment("Fix", "1").open("Satellites").integer(reading->satellites).close();
  } else {
    line.segment("Fix", "0").segment("Satellites", "0");
  }
  line.end();
}

void write_compass(const SensorReport& report, std::string& text) {
  const CompassReading* reading = report.as<CompassReading>();
  if (reading == nullptr) return;
  LineText line = report.begin_named(text);
  line.open("MagneticAngle").truncated(wrap_to_two_pi(-reading->heading)).close().end();
}

void write_altitude(const SensorReport& report, std::string& text) {
  const AltitudeReading* reading = report.as<AltitudeReading>();
  if (reading == nullptr) return;
  const int digits = rounded_digits(report.settings.dialect);
  LineText line = report.begin_named(text);
  line.open("relativeAltitude").rounded(reading->altitude, digits).close();
  line.open("absoluteAltitude").rounded(kGroundAltitude + reading->altitude, digits).close();
  line.end();
}

void write_tachometer(const SensorReport& report, std::string& text) {
  const TachometerReading* reading = report.as<TachometerReading>();
  if (reading == nullptr) return;
  LineText line = report.begin_named(text);
  append_rounded_list(line, "Vel", reading->speeds);
  append_rounded_list(line, "Pos", reading->angles);
  line.end();
}

void write_encoder(const SensorReport& report, std::string& text) {
  const EncoderReading* reading = report.as<EncoderReading>();
  if (reading == nullptr) return;
  LineText line = report.begin_named(text);
  line.open("Tick").integer(first_ticks(*reading)).close().end();
}

void write_encoder_group(const SensorReport& report, LineText& line) {
  const EncoderReading* reading = report.as<EncoderReading>();
  if (reading == nullptr) return;
  line.open("Name").word(wire_name(report.sensor));
  line.next("Tick").integer(first_ticks(*reading)).close();
}

}  // namespace rubble::usarsim
