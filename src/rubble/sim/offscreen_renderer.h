// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "rubble/base/result.h"
#include "rubble/messages/reading.h"
#include "rubble/rays/static_scene.h"
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::sim {

// Renders images of robot cameras from copies of the state, with a scene of its own but for what is
// static, so that image requests never block the simulation. Used by one thread at a time, not the
// simulation's.
class OffscreenRenderer {
 public:
  // static_scene: of this world, shared with other scenes of it; null: none is shared.
  OffscreenRenderer(const World& world, std::uint64_t seed,
                    std::shared_ptr<const rays::StaticScene> static_scene = nullptr);
  ~OffscreenRenderer();

  // The image of a camera at the given size in pixels, with its current zoom and its noise.
  Result<Image> look(const State& moment, const std::string& robot, const std::string& camera,
                     int width, int height);

 private:
  class View;
  std::unique_ptr<View> view_;
};

}  // namespace rubble::sim
