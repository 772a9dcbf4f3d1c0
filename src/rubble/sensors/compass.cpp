// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/compass.h"

#include <cmath>

#include "rubble/sensors/setting_reader.h"

namespace rubble::sensors {
namespace {

struct CompassSettings {
  double hard_iron = radians(2.0);  // sigma of each of sine and cosine of the heading
  double soft_iron = radians(0.5);  // the same of twice the heading
  double alignment = radians(1.0);
  double white = radians(0.5);
};

class Compass : public Sensor {
 public:
  Compass(const CompassSettings& settings, const SensorBuildContext& context)
      : settings_(settings), mount_(context.mount) {
    Random random(context.seed, "compass");
    for (double& part : hard_) part = settings.hard_iron * random.normal();
    for (double& part : soft_) part = settings.soft_iron * random.normal();
    alignment_ = settings.alignment * random.normal();
    if (settings.hard_iron == 0.0) soft_.setZero(), alignment_ = 0.0;
  }
  bool needs_scene() const override { return false; }
  ReadingData sample(const SampleContext& now, Random noise) override {
    const double yaw = yaw_of(mount_.world_from_sensor(now.state).rotation);
    const double deviation = hard_.x() * std::sin(yaw) + hard_.y() * std::cos(yaw) +
                             soft_.x() * std::sin(2.0 * yaw) + soft_.y() * std::cos(2.0 * yaw);
    return CompassReading{
        wrap_angle(yaw + alignment_ + deviation + settings_.white * noise.normal())};
  }

 private:
  CompassSettings settings_;
  Mount mount_;
  Vec2 hard_, soft_;
  double alignment_ = 0.0;
};

struct AltitudeSettings {
  double white = 0.1;         // m
  double drift = 0.5;         // m, sigma
  double drift_time = 600.0;  // s
};

class Altitude : public Sensor {
 public:
  Altitude(const AltitudeSettings& settings, const SensorBuildContext& context)
      : settings_(settings), mount_(context.mount), tick_(context.state.tick) {}
  bool needs_scene() const override { return false; }
  // Set to the true height when switched on, so the drift starts from zero.
  ReadingData sample(const SampleContext& now, Random noise) override {
    const double dt = static_cast<double>(now.state.tick - tick_) * kTickSeconds;
    tick_ = now.state.tick;
    const double kept = std::exp(-dt / settings_.drift_time);
    drift_ = kept * drift_ + settings_.drift * std::sqrt(1.0 - kept * kept) * noise.normal();
    return AltitudeReading{mount_.world_from_sensor(now.state).position.z() + drift_ +
                           settings_.white * noise.normal()};
  }
  void serialize(Archive& archive) override { archive(tick_, drift_); }

 private:
  AltitudeSettings settings_;
  Mount mount_;
  Tick tick_;
  double drift_ = 0.0;
};

}  // namespace

Result<std::unique_ptr<Sensor>> make_compass(const SensorSpec& spec,
                                             const SensorBuildContext& context) {
  SettingReader reader(spec);
  CompassSettings settings;
  reader.read("rubble:compass/hard_iron", settings.hard_iron, {0.0, kPi});
  reader.read("rubble:compass/noise", settings.white, {0.0, kPi});
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(std::make_unique<Compass>(settings, context));
}

Result<std::unique_ptr<Sensor>> make_altitude(const SensorSpec& spec,
                                              const SensorBuildContext& context) {
  SettingReader reader(spec);
  AltitudeSettings settings;
  const std::string noise = "altimeter/vertical_position/noise/";
  std::string type;
  reader.read(noise + "type", type);
  if (type == "none") settings.white = settings.drift = 0.0;
  reader.read(noise + "stddev", settings.white, {0.0, 1e4});
  reader.read(noise + "dynamic_bias_stddev", settings.drift, {0.0, 1e4});
  reader.read(noise + "dynamic_bias_correlation_time", settings.drift_time, {1e-3, 1e9});
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(std::make_unique<Altitude>(settings, context));
}

}  // namespace rubble::sensors
