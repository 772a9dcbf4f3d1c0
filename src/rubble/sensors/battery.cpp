// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/battery.h"

#include "rubble/sensors/setting_reader.h"

namespace rubble::sensors {
namespace {

class Battery : public Sensor {
 public:
  explicit Battery(const SensorBuildContext& context)
      : instance_(context.mount.instance), full_(context.model.robot->battery) {}
  bool needs_scene() const override { return false; }
  ReadingData sample(const SampleContext& now, Random) override {
    const RobotState* const robot = now.state.robot_of(instance_);
    return BatteryReading{robot == nullptr ? 0.0 : robot->battery, full_};
  }

 private:
  InstanceId instance_;
  double full_;  // s
};

}  // namespace

Result<std::unique_ptr<Sensor>> make_battery(const SensorSpec& spec,
                                             const SensorBuildContext& context) {
  if (context.model.robot) return std::unique_ptr<Sensor>(std::make_unique<Battery>(context));
  SettingReader reader(spec);
  reader.refuse("a battery wants a model with rubble:robot");
  return reader.result().error();
}

}  // namespace rubble::sensors
