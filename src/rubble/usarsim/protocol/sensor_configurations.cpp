// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/sensor_configurations.h"

#include <algorithm>

#include "rubble/usarsim/protocol/range_lines.h"

namespace rubble::usarsim {
namespace {

void append_range_limits(LineText& line, const SensorDescription& sensor) {
  line.open("MaxRange").truncated(sensor.max_range).close();
  line.open("MinRange").truncated(sensor.min_range).close();
}

void append_interval(LineText& line, const SensorDescription& sensor) {
  line.open("ScanInterval").truncated(sensor.rate > 0.0 ? 1.0 / sensor.rate : 0.0).close();
}

// Classic's spelling is "Paning".
void append_scanner(LineText& line, const SensorDescription& sensor, Dialect dialect) {
  append_range_limits(line, sensor);
  constexpr double kNoiseOfSteps = 1e-6, kMaxSteps = 1e6;
  const double steps = sensor.field_of_view / sensor.resolution;
  const bool is_sound = steps > 0.0 && steps < kMaxSteps;  // a log may contain any value
  append_resolution(line, sensor.resolution, round_noise(sensor.field_of_view),
                    is_sound ? static_cast<std::size_t>(steps + kNoiseOfSteps) + 1 : 0);
  line.open("Fov").truncated(round_noise(sensor.field_of_view)).close();
  line.open(dialect == Dialect::Udk ? "Panning" : "Paning").flag(true).close();
  line.open("Tilting").flag(false).close();
}

void append_range_imager(LineText& line, const SensorDescription& sensor) {
  append_range_limits(line, sensor);
  line.open("Resolution").integer(sensor.width).comma().integer(sensor.height).close();
  line.open("Fov").truncated(sensor.field_of_view).comma();
  line.truncated(sensor.vertical_field_of_view).close();
}

// The last three are UDK's defaults for tracing the cone.
void append_sonar(LineText& line, const SensorDescription& sensor, Dialect dialect) {
  append_range_limits(line, sensor);
  if (dialect != Dialect::Udk) {
    line.open("BeamAngle").truncated(sensor.beam_angle).close();
    return;
  }
  append_interval(line, sensor);
  line.open("beamAngle").truncated(sensor.beam_angle).close();
  line.segment("maxAngleOfIncidence", "0.1745");
  line.segment("tracesPerCone", "16").segment("numberOfCones", "10");
}

void append_degree_segment(LineText& line, const char* name, double angle) {
  line.open_without_blank(name).truncated(round_noise(degrees(angle))).close();
}

void append_whole_segment(LineText& line, const char* name, int value) {
  line.open_without_blank(name).integer(value).close();
}

// Angles in degrees; no blanks between the segments.
void append_camera(LineText& line, const SensorDescription& sensor) {
  append_whole_segment(line, "TextureOffsetX", sensor.tile_x);
  append_whole_segment(line, "TextureOffsetY", sensor.tile_y);
  append_whole_segment(line, "TextureResolutionX", sensor.tile_width);
  append_whole_segment(line, "TextureResolutionY", sensor.tile_height);
  append_degree_segment(line, "CameraDefFov", sensor.field_of_view);
  append_degree_segment(line, "CameraMinFov", sensor.min_field_of_view);
  append_degree_segment(line, "CameraMaxFov", sensor.max_field_of_view);
  const bool is_zoomed = sensor.zoomed_field_of_view > 0.0;
  append_degree_segment(line, "CameraFov",
                        is_zoomed ? sensor.zoomed_field_of_view : sensor.field_of_view);
}

}  // namespace

void append_configuration(LineText& line, const SensorDescription& sensor, Dialect dialect) {
  switch (sensor.kind) {
    case SensorKind::RangeScanner:
      return append_scanner(line, sensor, dialect);
    case SensorKind::RangeImager:
      return append_range_imager(line, sensor);
    case SensorKind::Sonar:
      return append_sonar(line, sensor, dialect);
    case SensorKind::Infrared:
      if (sensor.field_of_view > 0.0) return append_scanner(line, sensor, dialect);
      append_range_limits(line, sensor);
      return append_interval(line, sensor);
    case SensorKind::Camera:
      return append_camera(line, sensor);
    case SensorKind::Encoder:
      line.open("Resolution").truncated(sensor.resolution).close();
      return;
    case SensorKind::Touch:
      line.segment("Diameter", "0.0100");
      return;
    default:
      append_interval(line, sensor);
      if (sensor.max_range > 0.0) line.open("MaxRange").truncated(sensor.max_range).close();
  }
}

}  // namespace rubble::usarsim
