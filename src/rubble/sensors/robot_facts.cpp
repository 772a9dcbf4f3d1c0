// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/robot_facts.h"

#include "rubble/sensors/body_motion.h"
#include "rubble/sensors/setting_reader.h"

namespace rubble::sensors {
namespace {

class GroundTruth : public Sensor {
 public:
  explicit GroundTruth(const Mount& mount) : mount_(mount) {}
  bool needs_scene() const override { return false; }
  ReadingData sample(const SampleContext& now, Random) override {
    const Pose pose = mount_.world_from_sensor(now.state);
    const PointMotion motion = motion_of(now.state, mount_.instance, mount_.link, pose.position);
    return GroundTruthReading{pose, motion.linear, motion.angular};
  }

 private:
  Mount mount_;
};

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

class MissionTime : public Sensor {
 public:
  bool needs_scene() const override { return false; }
  ReadingData sample(const SampleContext& now, Random) override {
    return TimeReading{seconds_at(now.state.tick)};
  }
};

}  // namespace

Result<std::unique_ptr<Sensor>> make_ground_truth(const SensorSpec&,
                                                  const SensorBuildContext& context) {
  return std::unique_ptr<Sensor>(std::make_unique<GroundTruth>(context.mount));
}

Result<std::unique_ptr<Sensor>> make_battery(const SensorSpec& spec,
                                             const SensorBuildContext& context) {
  if (context.model.robot) return std::unique_ptr<Sensor>(std::make_unique<Battery>(context));
  SettingReader reader(spec);
  reader.refuse("a battery wants a model with rubble:robot");
  return reader.result().error();
}

Result<std::unique_ptr<Sensor>> make_mission_time(const SensorSpec&, const SensorBuildContext&) {
  return std::unique_ptr<Sensor>(std::make_unique<MissionTime>());
}

}  // namespace rubble::sensors
