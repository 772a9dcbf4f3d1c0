// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/pose_frame_encoder.h"

#include <algorithm>
#include <cmath>

#include "rubble/viewer_protocol/byte_writer.h"

namespace rubble::viewer_protocol {
namespace {

constexpr std::size_t kBytesPerPart = 24;

std::int16_t sixteen_bits(double component) {
  return static_cast<std::int16_t>(std::lround(std::clamp(component, -1.0, 1.0) * 32767.0));
}

}  // namespace

bool PoseFrameEncoder::is_significant(const SentPose& sent, const Pose& pose) const {
  if (!sent.is_sent) return true;
  if ((pose.position - sent.pose.position).squaredNorm() > kMinTranslation * kMinTranslation)
    return true;
  // For small angles |q - p| is half the angle between the rotations; q and -q are the same
  // rotation.
  const auto &q = pose.rotation.coeffs(), &p = sent.pose.rotation.coeffs();
  const double square = std::min((q - p).squaredNorm(), (q + p).squaredNorm());
  return square > kMinRotation * kMinRotation / 4.0;
}

Frame PoseFrameEncoder::encode(const std::vector<MovingPart>& parts, const State& state) {
  const bool is_all = sent_.empty();
  std::uint32_t count = 0;
  ByteWriter moved;
  for (const MovingPart& part : parts) {
    if (part.id >= sent_.size()) sent_.resize(part.id + 1);
    SentPose& sent = sent_[part.id];
    const Pose pose = state.world_from_link(part.instance, part.link);
    if (!is_significant(sent, pose) || !is_finite(pose)) continue;
    sent = {true, pose};
    moved.u32(part.id);
    moved.position(pose.position);
    for (const double x : pose.rotation.coeffs()) moved.i16(sixteen_bits(x));
    ++count;
  }
  ByteWriter frame(FrameKind::Poses, is_all ? 1 : 0);
  frame.reserve(16 + count * kBytesPerPart);
  frame.u16(0);
  frame.u32(count);
  frame.f64(seconds_at(state.tick));
  frame.raw(moved.take());
  return binary_frame(frame.take());
}

}  // namespace rubble::viewer_protocol
