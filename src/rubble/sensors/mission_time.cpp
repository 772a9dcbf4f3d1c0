// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/mission_time.h"

namespace rubble::sensors {
namespace {

class MissionTime : public Sensor {
 public:
  bool needs_scene() const override { return false; }
  ReadingData sample(const SampleContext& now, Random) override {
    return TimeReading{seconds_at(now.state.tick)};
  }
};

}  // namespace

Result<std::unique_ptr<Sensor>> make_mission_time(const SensorSpec&, const SensorBuildContext&) {
  return std::unique_ptr<Sensor>(std::make_unique<MissionTime>());
}

}  // namespace rubble::sensors
