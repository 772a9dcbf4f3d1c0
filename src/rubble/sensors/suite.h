// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rubble/base/parallel.h"
#include "rubble/base/result.h"
#include "rubble/messages/command_data.h"
#include "rubble/sensors/sensor.h"

namespace rubble::sensors {

// The sensors that are switched on in a run, each sampled at its own rate.
class Suite {
 public:
  explicit Suite(std::uint64_t seed) : seed_(seed) {}

  // Switches a sensor on. One that is already on stays as it is; a kind that is not simulated is an
  // error. On request: it reads only when it is asked.
  Result<void> add(const State& state, InstanceId robot, int link, const SensorSpec& spec,
                   bool is_on_request = false);
  void remove(InstanceId robot);

  struct Listed {
    const SensorSpec* spec = nullptr;
    int link = 0;
    bool is_on_request = false;
  };
  // What is switched on on a robot, in that order.
  std::vector<Listed> on(InstanceId robot) const;

  // Hands an order to the sensor of that name on a robot, or to all of its sensors if there is no
  // name. False if none took it.
  bool apply(InstanceId robot, const std::string& sensor, const CommandData& order,
             const State& now);
  // Whether the robot has a tag reader that is on, and whether one reaches the tag.
  bool has_reader(InstanceId robot) const;
  bool reaches(InstanceId robot, const Tag& tag, const SampleContext& now) const;

  bool is_empty() const { return running_.empty(); }
  // Whether a sensor that is due at the end of this tick looks at rays or smoke.
  bool needs_scene(Tick tick) const;
  // What was measured at the end of this tick, in the order the sensors were switched on. Sensors
  // of a robot without power say nothing.
  std::vector<Reading> sample_due(const SampleContext& now, Workers& workers);

  // Which sensors are on and what they remember. Reading wants an empty suite, and the state in
  // which they are to be made.
  void serialize(Archive& archive, const State& state);

 private:
  struct Running {
    std::string robot;
    SensorSpec spec;
    int link = 0;
    InstanceId instance;
    RobotId power;      // whose battery it lives on; invalid: it needs none
    double rate = 0.0;  // Hz, 0 = every tick
    std::uint64_t seed = 0;
    bool is_on_request = false;
    bool is_asked = false;  // for one reading at the end of the coming tick
    std::unique_ptr<Sensor> sensor;

    bool is_due(Tick tick) const;
    bool has_power(const State& state) const {
      return !power.is_valid() || state.robots[power.index()].battery > 0.0;
    }
  };

  std::uint64_t seed_;
  std::vector<Running> running_;
};

// The key of a sensor's noise: a run's seed and the names of robot and sensor, so that no other
// sensor disturbs it.
std::uint64_t sensor_seed(std::uint64_t run_seed, const std::string& robot,
                          const std::string& sensor);

}  // namespace rubble::sensors
