// SPDX-License-Identifier: Apache-2.0
#include "rubble/page/pose_teller.h"

#include <algorithm>
#include <cmath>

#include "rubble/page/byte_text.h"

namespace rubble::page {
namespace {

constexpr std::size_t kBytesAPart = 24;

std::int16_t sixteen_bits(double component) {
  return static_cast<std::int16_t>(std::lround(std::clamp(component, -1.0, 1.0) * 32767.0));
}

}  // namespace

bool PoseTeller::is_news(const Told& told, const Pose& pose) const {
  if (!told.is_told) return true;
  if ((pose.position - told.pose.position).squaredNorm() > kStill * kStill) return true;
  // |q - p| is half the angle between them, for small ones; q and -q are the same turn.
  const auto &q = pose.rotation.coeffs(), &p = told.pose.rotation.coeffs();
  const double square = std::min((q - p).squaredNorm(), (q + p).squaredNorm());
  return square > kStillTurn * kStillTurn / 4.0;
}

Frame PoseTeller::tell(const std::vector<MovingPart>& parts, const State& state) {
  const bool is_all = told_.empty();
  std::uint32_t count = 0;
  ByteText moved;
  for (const MovingPart& part : parts) {
    if (part.id >= told_.size()) told_.resize(part.id + 1);
    Told& told = told_[part.id];
    const Pose pose = state.world_from_link(part.instance, part.link);
    if (!is_news(told, pose) || !is_finite(pose)) continue;
    told = {true, pose};
    moved.u32(part.id);
    moved.position(pose.position);
    for (const double x : pose.rotation.coeffs()) moved.i16(sixteen_bits(x));
    ++count;
  }
  ByteText frame(FrameKind::Poses, is_all ? 1 : 0);
  frame.reserve(16 + count * kBytesAPart);
  frame.u16(0);
  frame.u32(count);
  frame.f64(seconds_at(state.tick));
  frame.raw(moved.take());
  return binary_frame(frame.take());
}

}  // namespace rubble::page
