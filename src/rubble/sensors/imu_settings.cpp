// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/imu_settings.h"

#include <fmt/format.h>

#include <cmath>

namespace rubble::sensors {
namespace {

constexpr double kStandardGravity = 9.80665;  // m/s^2
// Allan floor to sigma of the Gauss-Markov process that has it, once white noise is added.
constexpr double kSigmaOfFloor = 1.4;
constexpr double kConverterSteps = 32768.0;

// One data sheet. Degrees as data sheets have them.
struct SheetRow {
  const char* name;
  const char* summary;
  double gyro_noise;        // deg/s per square root of Hz
  double gyro_floor;        // deg/h, Allan
  double gyro_turn_on;      // deg/s
  double gyro_temperature;  // deg/s per K
  double gyro_scale;
  double g_sensitivity;                    // deg/s per g
  double force_noise;                      // m/s^2 per square root of Hz
  double force_bias;                       // m/s^2
  double force_floor;                      // m/s^2
  double misalignment;                     // deg
  double gyro_bandwidth, force_bandwidth;  // Hz
  double gyro_range;                       // deg/s
  double force_range;                      // g
  double rate;                             // Hz
  const char* noise_basis;
  const char* floor_basis;
};

constexpr SheetRow kSheets[] = {
    {"mti", "Xsens MTi of 2005-2010, 300 deg/s and 5 g", 0.05, 20, 0.2, 0.005, 0.002, 0.01, 0.002,
     0.02, 0.0005, 0.1, 40, 30, 300, 5, 100, "from memory, between data sheets of its neighbours",
     "assumed"},
    {"mti10", "Xsens MTi 10 series, 2013 and later", 0.01, 10, 0.1, 0.002, 0.001, 0.003, 0.0006,
     0.01, 0.0003, 0.05, 415, 375, 450, 5, 400, "data sheet", "data sheet"},
    {"mems_cheap", "a hobby MEMS chip", 0.03, 40, 1.0, 0.03, 0.01, 0.1, 0.004, 0.1, 0.002, 1.0, 100,
     100, 500, 4, 100, "assumed", "assumed"},
};

const SheetRow* find_sheet(const std::string& name) {
  for (const SheetRow& row : kSheets)
    if (name == row.name) return &row;
  return nullptr;
}

void set_axes(TriadErrors& triad, const AxisErrors& errors) { triad.axes.fill(errors); }

std::vector<Fact> facts_of(const SheetRow& row) {
  const auto fact = [](const char* what, double value, const char* unit, const char* basis) {
    return Fact{what, fmt::format("{:g} {}", value, unit), basis};
  };
  const bool is_a_device = std::string_view(row.noise_basis) != "assumed";
  return {
      fact("gyro noise density", row.gyro_noise, "deg/s/sqrt(Hz)", row.noise_basis),
      fact("gyro bias instability", row.gyro_floor, "deg/h", row.floor_basis),
      fact("gyro turn-on bias", row.gyro_turn_on, "deg/s, 1 sigma",
           is_a_device ? "data sheet's bound read as 2.5 sigma" : "assumed"),
      fact("gyro bias over temperature", row.gyro_temperature, "deg/s/K", "assumed"),
      fact("gyro scale error", 100.0 * row.gyro_scale, "%", "assumed"),
      fact("gyro g-sensitivity", row.g_sensitivity, "deg/s/g", "assumed"),
      fact("accelerometer noise density", row.force_noise, "m/s^2/sqrt(Hz)", row.noise_basis),
      fact("accelerometer bias", row.force_bias, "m/s^2, 1 sigma", "from memory"),
      fact("misalignment", row.misalignment, "deg", "from memory"),
      fact("gyro bandwidth", row.gyro_bandwidth, "Hz", "from memory"),
      fact("accelerometer bandwidth", row.force_bandwidth, "Hz", "from memory"),
      fact("rate", row.rate, "Hz", is_a_device ? "data sheet" : "assumed"),
  };
}

// An axis as SDF's <noise> has it: sigmas of single samples at the sensor's own rate.
void read_axis(SettingReader& reader, const std::string& path, double rate, AxisErrors& axis) {
  std::string type;
  reader.read(path + "/type", type);
  if (type == "none") axis = {};
  double sigma = axis.noise_density * std::sqrt(rate);
  reader.read(path + "/stddev", sigma, {0.0, 1e6});
  axis.noise_density = sigma / std::sqrt(rate);
  double mean = 0.0, bias_mean = axis.offset;
  reader.read(path + "/mean", mean, {-1e6, 1e6});
  reader.read(path + "/bias_mean", bias_mean, {-1e6, 1e6});
  axis.offset = mean + bias_mean;
  reader.read(path + "/bias_stddev", axis.turn_on_bias, {0.0, 1e6});
  reader.read(path + "/dynamic_bias_stddev", axis.slow_bias, {0.0, 1e6});
  reader.read(path + "/dynamic_bias_correlation_time", axis.slow_time, {1e-3, 1e9});
}

void read_triad(SettingReader& reader, const std::string& path, double rate, TriadErrors& triad) {
  const char* const names[] = {"x", "y", "z"};
  for (std::size_t i = 0; i < 3; ++i)
    read_axis(reader, path + "/" + names[i] + "/noise", rate, triad.axes[i]);
}

// What the unit's maker tells its filter: typical figures, not what this unit happens to have.
void inform_filter(const ImuErrors& errors, AttitudeFilterSettings& filter) {
  const AxisErrors& axis = errors.gyro.axes[2];
  filter.rate_noise = axis.noise_density;
  filter.first_bias = std::hypot(axis.turn_on_bias, axis.offset, axis.slow_bias);
  filter.bias_drift = axis.slow_bias * std::sqrt(2.0 / axis.slow_time);
}

}  // namespace

std::optional<ImuSettings> imu_settings(const std::string& preset) {
  const SheetRow* row = find_sheet(preset);
  if (row == nullptr) return std::nullopt;
  ImuSettings settings;
  TriadErrors& gyro = settings.errors.gyro;
  set_axes(gyro, {.noise_density = radians(row->gyro_noise),
                  .turn_on_bias = radians(row->gyro_turn_on),
                  .slow_bias = kSigmaOfFloor * radians(row->gyro_floor) / 3600.0});
  gyro.scale = row->gyro_scale;
  gyro.misalignment = radians(row->misalignment);
  gyro.bandwidth = row->gyro_bandwidth;
  gyro.range = radians(row->gyro_range);
  gyro.step = gyro.range / kConverterSteps;
  TriadErrors& force = settings.errors.accelerometer;
  set_axes(force, {.noise_density = row->force_noise,
                   .turn_on_bias = row->force_bias,
                   .slow_bias = kSigmaOfFloor * row->force_floor});
  force.misalignment = radians(row->misalignment);
  force.bandwidth = row->force_bandwidth;
  force.range = row->force_range * kStandardGravity;
  force.step = force.range / kConverterSteps;
  settings.errors.gyro_temperature = radians(row->gyro_temperature);
  settings.errors.gyro_g_sensitivity = radians(row->g_sensitivity) / kStandardGravity;
  inform_filter(settings.errors, settings.filter);
  return settings;
}

std::vector<Preset> imu_presets() {
  std::vector<Preset> presets;
  for (const SheetRow& row : kSheets)
    presets.push_back({row.name, "imu", row.summary, facts_of(row)});
  return presets;
}

void read_imu_settings(SettingReader& reader, double update_rate, ImuSettings& settings) {
  const double rate = update_rate > 0.0 ? update_rate : 240.0;
  read_triad(reader, "imu/angular_velocity", rate, settings.errors.gyro);
  read_triad(reader, "imu/linear_acceleration", rate, settings.errors.accelerometer);
  reader.read("rubble:inertial/still_seconds", settings.still_seconds, {0.0, 3600.0});
  reader.read("rubble:inertial/powered_seconds", settings.errors.powered_time, {0.0, 1e6});
  reader.read("rubble:inertial/filter_time", settings.filter.filter_time, {0.01, 1000.0});
  bool has_noise = true;
  reader.read("rubble:inertial/noise", has_noise);
  if (!has_noise) settings.errors = {};
  inform_filter(settings.errors, settings.filter);
}

}  // namespace rubble::sensors
