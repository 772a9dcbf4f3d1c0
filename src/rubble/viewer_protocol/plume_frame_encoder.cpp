// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/plume_frame_encoder.h"

#include <algorithm>

#include "rubble/viewer_protocol/byte_writer.h"
#include "rubble/viewer_protocol/smoke_message.h"

namespace rubble::viewer_protocol {
namespace {

struct ParticlesFrame {
  std::size_t plume;
  double time;
  bool replaces_all;
};

Frame particles_frame(const ParticlesFrame& about,
                      const std::vector<smoke::ParticleEmission>& emissions) {
  ByteWriter frame(FrameKind::Particles, about.replaces_all ? 1 : 0);
  frame.reserve(16 + emissions.size() * 28);
  frame.u16(static_cast<std::uint16_t>(about.plume));
  frame.u32(static_cast<std::uint32_t>(emissions.size()));
  frame.f64(about.time);
  for (const smoke::ParticleEmission& emission : emissions) {
    frame.f32(about.time - emission.time);
    frame.position(emission.place);
    frame.position(emission.velocity);
  }
  return binary_frame(frame.take());
}

}  // namespace

std::vector<Frame> PlumeFrameEncoder::encode(double time) {
  std::vector<Frame> frames;
  const bool replaces_all = !has_sent_ || time < last_;
  for (std::size_t i = 0; i < plumes_.size(); ++i) {
    const double oldest = time - plumes_[i].plume().lifetime;
    const auto emissions = plumes_[i].emissions(replaces_all ? oldest : std::max(oldest, last_),
                                                time, particle_stride(plumes_[i]));
    if (replaces_all || !emissions.empty())
      frames.push_back(particles_frame({i, time, replaces_all}, emissions));
  }
  has_sent_ = true;
  last_ = time;
  return frames;
}

}  // namespace rubble::viewer_protocol
