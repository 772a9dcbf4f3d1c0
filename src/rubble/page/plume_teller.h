// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "rubble/page/frame.h"
#include "rubble/smoke/particles.h"
#include "rubble/world/world.h"

namespace rubble::page {

// Tells a page of the particles of plumes: first all that are alive, then those that are born.
class PlumeTeller {
 public:
  PlumeTeller(const World& world, std::uint64_t seed) : plumes_(smoke::plumes_of(world, seed)) {}

  // The next frames have all particles.
  void forget() { has_told_ = false; }
  bool has_plumes() const { return !plumes_.empty(); }
  std::vector<Frame> tell(double time);

 private:
  std::vector<smoke::ParticleSource> plumes_;
  bool has_told_ = false;
  double last_ = 0.0;
};

}  // namespace rubble::page
