// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/world/world.h"

namespace rubble {

// Writes a world as SDF 1.9 with rubble: elements. Reading it back gives the same world.
// Coordinates are rounded to 1e-6 m, so that the text is the same on every machine. Meshes and
// images are written as their URIs. Robots and sensors are not written.
std::string sdf_text(const World& world);

// A number as it is written to files: rounded to 1e-6.
std::string short_number(double value);

}  // namespace rubble
