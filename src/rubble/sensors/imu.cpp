// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/imu.h"

#include "rubble/sensors/inertial_unit.h"

namespace rubble::sensors {
namespace {

class Imu : public Sensor {
 public:
  Imu(const ImuSettings& settings, const Birth& birth) : unit_(settings, birth) {}
  bool needs_scene() const override { return false; }
  bool follows_every_tick() const override { return true; }
  void follow(const Surroundings& now) override { unit_.follow(now); }
  ReadingData sample(const Surroundings& now, Random) override {
    unit_.follow(now);
    return unit_.read();
  }

 private:
  InertialUnit unit_;
};

}  // namespace

Result<std::unique_ptr<Sensor>> make_imu(const SensorSpec& spec, const Birth& birth) {
  SettingReader reader(spec);
  auto settings = imu_settings(spec.preset.empty() ? "mti" : spec.preset);
  if (!settings)
    reader.refuse("an imu is mti, mti10 or mems_cheap, not '" + spec.preset + "'");
  else
    read_imu_settings(reader, spec.update_rate, *settings);
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(std::make_unique<Imu>(*settings, birth));
}

}  // namespace rubble::sensors
