// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/odometry.h"

#include <cmath>

#include "rubble/base/random.h"
#include "rubble/robots/measures.h"
#include "rubble/sensors/setting_reader.h"

namespace rubble::sensors {
namespace {

constexpr double kRadiusError = 0.005;  // of a robot's wheels, at most
constexpr double kSideError = 0.003;    // between its left and right ones, at most

class Odometry : public Sensor {
 public:
  Odometry(const OdometrySettings& settings, const Wheels& wheels, const State& state)
      : path_(settings, wheels, state) {}
  bool needs_scene() const override { return false; }
  bool updates_every_tick() const override { return true; }
  void update(const SampleContext& now) override {
    const WheelPath::Step step = path_.update(now.state);
    const double heading = place_.theta + step.turn / 2.0;
    place_.x += step.distance * std::cos(heading);
    place_.y += step.distance * std::sin(heading);
    place_.theta += step.turn;
  }
  ReadingData sample(const SampleContext& now, Random) override {
    update(now);
    return place_;
  }
  bool apply(const CommandData& order, const State&) override {
    if (!std::holds_alternative<ResetSensor>(order)) return false;
    place_ = {};
    return true;
  }
  void serialize(Archive& archive) override { archive(path_, place_.x, place_.y, place_.theta); }

 private:
  WheelPath path_;
  OdometryReading place_;
};

}  // namespace

WheelPath::WheelPath(const OdometrySettings& settings, const Wheels& wheels, const State& state)
    : settings_(settings),
      wheels_(wheels),
      left_(settings.encoder, wheels.angle(state, Side::Left)),
      right_(settings.encoder, wheels.angle(state, Side::Right)) {}

WheelPath::Step WheelPath::update(const State& state) {
  left_.update(wheels_.angle(state, Side::Left));
  right_.update(wheels_.angle(state, Side::Right));
  const double left = settings_.left_radius * (left_.angle() - left_angle_);
  const double right = settings_.right_radius * (right_.angle() - right_angle_);
  left_angle_ = left_.angle();
  right_angle_ = right_.angle();
  return {(left + right) / 2.0, (right - left) / settings_.separation};
}

OdometrySettings odometry_settings(const Model& model, std::uint64_t seed, bool has_errors) {
  const robots::Measures measures = robots::measure(model);
  Random random(seed, "wheel radius");
  const double size = has_errors ? 1.0 : 0.0;
  const double both = 1.0 + size * random.uniform(-kRadiusError, kRadiusError);
  const double side = size * random.uniform(-kSideError, kSideError) / 2.0;
  return {.left_radius = measures.wheel_radius * (both - side),
          .right_radius = measures.wheel_radius * (both + side),
          .separation = measures.separation};
}

Result<std::unique_ptr<Sensor>> make_odometry(const SensorSpec& spec,
                                              const SensorBuildContext& context) {
  SettingReader reader(spec);
  const auto wheels = Wheels::of(context.model, context.mount.instance);
  if (!wheels) {
    reader.refuse("odometry wants a robot with driven wheels or tracks");
    return reader.result().error();
  }
  bool has_errors = true;
  reader.read("rubble:odometry/noise", has_errors);
  OdometrySettings settings = odometry_settings(context.model, context.seed, has_errors);
  double chi = 0.0;
  reader.read("rubble:odometry/chi", chi, {0.1, 20.0});
  reader.read("rubble:odometry/resolution", settings.encoder.resolution, {1e-6, kPi});
  const auto base = reader.word("rubble:odometry/base", {"geometric", "calibrated"});
  if (base == 1 && chi == 0.0) reader.refuse("a calibrated base wants rubble:odometry chi");
  if (base == 1) settings.separation *= chi;
  if (settings.separation <= 0.0) reader.refuse("left and right wheels must stand apart");
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(std::make_unique<Odometry>(settings, *wheels, context.state));
}

}  // namespace rubble::sensors
