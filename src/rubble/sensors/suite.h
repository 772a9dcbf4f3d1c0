// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rubble/base/parallel.h"
#include "rubble/base/result.h"
#include "rubble/sensors/sensor.h"

namespace rubble::sensors {

// The sensors that are switched on in a run, each sampled at its own rate.
class Suite {
 public:
  explicit Suite(std::uint64_t seed) : seed_(seed) {}

  // Switches a sensor on. One that is already on stays as it is; a kind that is not simulated is an
  // error.
  Result<void> add(const State& state, InstanceId robot, int link, const SensorSpec& spec);
  void remove(InstanceId robot);

  bool is_empty() const { return running_.empty(); }
  // Whether a sensor that is due at the end of this tick looks at rays or smoke.
  bool needs_scene(Tick tick) const;
  // What was measured at the end of this tick, in the order the sensors were switched on.
  std::vector<Reading> sample_due(const Surroundings& now, Workers& workers);

 private:
  struct Running {
    std::string robot;
    std::string name;
    InstanceId instance;
    double rate = 0.0;  // Hz, 0 = every tick
    std::uint64_t seed = 0;
    std::unique_ptr<Sensor> sensor;

    bool is_due(Tick tick) const;
  };

  std::uint64_t seed_;
  std::vector<Running> running_;
};

// The key of a sensor's noise: a run's seed and the names of robot and sensor, so that no other
// sensor disturbs it.
std::uint64_t sensor_seed(std::uint64_t run_seed, const std::string& robot,
                          const std::string& sensor);

}  // namespace rubble::sensors
