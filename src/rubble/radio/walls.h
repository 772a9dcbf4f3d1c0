// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/radio/propagation.h"
#include "rubble/rays/scene.h"

namespace rubble::radio {

// Finds the walls between two points by ray casting in the lasers' scene, with doors at their
// current angles. Robots and victims are no walls. A solid that the path enters and leaves is one
// wall; solids that overlap or lie within 1 cm of each other along the path are layers of one wall.
// The result is the same for both directions, to the last bit, except for the order of walls.
class WallFinder {
 public:
  // static_scene: of the world of this state, shared with other scenes of it; null: none is shared.
  explicit WallFinder(const State& state,
                      std::shared_ptr<const rays::StaticScene> static_scene = nullptr);
  ~WallFinder();

  // Updates the scene to a state. True if an object that may be a wall moved, appeared or
  // disappeared.
  bool update(const State& state);
  // Points in the world frame, m.
  Path between(const Vec3& from, const Vec3& to) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace rubble::radio
