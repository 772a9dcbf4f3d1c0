// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/encoder.h"

#include "rubble/sensors/setting_reader.h"
#include "rubble/sensors/wheels.h"

namespace rubble::sensors {
namespace {

// One thing that turns: a side of the drive or a joint.
struct Shaft {
  std::string name;
  Side side = Side::Left;
  JointId joint;  // invalid: the side
};

class Encoder : public Sensor {
 public:
  Encoder(const EncoderDisc::Settings& settings, std::vector<Shaft> shafts,
          std::optional<Wheels> wheels, const State& state)
      : resolution_(settings.resolution), shafts_(std::move(shafts)), wheels_(std::move(wheels)) {
    for (const Shaft& shaft : shafts_) discs_.emplace_back(settings, angle_of(shaft, state));
  }
  bool needs_scene() const override { return false; }
  bool updates_every_tick() const override { return true; }
  void update(const SampleContext& now) override {
    for (std::size_t i = 0; i < shafts_.size(); ++i)
      discs_[i].update(angle_of(shafts_[i], now.state));
  }
  ReadingData sample(const SampleContext& now, Random) override {
    update(now);
    EncoderReading reading;
    reading.resolution = resolution_;
    for (std::size_t i = 0; i < shafts_.size(); ++i) {
      reading.joints.push_back(shafts_[i].name);
      reading.ticks.push_back(discs_[i].ticks());
    }
    return reading;
  }
  bool apply(const CommandData& order, const State&) override {
    if (!std::holds_alternative<ResetSensor>(order)) return false;
    for (EncoderDisc& disc : discs_) disc.count_from_here();
    return true;
  }
  void serialize(Archive& archive) override {
    for (EncoderDisc& disc : discs_) archive(disc);
  }

 private:
  double angle_of(const Shaft& shaft, const State& state) const {
    if (shaft.joint.is_valid()) return state.joints[shaft.joint.index()].position;
    return wheels_->angle(state, shaft.side);
  }

  double resolution_;
  std::vector<Shaft> shafts_;
  std::optional<Wheels> wheels_;
  std::vector<EncoderDisc> discs_;
};

class Tachometer : public Sensor {
 public:
  explicit Tachometer(const Wheels& wheels) : wheels_(wheels) {}
  bool needs_scene() const override { return false; }
  ReadingData sample(const SampleContext& now, Random) override {
    TachometerReading reading;
    for (const Wheels::Turning& wheel : wheels_.all(now.state)) {
      reading.joints.push_back(wheel.name);
      reading.speeds.push_back(wheel.speed);
      reading.angles.push_back(wheel.angle);
    }
    return reading;
  }

 private:
  Wheels wheels_;
};

// A joint that moves, or an invalid id with the reason told.
JointId turning_joint(const SensorBuildContext& context, const std::string& name,
                      SettingReader& reader) {
  const int joint = context.model.find_joint(name);
  if (joint < 0) {
    reader.refuse("there is no joint '" + name + "' in this model");
    return {};
  }
  const Instance& instance = context.state.instances[context.mount.instance.index()];
  const JointId id = instance.joints[static_cast<std::size_t>(joint)];
  if (!id.is_valid()) reader.refuse("joint '" + name + "' cannot turn");
  return id;
}

std::vector<Shaft> shafts_of(const SensorSpec& spec, const SensorBuildContext& context,
                             SettingReader& reader) {
  std::string joint;
  reader.read("joint", joint);
  reader.read("rubble:encoder/joint", joint);
  if (!joint.empty()) return {{joint, Side::Left, turning_joint(context, joint, reader)}};
  const Shaft left{"left", Side::Left, {}}, right{"right", Side::Right, {}};
  if (const auto side = reader.word("rubble:encoder/side", {"left", "right"}))
    return {*side == 0 ? left : right};
  if (spec.name.find("Left") != std::string::npos) return {left};
  if (spec.name.find("Right") != std::string::npos) return {right};
  return {left, right};
}

}  // namespace

Result<std::unique_ptr<Sensor>> make_encoder(const SensorSpec& spec,
                                             const SensorBuildContext& context) {
  SettingReader reader(spec);
  EncoderDisc::Settings settings;
  reader.read("rubble:encoder/resolution", settings.resolution, {1e-6, kPi});
  reader.read("rubble:encoder/backlash", settings.backlash, {0.0, kPi});
  std::vector<Shaft> shafts = shafts_of(spec, context, reader);
  auto wheels = Wheels::of(context.model, context.mount.instance);
  if (!wheels && !shafts[0].joint.is_valid())
    reader.refuse("an encoder wants driven wheels, tracks or a joint of its own");
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(
      std::make_unique<Encoder>(settings, std::move(shafts), std::move(wheels), context.state));
}

Result<std::unique_ptr<Sensor>> make_tachometer(const SensorSpec& spec,
                                                const SensorBuildContext& context) {
  const auto wheels = Wheels::of(context.model, context.mount.instance);
  if (wheels) return std::unique_ptr<Sensor>(std::make_unique<Tachometer>(*wheels));
  SettingReader reader(spec);
  reader.refuse("a tachometer wants driven wheels or tracks");
  return reader.result().error();
}

}  // namespace rubble::sensors
