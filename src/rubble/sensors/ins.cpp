// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/ins.h"

#include <cmath>

#include "rubble/sensors/inertial_unit.h"
#include "rubble/sensors/odometry.h"

namespace rubble::sensors {
namespace {

// The robot's own frame, whose origin lies between its wheels on the ground.
Pose model_from_mount(const Model& model, const Mount& mount) {
  return model.links[static_cast<std::size_t>(mount.link)].model_from_link * mount.link_from_sensor;
}

class DeadReckoning : public Sensor {
 public:
  DeadReckoning(const ImuSettings& settings, const OdometrySettings& odometry, const Wheels& wheels,
                const SensorBuildContext& context)
      : unit_(settings, context),
        path_(odometry, wheels, context.state),
        mount_(context.mount),
        model_from_mount_(model_from_mount(context.model, context.mount)) {
    const Pose world_from_mount = context.mount.world_from_sensor(context.state);
    origin_ = (world_from_mount * model_from_mount_.inverse()).position;
  }
  bool needs_scene() const override { return false; }
  bool updates_every_tick() const override { return true; }
  void update(const SampleContext& now) override {
    if (!unit_.update(now)) return;
    const double distance = path_.update(now.state).distance;
    way_ += std::abs(distance);
    origin_ += world_from_model() * Vec3(distance, 0.0, 0.0);
    if (way_ < kStandsStill)
      origin_.z() =
          (mount_.world_from_sensor(now.state) * model_from_mount_.inverse()).position.z();
  }
  ReadingData sample(const SampleContext& now, Random) override {
    update(now);
    return InsReading{origin_ + world_from_model() * model_from_mount_.position,
                      roll_pitch_yaw_of(unit_.filter().world_from_unit())};
  }
  bool apply(const CommandData& order, const State&) override {
    const auto* belief = std::get_if<SetSensorPose>(&order);
    if (belief == nullptr) return false;
    unit_.filter().set_attitude(belief->pose.rotation);
    origin_ = belief->pose.position - world_from_model() * model_from_mount_.position;
    way_ = kStandsStill;
    return true;
  }
  void serialize(Archive& archive) override { archive(unit_, path_, origin_, way_); }

 private:
  // A robot is set down from some height; until it drives it knows how high it stands.
  static constexpr double kStandsStill = 0.005;  // m, of its wheels

  Quat world_from_model() const {
    return unit_.filter().world_from_unit() * model_from_mount_.rotation.conjugate();
  }

  InertialUnit unit_;
  WheelPath path_;
  Mount mount_;
  Pose model_from_mount_;
  Vec3 origin_;
  double way_ = 0.0;  // m, that its wheels have gone, either way
};

class DoubleIntegration : public Sensor {
 public:
  DoubleIntegration(const ImuSettings& settings, const SensorBuildContext& context)
      : unit_(settings, context),
        position_(context.mount.world_from_sensor(context.state).position) {}
  bool needs_scene() const override { return false; }
  bool updates_every_tick() const override { return true; }
  void update(const SampleContext& now) override {
    const auto step = unit_.update(now);
    if (!step) return;
    velocity_ +=
        (unit_.filter().world_from_unit() * step->sample.force + now.world.gravity) * step->dt;
    position_ += velocity_ * step->dt;
  }
  ReadingData sample(const SampleContext& now, Random) override {
    update(now);
    return InsReading{position_, roll_pitch_yaw_of(unit_.filter().world_from_unit())};
  }
  bool apply(const CommandData& order, const State&) override {
    const auto* belief = std::get_if<SetSensorPose>(&order);
    if (belief == nullptr) return false;
    unit_.filter().set_attitude(belief->pose.rotation);
    position_ = belief->pose.position;
    velocity_.setZero();
    return true;
  }
  void serialize(Archive& archive) override { archive(unit_, position_, velocity_); }

