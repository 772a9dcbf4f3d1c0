// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/world/world.h"

namespace rubble::generators {

// A world as SDF 1.9 with our rubble: elements; reading it back gives the same world. Coordinates
// are rounded to a micrometre, so that the text is short and the same on every machine. A mesh is
// written as the uri in its source, a picture as the uri in its look; robots and sensors are not
// written.
std::string sdf_text(const World& world);

// A number as the files carry it: rounded to 1e-6.
std::string short_number(double value);

}  // namespace rubble::generators
