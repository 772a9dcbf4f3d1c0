// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/scanner_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/sensors/setting_reader.h"

namespace rubble::sensors {
namespace {

constexpr double kFullTurn = 2.0 * kPi + 1e-6;
constexpr double kMinPositive = 1e-9;
constexpr double kMaxRange = 1e6;  // m
constexpr double kSeedPenetration = 0.007;

// SDF: `samples` readings of which `resolution` times as many are measured; we give back those.
void read_fan(SettingReader& reader, const std::string& path, Fan& fan) {
  int samples = fan.count;
  double resolution = 1.0;
  reader.read(path + "/samples", samples, {1.0, kMaxBeams});
  reader.read(path + "/resolution", resolution, {kMinPositive, kMaxBeams});
  reader.read(path + "/min_angle", fan.low, {-kFullTurn, kFullTurn});
  reader.read(path + "/max_angle", fan.high, {-kFullTurn, kFullTurn});
  const double count = std::max(1.0, std::round(samples * resolution));
  if (fan.high < fan.low)
    reader.refuse(
        fmt::format("{}/max_angle {:g} is below min_angle {:g}", path, fan.high, fan.low));
  else if (fan.high - fan.low > kFullTurn)
    reader.refuse(fmt::format("{} spans more than a full turn", path));
  if (count > kMaxBeams)
    reader.refuse(fmt::format("{} asks for {:g} beams, at most {:g}", path, count, kMaxBeams));
  fan.count = static_cast<int>(std::min(count, kMaxBeams));
}

void read_limits(SettingReader& reader, RangeScannerSettings& settings) {
  const double preset_max = settings.max_range;
  reader.read("lidar/range/min", settings.min_range, {0.0, kMaxRange});
  reader.read("lidar/range/max", settings.max_range, {kMinPositive, kMaxRange});
  reader.read("lidar/range/resolution", settings.quantum, {0.0, kMaxRange});
  if (settings.max_range <= settings.min_range)
    reader.refuse(fmt::format("lidar/range/max {:g} is not above min {:g}", settings.max_range,
                              settings.min_range));
  if (settings.codes == CodePolicy::Clamp)
    settings.echo.white_range *= settings.max_range / preset_max;
}

}  // namespace

void read_range_noise(SettingReader& reader, const std::string& path, RangeNoise& noise) {
  const auto type = reader.word(path + "/type", {"none", "gaussian", "gaussian_quantized"});
  if (type && *type == 0) noise.is_on = false;
  if (reader.has(path + "/stddev")) {
    noise.near_until = kInfinity;
    reader.read(path + "/stddev", noise.near_sigma, {0.0, kMaxRange});
  }
  reader.read(path + "/mean", noise.mean, {-kMaxRange, kMaxRange});
}

void read_laser_element(SettingReader& reader, LaserElement& laser) {
  EchoModel& echo = laser.echo;
  if (const auto kind = reader.word("rubble:laser/model", {"physical", "budget"}))
    echo.kind = static_cast<LaserModel>(*kind);
  if (echo.kind == LaserModel::Budget && echo.penetration == 0.0)
    echo.penetration = kSeedPenetration;
  if (const auto mode = reader.word("rubble:laser/return_mode", {"first", "strongest", "last"}))
    echo.return_mode = static_cast<ReturnMode>(*mode);
  if (const auto local = reader.word("rubble:laser/local_smoke", {"medium", "code", "solid"}))
    echo.local_smoke = static_cast<LocalSmoke>(*local);
  if (const auto policy = reader.word("rubble:laser/codes", {"none", "zero", "scip", "utm", "lms"}))
    laser.codes = static_cast<CodePolicy>(*policy);
  reader.read("rubble:laser/white_range", echo.white_range, {kMinPositive, kMaxRange});
  reader.read("rubble:laser/range_falloff", echo.range_falloff, {0.0, 10.0});
  reader.read("rubble:laser/penetration", echo.penetration, {0.0, kMaxRange});
  reader.read("rubble:laser/extinction", echo.extinction, {kMinPositive, kMaxRange});
  std::string soft_integral;
  reader.read("rubble:laser/soft_integral", soft_integral);
  if (soft_integral == "inf")
    echo.soft_integral = kInfinity;
  else
    reader.read("rubble:laser/soft_integral", echo.soft_integral, {kMinPositive, kMaxRange});
  reader.read("rubble:laser/soft_window", echo.soft_window, {kMinPositive, kMaxRange});
  reader.read("rubble:laser/noise", laser.has_noise);
  reader.read("rubble:laser/rolling", laser.is_rolling);
}

Result<RangeScannerSettings> scanner_settings(const SensorSpec& spec, RangeScannerSettings preset) {
  RangeScannerSettings settings = preset;
  SettingReader reader(spec);
  read_fan(reader, "lidar/scan/horizontal", settings.columns);
  read_fan(reader, "lidar/scan/vertical", settings.rows);
  const double beams = static_cast<double>(settings.columns.count) * settings.rows.count;
  if (beams > kMaxBeams)
    reader.refuse(fmt::format("{} x {} beams are more than {:g}", settings.columns.count,
                              settings.rows.count, kMaxBeams));
  read_limits(reader, settings);
  read_range_noise(reader, "lidar/noise", settings.noise);
  LaserElement laser{settings.echo, settings.codes, settings.noise.is_on, settings.is_rolling};
  read_laser_element(reader, laser);
  settings.echo = laser.echo;
  settings.codes = laser.codes;
  settings.noise.is_on = laser.has_noise;
  settings.is_rolling = laser.is_rolling;
  if (settings.is_rolling && settings.row_motion == RowMotion::Roll)
    reader.refuse("rubble:laser/rolling is not for a scanner that is rolled row by row");
  if (spec.update_rate > 0.0 && spec.preset.empty()) settings.turn_seconds = 1.0 / spec.update_rate;
  if (const auto read = reader.result(); !read) return read.error();
  return settings;
}

}  // namespace rubble::sensors
