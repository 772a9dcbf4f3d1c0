// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/wire_conversion.h"

#include <algorithm>
#include <cmath>

#include "rubble/usarsim/protocol/frames.h"

namespace rubble::usarsim {
namespace {

constexpr double kMaxCoordinate = 1e5;  // m

Vec3 vector_of(std::span<const double> numbers) {
  Vec3 three = Vec3::Zero();
  for (std::size_t i = 0; i < std::min<std::size_t>(numbers.size(), 3); ++i)
    three[static_cast<Eigen::Index>(i)] = numbers[i];
  return three;
}

}  // namespace

std::string sanitize(std::string_view text, std::size_t longest) {
  std::string clean(text.substr(0, longest));
  for (char& letter : clean)
    if (letter < ' ' || letter > '~' || letter == '{' || letter == '}') letter = '_';
  return clean;
}

std::string sanitize_class(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  if (dot != std::string_view::npos) text.remove_prefix(dot + 1);
  std::string clean = sanitize(text);
  std::replace(clean.begin(), clean.end(), '/', '_');
  return clean;
}

std::string_view params_of(const Line& line) {
  const std::string_view params = line.find("Params").value_or("");
  return params.empty() ? line.find("").value_or("") : params;
}

double clamp_magnitude(double value, double limit) { return std::clamp(value, -limit, limit); }

Vec3 position_from_wire(std::span<const double> numbers) {
  return flipped(vector_of(numbers)).cwiseMax(-kMaxCoordinate).cwiseMin(kMaxCoordinate);
}

RollPitchYaw rotation_from_wire(std::span<const double> numbers) {
  const Vec3 angles = vector_of(numbers);
  const auto turn = [](double angle) { return std::remainder(angle, 2.0 * kPi); };
  return flipped(RollPitchYaw{turn(angles.x()), turn(angles.y()), turn(angles.z())});
}

Vec3 position_from_wire(std::string_view text) { return position_from_wire(number_list(text)); }

RollPitchYaw rotation_from_wire(std::string_view text) {
  return rotation_from_wire(number_list(text));
}

}  // namespace rubble::usarsim
