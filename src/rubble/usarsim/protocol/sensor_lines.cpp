// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/sensor_lines.h"

#include <algorithm>
#include <iterator>

#include "rubble/usarsim/protocol/description_lines.h"
#include "rubble/usarsim/protocol/detection_lines.h"
#include "rubble/usarsim/protocol/motion_lines.h"
#include "rubble/usarsim/protocol/range_lines.h"
#include "rubble/usarsim/protocol/sensor_report.h"
#include "rubble/usarsim/protocol/touch_lines.h"
#include "rubble/usarsim/protocol/type_words.h"
#include "rubble/usarsim/protocol/udk_names.h"

namespace rubble::usarsim {
namespace {

// Which dialects have {Time} for a type; Compat always does. Classic printed two decimals for some
// types and four for others.
enum class Timed { Everywhere, FinelyInClassic, NotInClassic, OnlyInCompat };

struct SensorRow {
  SensorKind kind;
  Timed timed;
  WriteReport write;
  WriteGroup write_group = nullptr;  // for types whose sensors share a line in Classic
};

// {Type Camera}: no name, no data, a trailing blank.
void write_camera(const SensorReport& report, std::string& text) {
  report.begin(text).blank().end();
}

void write_mission_time(const SensorReport& report, std::string& text) {
  const TimeReading* reading = report.as<TimeReading>();
  if (reading == nullptr) return;
  LineText line = report.begin_named(text);
  line.open("Minutes").integer(static_cast<std::int64_t>(reading->seconds / 60.0)).close().end();
}

// The battery is reported in STA.
void write_nothing(const SensorReport& /*report*/, std::string& /*text*/) {}

// In the order of SensorKind.
constexpr SensorRow kSensorRows[] = {
    {SensorKind::RangeScanner, Timed::Everywhere, write_range_scan},
    {SensorKind::RangeImager, Timed::Everywhere, write_range_image},
    {SensorKind::Sonar, Timed::FinelyInClassic, write_range, write_range_group},
    {SensorKind::Infrared, Timed::Everywhere, write_range, write_range_group},
    {SensorKind::Camera, Timed::Everywhere, write_camera},
    {SensorKind::Imu, Timed::Everywhere, write_imu},
    {SensorKind::Ins, Timed::OnlyInCompat, write_ins},
    {SensorKind::Odometry, Timed::NotInClassic, write_odometry},
    {SensorKind::Encoder, Timed::NotInClassic, write_encoder, write_encoder_group},
    {SensorKind::Tachometer, Timed::NotInClassic, write_tachometer},
    {SensorKind::Gps, Timed::OnlyInCompat, write_gps},
    {SensorKind::Compass, Timed::Everywhere, write_compass},
    {SensorKind::Altitude, Timed::Everywhere, write_altitude},
    {SensorKind::Touch, Timed::NotInClassic, write_touch, write_touch_group},
    {SensorKind::Bumper, Timed::NotInClassic, write_bumper, write_bumper_groups},
    {SensorKind::GroundTruth, Timed::FinelyInClassic, write_ground_truth},
    {SensorKind::Rfid, Timed::FinelyInClassic, write_tags},
    {SensorKind::Victim, Timed::FinelyInClassic, write_victims},
    {SensorKind::Object, Timed::OnlyInCompat, write_objects},
    {SensorKind::Co2, Timed::Everywhere, write_gas},
    {SensorKind::Heat, Timed::Everywhere, write_heat},
    {SensorKind::Sound, Timed::Everywhere, write_sound},
    {SensorKind::Battery, Timed::Everywhere, write_nothing},
    {SensorKind::MissionTime, Timed::Everywhere, write_mission_time},
    {SensorKind::Transmissometer, Timed::Everywhere, write_transmission},
};

constexpr SensorRow kInfraredScanner = {SensorKind::Infrared, Timed::Everywhere,
                                        write_infrared_scan};

const SensorRow& row_of(const SensorDescription& sensor) {
  if (sensor.kind == SensorKind::Infrared && sensor.field_of_view > 0.0) return kInfraredScanner;
  return kSensorRows[static_cast<std::size_t>(sensor.kind)];
}

static_assert(std::size(kSensorRows) == static_cast<std::size_t>(SensorKind::Transmissometer) + 1);

bool has_time(Timed timed, Dialect dialect) {
  if (dialect == Dialect::Compat || timed == Timed::Everywhere || timed == Timed::FinelyInClassic)
    return true;
  return dialect == Dialect::Udk && timed == Timed::NotInClassic;
}

// One line for all readings whose sensors have the same row as the first.
void write_shared_line(const RobotDescription& robot, std::span<const Reading> readings,
                       const SensorRow& row, const WireSettings& settings, std::string& text) {
  const SensorDescription* first = robot.find_sensor(readings.front().sensor);
  LineText line = SensorReport{*first, readings.front(), settings}.begin(text);
  for (const Reading& reading : readings) {
    const SensorDescription* sensor = robot.find_sensor(reading.sensor);
    if (sensor != nullptr && &row_of(*sensor) == &row)
      row.write_group({*sensor, reading, settings}, line);
  }
  line.end();
}

}  // namespace

LineText SensorReport::begin(std::string& text) const {
  LineText line(text, "SEN");
  const Timed timed = row_of(sensor).timed;
  if (timed == Timed::FinelyInClassic && settings.dialect == Dialect::Classic)
    line.fine_time(reading.tick);
  else if (has_time(timed, settings.dialect))
    line.time(reading.tick, settings.dialect);
  line.segment("Type", type_word(sensor));
  return line;
}

LineText SensorReport::begin_named(std::string& text) const {
  LineText line = begin(text);
  line.segment("Name", wire_name(sensor));
  return line;
}

std::string sensor_lines(const RobotDescription& robot, std::span<const Reading> readings,
                         const WireSettings& settings, const IsUnchanged& is_unchanged) {
  std::string text;
  std::vector<const SensorRow*> shared_rows;  // lines already written
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const SensorDescription* sensor = robot.find_sensor(readings[i].sensor);
    if (sensor == nullptr || (is_unchanged && is_unchanged(readings[i]))) continue;
    const SensorRow& row = row_of(*sensor);
    if (settings.dialect == Dialect::Udk || row.write_group == nullptr) {
      row.write({*sensor, readings[i], settings}, text);
    } else if (std::find(shared_rows.begin(), shared_rows.end(), &row) == shared_rows.end()) {
      shared_rows.push_back(&row);
      write_shared_line(robot, readings.subspan(i), row, settings, text);
    }
  }
  return text;
}

// The images themselves are served by the image server.
std::string camera_lines(const RobotDescription& robot, Tick tick, Dialect dialect) {
  std::string text;
  if (dialect != Dialect::Udk) return text;
  for (const SensorDescription& sensor : robot.sensors) {
    if (sensor.kind != SensorKind::Camera) continue;
    LineText line(text, "SEN");
    line.time(tick, dialect).segment("Type", type_word(sensor)).blank().end();
  }
  return text;
}

}  // namespace rubble::usarsim
