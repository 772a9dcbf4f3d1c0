// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rubble/base/random.h"
#include "rubble/messages/command.h"
#include "rubble/messages/reading.h"
#include "rubble/physics/physics.h"
#include "rubble/robots/measures.h"
#include "rubble/world/state.h"

namespace rubble::pilots {

// What a pilot may look at before a tick.
struct PilotContext {
  const State& state;
  const physics::Physics& physics;
  std::span<const Reading> readings;  // of all robots, from the tick that just ended
};

// A driver that lives inside the simulation. Called before every tick, from any thread, together
// with other pilots; touches nothing but itself.
class Pilot {
 public:
  virtual ~Pilot() = default;
  virtual std::vector<Command> decide(const PilotContext& now) = 0;
};

}  // namespace rubble::pilots
