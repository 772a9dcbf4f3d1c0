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

// Mounting of a sensor: a link and the pose in it.
struct Mount {
  InstanceId instance;
  int link = 0;
  Pose link_from_sensor;

  Pose world_from_sensor(const State& state) const {
    return state.world_from_link(instance, link) * link_from_sensor;
  }
};

// Read-only view of the world at the end of a tick. scene and air are up to date only if a sensor
// that is due needs_scene().
struct SampleContext {
  const World& world;
  const State& state;
  const rays::Scene& scene;
  const smoke::SmokeField& smoke_field;
  const rendering::Renderer& renderer;
  const robots::Robots& robots;
  std::span<const physics::Contact> contacts;  // of the tick that just ended
};

// One sensor of one robot. May have internal state, as a real one has (bias, filter, last scan),
// but must not keep references to a SampleContext. Used by one thread at a time.
class Sensor {
 public:
  virtual ~Sensor() = default;
  // Whether sample() uses scene or air.
  virtual bool needs_scene() const { return true; }
  // Whether update() must be called at the end of every tick, not only before a reading.
  virtual bool updates_every_tick() const { return false; }
  virtual void update(const SampleContext& now) { (void)now; }
  // Takes a reading. `noise` is keyed by (seed, sensor, tick).
  virtual ReadingData sample(const SampleContext& now, Random noise) = 0;
  // What it remembers from one moment to the next, for snapshots of a run. A sensor is made again
  // from its settings, its robot and the seed first; only what has changed since is written.
  virtual void serialize(Archive& archive) { (void)archive; }

  // Applies a client's command (ResetSensor, SetSensorPose) between two ticks; false if it does not
  // apply to this kind of sensor.
  virtual bool apply(const CommandData& order, const State& now) {
    (void)order, (void)now;
    return false;
  }
  // Whether this is an RFID reader, and whether a tag is in its range.
  virtual bool reads_tags() const { return false; }
  virtual bool reaches(const Tag& tag, const SampleContext& now) const {
    (void)tag, (void)now;
    return false;
  }
};

}  // namespace rubble::sensors
