// SPDX-License-Identifier: Apache-2.0
#include "rubble/page/plume_teller.h"

#include <algorithm>

#include "rubble/page/byte_text.h"
#include "rubble/page/smoke_message.h"

namespace rubble::page {
namespace {

struct ParticlesFrame {
  std::size_t plume;
  double time;
  bool replaces_all;
};

Frame particles_frame(const ParticlesFrame& about, const std::vector<smoke::Birth>& births) {
  ByteText frame(FrameKind::Particles, about.replaces_all ? 1 : 0);
  frame.reserve(16 + births.size() * 28);
  frame.u16(static_cast<std::uint16_t>(about.plume));
  frame.u32(static_cast<std::uint32_t>(births.size()));
  frame.f64(about.time);
  for (const smoke::Birth& birth : births) {
    frame.f32(about.time - birth.time);
    frame.position(birth.place);
    frame.position(birth.velocity);
  }
  return binary_frame(frame.take());
}

}  // namespace

std::vector<Frame> PlumeTeller::tell(double time) {
  std::vector<Frame> frames;
  const bool replaces_all = !has_told_ || time < last_;
  for (std::size_t i = 0; i < plumes_.size(); ++i) {
    const double oldest = time - plumes_[i].plume().lifetime;
    const auto births = plumes_[i].births(replaces_all ? oldest : std::max(oldest, last_), time,
                                          particles_a_told_one(plumes_[i]));
    if (replaces_all || !births.empty())
      frames.push_back(particles_frame({i, time, replaces_all}, births));
  }
  has_told_ = true;
  last_ = time;
  return frames;
}

}  // namespace rubble::page
