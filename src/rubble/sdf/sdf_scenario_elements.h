// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/sdf/xml_writer.h"
#include "rubble/world/world.h"

namespace rubble {

// Writes the rubble: elements: note of the generator, starts, smoke, plumes, victims, tags,
// sources, radio.
void write_scenario_elements(XmlWriter& xml, const World& world);

// "maze, seed 7, width=15 height=10, hash 0x..."
std::string generator_note_text(const GeneratorNote& note);

}  // namespace rubble
