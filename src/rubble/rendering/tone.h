// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace rubble::rendering {

// sRGB (IEC 61966-2-1) to linear light and back, both 0..1. Exact, slow.
double linear_from_srgb(double srgb);
double srgb_from_linear(double linear);

// The same by table, for pixels. An 8-bit value that is decoded and encoded again is itself.
class ToneTables {
 public:
  ToneTables();

  float decode(std::uint8_t srgb) const { return linear_[srgb]; }
  const float* linear() const { return linear_.data(); }
  std::uint8_t encode(float linear) const {
    const float clamped = std::min(std::max(linear, 0.0F), 1.0F);
    return srgb_[static_cast<std::size_t>(static_cast<int>(clamped * kSteps))];
  }

 private:
  // The curve is steepest at black: 12.92 * 255 codes a unit. Five steps a code keep every
  // rounding right to a fifth of a code. An entry stands for the middle of its step.
  static constexpr float kSteps = 16384.0F;
  std::array<float, 256> linear_;
  std::array<std::uint8_t, 16385> srgb_;
};

const ToneTables& tone_tables();

}  // namespace rubble::rendering
