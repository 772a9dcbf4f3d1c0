// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "rubble/smoke/particles.h"
#include "rubble/viewer_protocol/frame.h"
#include "rubble/world/world.h"

namespace rubble::viewer_protocol {

// Encodes plume particles for a page: first all live ones, then the newly emitted ones.
class PlumeFrameEncoder {
 public:
  PlumeFrameEncoder(const World& world, std::uint64_t seed)
      : plumes_(smoke::plumes_of(world, seed)) {}

  // The next encode() contains all particles.
  void reset() { has_sent_ = false; }
  bool has_plumes() const { return !plumes_.empty(); }
  std::vector<Frame> encode(double time);

 private:
  std::vector<smoke::ParticleSource> plumes_;
  bool has_sent_ = false;
  double last_ = 0.0;
};

}  // namespace rubble::viewer_protocol
