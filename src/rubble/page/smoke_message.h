// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "rubble/page/frame.h"
#include "rubble/page/model_frames.h"
#include "rubble/smoke/particles.h"
#include "rubble/world/world.h"

namespace rubble::page {

// More of a plume's particles are not told: every n-th stands for n.
constexpr double kMostParticlesTold = 1500.0;
std::uint64_t particles_a_told_one(const smoke::ParticleSource& plume);

// All smoke of a world and what was made in the run. Meshes go into the model frames, which must be
// sent first.
Frame smoke_message(const World& world, std::span<const smoke::ParticleSource> plumes,
                    std::span<const SmokeArea> made, ModelFrames& models);

}  // namespace rubble::page
