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

// All sensors that are switched on in a run, each sampled at its own rate.
class Suite {
 public:
  explicit Suite(std::uint64_t seed) : seed_(seed) {}

  // Switches a sensor on; no effect if it is already on. A kind that is not simulated is an error.
  // is_on_request: it reads only after ScanNow.
  Result<void> add(const State& state, InstanceId robot, int link, const SensorSpec& spec,
                   bool is_on_request = false);
  void remove(InstanceId robot);

  struct Listed {
    const SensorSpec* spec = nullptr;
    int link = 0;
    bool is_on_request = false;
  };
  // The active sensors of a robot, in the order they were switched on.
  std::vector<Listed> on(InstanceId robot) const;

  // Applies a command to the sensor of that name, or to all sensors of the robot if the name is
  // empty. False if it applies to none.
  bool apply(InstanceId robot, const std::string& sensor, const CommandData& order,
             const State& now);
  // Whether the robot has an active RFID reader, and whether one of them reaches the tag.
  bool has_reader(InstanceId robot) const;
  bool reaches(InstanceId robot, const Tag& tag, const SampleContext& now) const;

  bool is_empty() const { return running_.empty(); }
  // Whether a sensor that is due at the end of this tick uses scene or air.
  bool needs_scene(Tick tick) const;
  // Samples all sensors that are due at the end of this tick, in parallel. Readings are in the
  // order in which the sensors were switched on. Sensors of a robot without power give no readings.
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
    RobotId power;      // robot whose battery supplies it; invalid: none needed
    double rate = 0.0;  // Hz, 0 = every tick
    std::uint64_t seed = 0;
    bool is_on_request = false;
    bool is_asked = false;  // ScanNow is pending
    std::unique_ptr<Sensor> sensor;

    bool is_due(Tick tick) const;
    bool has_power(const State& state) const {
      return !power.is_valid() || state.robots[power.index()].battery > 0.0;
    }
  };

  std::uint64_t seed_;
  std::vector<Running> running_;
};

// Key of a sensor's noise, derived from the run's seed and the names of robot and sensor, so that
// other sensors do not influence it.
std::uint64_t sensor_seed(std::uint64_t run_seed, const std::string& robot,
                          const std::string& sensor);

}  // namespace rubble::sensors
