// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/description.h"

#include <cmath>
#include <optional>

#include "rubble/sensors/camera.h"
#include "rubble/sensors/codes.h"
#include "rubble/sensors/range_camera.h"
#include "rubble/sensors/range_presets.h"
#include "rubble/sensors/sensor_factory.h"
#include "rubble/sensors/setting_reader.h"
#include "rubble/sensors/sonar.h"
#include "rubble/sensors/wheels.h"

namespace rubble::sensors {
namespace {

using Kind = rubble::SensorKind;

struct DescribedKind {
  const char* word;  // SDF's type, or a preset that is a kind of its own
  Kind kind;
};

constexpr DescribedKind kDescribedKinds[] = {
    {"lidar", Kind::RangeScanner},
    {"gpu_lidar", Kind::RangeScanner},
    {"range_camera", Kind::RangeImager},
    {"sonar", Kind::Sonar},
    {"ir", Kind::Infrared},
    {"camera", Kind::Camera},
    {"depth_camera", Kind::RangeImager},
    {"rgbd_camera", Kind::RangeImager},
    {"segmentation_camera", Kind::Camera},
    {"imu", Kind::Imu},
    {"ins", Kind::Ins},
    {"navsat", Kind::Gps},
    {"magnetometer", Kind::Compass},
    {"altimeter", Kind::Altitude},
    {"encoder", Kind::Encoder},
    {"tachometer", Kind::Tachometer},
    {"odometry", Kind::Odometry},
    {"contact", Kind::Touch},
    {"bumper", Kind::Bumper},
    {"ground_truth", Kind::GroundTruth},
    {"battery", Kind::Battery},
    {"mission_time", Kind::MissionTime},
    {"rfid", Kind::Rfid},
    {"victim", Kind::Victim},
    {"logical_camera", Kind::Object},
    {"co2", Kind::Co2},
    {"heat", Kind::Heat},
    {"sound", Kind::Sound},
    {"transmissometer", Kind::Transmissometer},
};

std::optional<Kind> kind_of_word(const std::string& word) {
  for (const DescribedKind& row : kDescribedKinds)
    if (row.word == word) return row.kind;
  return std::nullopt;
}

// A preset decides, by its own name or by its type, before the file's type does.
std::optional<Kind> kind_of(const SensorSpec& spec) {
  if (const auto kind = kind_of_word(spec.preset)) return kind;
  if (!spec.preset.empty())
    if (const auto preset = spec_of_preset(spec.preset)) return kind_of_word(preset->type);
  return kind_of_word(spec.type);
}

double vertical_angle(double horizontal, int width, int height) {
  return 2.0 * std::atan(std::tan(horizontal / 2.0) * height / width);
}

// A URG's codes are small numbers where ranges stand, so clients read them as no distance at all.
bool reads_codes_as_zero(CodePolicy codes) {
  return codes == CodePolicy::Zero || codes == CodePolicy::Scip || codes == CodePolicy::Utm;
}

Result<void> describe_scanner(const SensorSpec& spec, const RangeScannerSettings& preset,
                              SensorDescription& about) {
  const auto settings = scanner_settings(spec, preset);
  if (!settings) return settings.error();
  about.min_range = settings->min_range;
  about.max_range = settings->max_range;
  about.resolution = settings->columns.step();
  about.field_of_view = settings->columns.high - settings->columns.low;
  about.vertical_resolution = settings->rows.step();
  about.vertical_field_of_view = settings->rows.high - settings->rows.low;
  about.has_zero_for_codes = reads_codes_as_zero(settings->codes);
  return {};
}

Result<void> describe_range_camera(const SensorSpec& spec, SensorDescription& about) {
  const auto settings = range_camera_settings(spec);
  if (!settings) return settings.error();
  about.min_range = settings->min_range;
  about.max_range = settings->max_range;
  about.width = settings->width;
  about.height = settings->height;
  about.field_of_view = settings->horizontal_field_of_view;
  about.vertical_field_of_view =
      vertical_angle(about.field_of_view, settings->width, settings->height);
  return {};
}

Result<void> describe_camera(const SensorSpec& spec, SensorDescription& about) {
  const auto settings = read_camera_settings(spec);
  if (!settings) return settings.error();
  about.width = settings->width;
  about.height = settings->height;
  about.field_of_view = settings->horizontal_field_of_view;
  about.vertical_field_of_view =
      vertical_angle(about.field_of_view, settings->width, settings->height);
  about.min_field_of_view = kMinFieldOfView;
  about.max_field_of_view = kMaxFieldOfView;
  return {};
}

Result<void> describe_sonar(const SensorSpec& spec, SensorDescription& about) {
  const auto settings = sonar_settings(spec);
  if (!settings) return settings.error();
  about.min_range = settings->min_range;
  about.max_range = settings->max_range;
  about.beam_angle = 2.0 * settings->half_angle;
  return {};
}

Result<void> describe_encoder(const SensorSpec& spec, SensorDescription& about) {
  SettingReader reader(spec);
  about.resolution = EncoderDisc::Settings{}.resolution;
  reader.read("rubble:encoder/resolution", about.resolution, {1e-6, kPi});
  return reader.result();
}

Result<void> describe_numbers(const SensorSpec& spec, SensorDescription& about) {
  switch (about.kind) {
    case Kind::RangeScanner:
      return describe_scanner(spec, range_preset(spec.preset).settings, about);
    case Kind::Infrared:
      return describe_scanner(spec, range_preset("ir").settings, about);
    case Kind::RangeImager:
      return describe_range_camera(spec, about);
    case Kind::Camera:
      return describe_camera(spec, about);
    case Kind::Sonar:
      return describe_sonar(spec, about);
    case Kind::Encoder:
      return describe_encoder(spec, about);
    default:
      return {};
  }
}

}  // namespace

Result<SensorDescription> describe_sensor(const SensorSpec& spec) {
  const auto kind = kind_of(spec);
  if (!kind)
    return Error{spec.at,
                 "sensor '" + spec.name + "' is a " + spec.type + ", which is not simulated"};
  SensorDescription about;
  about.name = spec.name;
  about.kind = *kind;
  about.base_from_sensor = spec.link_from_sensor;
  about.rate = update_rate_of(spec);
  about.is_on_request = *kind == Kind::Camera || *kind == Kind::RangeImager;
  if (const auto described = describe_numbers(spec, about); !described) return described.error();
  return about;
}

int no_return_code(const SensorSpec& spec) {
  if (kind_of(spec) != Kind::RangeScanner) return kNoCode;
  const auto settings = scanner_settings(spec, range_preset(spec.preset).settings);
  return settings ? no_return_code(settings->codes, settings->echo.kind) : kNoCode;
}

}  // namespace rubble::sensors
