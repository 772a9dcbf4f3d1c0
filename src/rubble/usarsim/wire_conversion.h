// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "rubble/geometry/pose.h"
#include "rubble/usarsim/line.h"

namespace rubble::usarsim {

// What comes from outside, brought within limits.

constexpr std::size_t kMaxNameLength = 64;

// Printable ASCII without braces, at most that long; other characters become '_'.
std::string sanitize(std::string_view text, std::size_t longest = kMaxNameLength);
// A class without the package it stands in, fit to be looked up: "USARBot.P2AT" is "P2AT".
std::string sanitize_class(std::string_view text);

// {Params P}, or a value without a name as some clients send it.
std::string_view params_of(const Line& line);

// Within +-limit.
double clamp_magnitude(double value, double limit);

// A place or direction of the wire in our frame, within +-1e5 m; what is missing is 0.
Vec3 position_from_wire(std::span<const double> numbers);
RollPitchYaw rotation_from_wire(std::span<const double> numbers);
Vec3 position_from_wire(std::string_view text);
RollPitchYaw rotation_from_wire(std::string_view text);

}  // namespace rubble::usarsim
