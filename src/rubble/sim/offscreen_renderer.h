// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "rubble/base/result.h"
#include "rubble/messages/reading.h"
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::sim {

// Looks at a run from beside it: draws what a robot's camera sees in a copy of the state, with a
// scene of its own, so that whoever wants pictures never makes the simulation wait. One thread at a
// time; not the simulation's.
class OffscreenRenderer {
 public:
  OffscreenRenderer(const World& world, std::uint64_t seed);
  ~OffscreenRenderer();

  // The camera's picture at that size and its present zoom; noise as the camera has it.
  Result<Image> look(const State& moment, const std::string& robot, const std::string& camera,
                     int width, int height);

 private:
  class View;
  std::unique_ptr<View> view_;
};

}  // namespace rubble::sim
