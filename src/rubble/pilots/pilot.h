// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rubble/base/archive.h"
#include "rubble/base/random.h"
#include "rubble/messages/command.h"
#include "rubble/messages/reading.h"
#include "rubble/physics/physics.h"
#include "rubble/robots/measures.h"
#include "rubble/world/state.h"

namespace rubble::pilots {

// What a pilot may use before a tick.
struct PilotContext {
  const State& state;
  const physics::Physics& physics;
  std::span<const Reading> readings;  // of all robots, from the tick that just ended
};

// A controller inside the simulation. decide() is called before every tick, from any thread and in
// parallel with other pilots. It may modify only its own members.
class Pilot {
 public:
  virtual ~Pilot() = default;
  virtual std::vector<Command> decide(const PilotContext& now) = 0;
  // What it is made with and what it remembers, for snapshots of a run (pilot_archive.h).
  virtual void serialize(Archive& archive) { archive.fail("one of its pilots cannot be saved"); }
};

}  // namespace rubble::pilots
