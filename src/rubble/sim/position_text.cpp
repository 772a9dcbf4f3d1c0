// SPDX-License-Identifier: Apache-2.0
#include "rubble/sim/position_text.h"

#include <fmt/core.h>

#include <cmath>

namespace rubble::sim {
namespace {

// Two digits, and no minus before what is then zero.
std::string number_text_of(double value) {
  return fmt::format("{:.2f}", std::abs(value) < 0.005 ? 0.0 : value);
}

}  // namespace

std::string position_text(const Vec3& place) {
  return fmt::format("x {}, y {}, z {} (y left, z up; on the wire {},{},{})",
                     number_text_of(place.x()), number_text_of(place.y()),
                     number_text_of(place.z()), number_text_of(place.x()),
                     number_text_of(-place.y()), number_text_of(-place.z()));
}

}  // namespace rubble::sim
