// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "rubble/base/result.h"
#include "rubble/world/world.h"

namespace rubble::generators {

// Open ground with a few obstacles 5 to 9 m ahead of the start. Smoke bombs to the left burn one
// after the other; a slow wind carries their clouds to the right, across the view.
World smoke_field_world(std::uint64_t seed);
Result<std::string> smoke_field_sdf(std::uint64_t seed);

}  // namespace rubble::generators
