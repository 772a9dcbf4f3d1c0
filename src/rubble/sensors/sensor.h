// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "rubble/base/archive.h"
#include "rubble/base/random.h"
#include "rubble/messages/command_data.h"
#include "rubble/messages/reading.h"
#include "rubble/physics/report.h"
#include "rubble/rays/scene.h"
#include "rubble/rendering/renderer.h"
#include "rubble/robots/robots.h"
#include "rubble/smoke/smoke_field.h"
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::sensors {

// Where a sensor sits.
struct Mount {
  InstanceId instance;
  int link = 0;
  Pose link_from_sensor;

  Pose world_from_sensor(const State& state) const {
    return state.world_from_link(instance, link) * link_from_sensor;
  }
};

// The frozen moment a sensor looks at: the end of a tick. Scene and air are at that moment only if
// a sensor that is due needs_scene().
struct SampleContext {
  const World& world;
  const State& state;
  const rays::Scene& scene;
  const smoke::SmokeField& smoke_field;
  const rendering::Renderer& renderer;
  const robots::Robots& robots;
  std::span<const physics::Contact> contacts;  // of the tick that just ended
};

// One sensor of one robot. May keep what a real one keeps (bias, filter, last scan), but no
// reference to the moment it looked at. Used by one thread at a time.
class Sensor {
 public:
  virtual ~Sensor() = default;
  // Looks at rays or smoke when sampled.
  virtual bool needs_scene() const { return true; }
  // Wants update() at the end of every tick, not only when a reading is due.
  virtual bool updates_every_tick() const { return false; }
  virtual void update(const SampleContext& now) { (void)now; }
  // The noise is keyed by (seed, sensor, tick).
  virtual ReadingData sample(const SampleContext& now, Random noise) = 0;
  // What it remembers from one moment to the next, for snapshots of a run. A sensor is made again
  // from its settings, its robot and the seed first; only what has changed since is written.
  virtual void serialize(Archive& archive) { (void)archive; }

  // Takes an order of a client (ResetSensor, SetSensorPose) between two ticks; false if it is not
  // for this kind of sensor.
  virtual bool apply(const CommandData& order, const State& now) {
    (void)order, (void)now;
    return false;
  }
  // A tag reader, and whether it can talk to a tag.
  virtual bool reads_tags() const { return false; }
  virtual bool reaches(const Tag& tag, const SampleContext& now) const {
    (void)tag, (void)now;
    return false;
  }
};

}  // namespace rubble::sensors
