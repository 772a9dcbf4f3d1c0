// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "rubble/smoke/particles.h"
#include "rubble/viewer_protocol/frame.h"
#include "rubble/viewer_protocol/model_frames.h"
#include "rubble/world/world.h"

namespace rubble::viewer_protocol {

// A plume with more live particles is subsampled: every n-th particle stands for n.
constexpr double kMaxParticlesSent = 1500.0;
std::uint64_t particle_stride(const smoke::ParticleSource& plume);

// All smoke of a world and `made`, the areas added in the run. Meshes go into the model frames,
// which must be sent first.
Frame smoke_message(const World& world, std::span<const smoke::ParticleSource> plumes,
                    std::span<const SmokeArea> made, ModelFrames& models);

}  // namespace rubble::viewer_protocol
