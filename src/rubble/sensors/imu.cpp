// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/imu.h"

#include "rubble/sensors/inertial_unit.h"

namespace rubble::sensors {
namespace {

class Imu : public Sensor {
 public:
  Imu(const ImuSettings& settings, const SensorBuildContext& context) : unit_(settings, context) {}
  bool needs_scene() const override { return false; }
  bool updates_every_tick() const override { return true; }
  void update(const SampleContext& now) override { unit_.update(now); }
  ReadingData sample(const SampleContext& now, Random) override {
    unit_.update(now);
    return unit_.read();
  }
  void serialize(Archive& archive) override { archive(unit_); }

 private:
  InertialUnit unit_;
};

}  // namespace

Result<std::unique_ptr<Sensor>> make_imu(const SensorSpec& spec,
                                         const SensorBuildContext& context) {
  SettingReader reader(spec);
  auto settings = imu_settings(spec.preset.empty() ? "mti" : spec.preset);
  if (!settings)
    reader.refuse("an imu is mti, mti10 or mems_cheap, not '" + spec.preset + "'");
  else
    read_imu_settings(reader, spec.update_rate, *settings);
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(std::make_unique<Imu>(*settings, context));
}

}  // namespace rubble::sensors
