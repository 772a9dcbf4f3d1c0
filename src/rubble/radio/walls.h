// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/radio/propagation.h"
#include "rubble/rays/scene.h"

namespace rubble::radio {

// Finds what is between two points: the same scene as the lasers', doors as they stand. Robots and
// victims are no walls. What is entered and left is one wall; what is within 1 cm of another wall
// on the way, or overlaps it, is one wall with it. The same from either end, to the last bit, but
// told in the order of the way.
class WallFinder {
 public:
  explicit WallFinder(const State& state);
  ~WallFinder();

  // Brings robots that came, doors that moved and things that were made to the state's moment. True
  // if anything moved that may be a wall.
  bool follow(const State& state);
  Path between(const Vec3& from, const Vec3& to) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace rubble::radio
