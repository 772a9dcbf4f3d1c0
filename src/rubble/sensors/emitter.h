// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/world/world.h"

namespace rubble::sensors {

constexpr double kSourceRadius = 0.3;  // m, at which the level of a CO2 source is given

// A victim or <rubble:source> that emits carbon dioxide, heat or sound. Its level is ppm at
// kSourceRadius for co2, degrees Celsius of its surface for heat, and dB at 1 m for sound.
struct Emitter {
  Vec3 place = Vec3::Zero();  // m, world frame
  double level = 0.0;         // ppm, degrees Celsius or dB
  int victim = -1;            // index in World::victims; -1: a source
  std::string kind;
};

// Appends the world's sources of one kind.
void add_sources(const World& world, SourceKind kind, std::vector<Emitter>& emitters);

}  // namespace rubble::sensors
