// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "rubble/base/result.h"
#include "rubble/rays/scene.h"
#include "rubble/rendering/renderer.h"
#include "rubble/robots/robots.h"
#include "rubble/sensors/sensor.h"
#include "rubble/smoke/smoke_field.h"
#include "rubble/world/world.h"

namespace rubble::sim {

// Takes readings of a single sensor at arbitrary poses in a world with all bodies at their initial
// poses.
class Probe {
 public:
  explicit Probe(const World& world);
  ~Probe();

  struct Question {
    SensorSpec sensor;
    Pose world_from_sensor;
    double time = 0.0;  // s, for the smoke
    std::uint64_t seed = 1;
  };
  // Different seeds give independent noise and turbulence.
  Result<ReadingData> ask(const Question& question);

  const rays::Scene& scene() const { return scene_; }

 private:
  void stand_still(sensors::Sensor& sensor, const sensors::SampleContext& now, Tick asked);
  const smoke::SmokeField& smoke_field_at(double time, std::uint64_t seed);

  const World& world_;
  State state_;
  InstanceId holder_;  // an empty body that carries the sensor
  rays::Scene scene_;
  rendering::Renderer renderer_;
  robots::Robots robots_;
  std::unique_ptr<smoke::SmokeField> smoke_field_;
  std::uint64_t smoke_seed_ = 0;
};

}  // namespace rubble::sim
