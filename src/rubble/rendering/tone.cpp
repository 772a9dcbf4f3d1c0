// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/tone.h"

#include <algorithm>
#include <cmath>

namespace rubble::rendering {

double linear_from_srgb(double srgb) {
  return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
}

double srgb_from_linear(double linear) {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
}

ToneTables::ToneTables() : linear_{}, srgb_{} {
  for (std::size_t i = 0; i < linear_.size(); ++i)
    linear_[i] = static_cast<float>(linear_from_srgb(static_cast<double>(i) / 255.0));
  for (std::size_t i = 0; i < srgb_.size(); ++i) {
    const double linear =
        std::min(1.0, (static_cast<double>(i) + 0.5) / static_cast<double>(kSteps));
    srgb_[i] = static_cast<std::uint8_t>(std::lround(srgb_from_linear(linear) * 255.0));
  }
}

const ToneTables& tone_tables() {
  static const ToneTables tables;
  return tables;
}

}  // namespace rubble::rendering