 private:
  InertialUnit unit_;
  Vec3 position_;
  Vec3 velocity_ = Vec3::Zero();
};

// What the UDK server's INS did: each step's way along an axis, and its turn, times a factor.
class NoisySteps : public Sensor {
 public:
  NoisySteps(const SensorBuildContext& context, bool has_errors)
      : mount_(context.mount),
        truth_(context.mount.world_from_sensor(context.state)),
        size_(has_errors ? 1.0 : 0.0) {
    constexpr double kMoveBias = 5e-4, kTurnBias = 5e-7;  // of way and turn, at most
    Random random(context.seed, "usarsim ins");
    for (double& bias : move_bias_) bias = random.uniform(-kMoveBias, kMoveBias);
    for (double& bias : turn_bias_) bias = random.uniform(-kTurnBias, kTurnBias);
    position_ = truth_.position;
    angles_ = angles_of(truth_);
  }
  bool needs_scene() const override { return false; }
  ReadingData sample(const SampleContext& now, Random noise) override {
    const Pose truth = mount_.world_from_sensor(now.state);
    const Vec3 before = angles_of(truth_), after = angles_of(truth);
    for (int i = 0; i < 3; ++i) {
      position_[i] += (truth.position - truth_.position)[i] * factor(move_bias_[i], noise);
      angles_[i] += wrap_angle(after[i] - before[i]) * factor(turn_bias_[i], noise);
    }
    truth_ = truth;
    return InsReading{position_, {angles_.x(), angles_.y(), wrap_angle(angles_.z())}};
  }
  // As the UDK server had it, telling it where it is also takes its bias away.
  bool apply(const CommandData& order, const State& now) override {
    const auto* belief = std::get_if<SetSensorPose>(&order);
    if (belief == nullptr) return false;
    truth_ = mount_.world_from_sensor(now);
    position_ = belief->pose.position;
    angles_ = angles_of(belief->pose);
    move_bias_.setZero();
    turn_bias_.setZero();
    return true;
  }
  void serialize(Archive& archive) override {
    archive(truth_, move_bias_, turn_bias_, position_, angles_);
  }

 private:
  double factor(double bias, Random& noise) const {
    constexpr double kSigma = 0.05;
    return 1.0 + size_ * (bias + kSigma * noise.normal());
  }
  static Vec3 angles_of(const Pose& pose) {
    const RollPitchYaw angles = roll_pitch_yaw_of(pose.rotation);
    return {angles.roll, angles.pitch, angles.yaw};
  }

  Mount mount_;
  Pose truth_;
  double size_;  // 0 = no errors
  Vec3 move_bias_, turn_bias_;
  Vec3 position_, angles_;
};

enum class InsMode { DeadReckon, Inertial, Usarsim };

}  // namespace

Result<std::unique_ptr<Sensor>> make_ins(const SensorSpec& spec,
                                         const SensorBuildContext& context) {
  const std::vector<std::string> units{"mti", "mti10", "mems_cheap"};
  SettingReader reader(spec);
  const auto wheels = Wheels::of(context.model, context.mount.instance);
  InsMode mode = wheels ? InsMode::DeadReckon : InsMode::Usarsim;
  if (const auto word = reader.word("rubble:inertial/mode", {"deadreckon", "inertial", "usarsim"}))
    mode = static_cast<InsMode>(*word);
  if (mode == InsMode::DeadReckon && !wheels)
    reader.refuse("mode deadreckon wants driven wheels or tracks");
  const std::size_t unit = reader.word("rubble:inertial/unit", units).value_or(0);
  ImuSettings settings = *imu_settings(units[unit]);
  read_imu_settings(reader, spec.update_rate, settings);
  bool has_errors = true;
  reader.read("rubble:inertial/noise", has_errors);
  if (const Result<void> read = reader.result(); !read) return read.error();
  switch (mode) {
    case InsMode::DeadReckon:
      return std::unique_ptr<Sensor>(std::make_unique<DeadReckoning>(
          settings, odometry_settings(context.model, context.seed, has_errors), *wheels, context));
    case InsMode::Inertial:
      return std::unique_ptr<Sensor>(std::make_unique<DoubleIntegration>(settings, context));
    case InsMode::Usarsim:
      break;
  }
  return std::unique_ptr<Sensor>(std::make_unique<NoisySteps>(context, has_errors));
}

}  // namespace rubble::sensors
