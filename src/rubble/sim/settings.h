// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "rubble/physics/physics.h"
#include "rubble/sdf/load.h"

namespace rubble::sim {

struct Settings {
  std::uint64_t seed = 1;
  int threads = 1;
  physics::Settings physics;        // gravity is that of the world
  LoadSettings load;                // for models of robots that are added later
  bool allows_model_paths = false;  // robot classes may be files: never for clients from outside
};

}  // namespace rubble::sim
