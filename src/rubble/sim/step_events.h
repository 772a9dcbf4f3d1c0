// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/messages/event.h"
#include "rubble/physics/report.h"
#include "rubble/world/state.h"

namespace rubble::sim {

// Events that follow from a physics step: who bumped into what, and which joints broke.
//
// Approach speeds need the velocities from before the step, because the step has stopped what hit
// a wall. So call remember_velocities() before each step and append() after it.
class StepEvents {
 public:
  void remember_velocities(const State& state);
  void append(const State& state, const physics::StepReport& report,
              std::vector<Event>& events) const;

 private:
  struct Velocity {
    Vec3 linear_world;   // m/s, of the centre of mass
    Vec3 angular_world;  // rad/s
  };

  void append_bump(const State& state, const physics::Contact& contact, bool is_reversed,
                   std::vector<Event>& events) const;
  // Of a point of a body, as before the step.
  Vec3 velocity_at(const State& state, const Part& part, const Vec3& point_world) const;

  std::vector<Velocity> velocities_;  // by body
};

}  // namespace rubble::sim
