// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/robot_facts.h"

#include "rubble/sensors/inertial_unit.h"
#include "rubble/sensors/setting_reader.h"

namespace rubble::sensors {
namespace {

class GroundTruth : public Sensor {
 public:
  explicit GroundTruth(const Birth& birth) : mount_(birth.mount), watch_(birth) {}
  bool needs_scene() const override { return false; }
  ReadingData sample(const Surroundings& now, Random) override {
    const Instance& instance = now.state.instances[mount_.instance.index()];
    const BodyId body = instance.links[static_cast<std::size_t>(mount_.link)].body;
    return GroundTruthReading{mount_.world_from_sensor(now.state),
                              watch_.velocity_of_mount(now.state),
                              now.state.bodies[body.index()].angular_velocity};
  }

 private:
  Mount mount_;
  MotionWatch watch_;
};

class Battery : public Sensor {
 public:
  explicit Battery(const Birth& birth)
      : instance_(birth.mount.instance), full_(birth.model.robot->battery) {}
  bool needs_scene() const override { return false; }
  ReadingData sample(const Surroundings& now, Random) override {
    for (const RobotState& robot : now.state.robots)
      if (robot.instance == instance_) return BatteryReading{robot.battery, full_};
    return BatteryReading{0.0, full_};
  }

 private:
  InstanceId instance_;
  double full_;  // s
};

class MissionTime : public Sensor {
 public:
  bool needs_scene() const override { return false; }
  ReadingData sample(const Surroundings& now, Random) override {
    return TimeReading{seconds_at(now.state.tick)};
  }
};

}  // namespace

Result<std::unique_ptr<Sensor>> make_ground_truth(const SensorSpec&, const Birth& birth) {
  return std::unique_ptr<Sensor>(std::make_unique<GroundTruth>(birth));
}

Result<std::unique_ptr<Sensor>> make_battery(const SensorSpec& spec, const Birth& birth) {
  if (birth.model.robot) return std::unique_ptr<Sensor>(std::make_unique<Battery>(birth));
  SettingReader reader(spec);
  reader.refuse("a battery wants a model with rubble:robot");
  return reader.result().error();
}

Result<std::unique_ptr<Sensor>> make_mission_time(const SensorSpec&, const Birth&) {
  return std::unique_ptr<Sensor>(std::make_unique<MissionTime>());
}

}  // namespace rubble::sensors
