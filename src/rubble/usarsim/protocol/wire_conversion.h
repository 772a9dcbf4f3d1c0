// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "rubble/geometry/pose.h"
#include "rubble/usarsim/protocol/line.h"

namespace rubble::usarsim {

// Converts untrusted text and numbers of clients to safe values in Rubble's frames.

constexpr std::size_t kMaxNameLength = 64;

// Printable ASCII without braces, at most `longest` characters; other characters become '_'.
std::string sanitize(std::string_view text, std::size_t longest = kMaxNameLength);
// Class name without its package, safe for a file lookup: "USARBot.P2AT" is "P2AT".
std::string sanitize_class(std::string_view text);

// Value of {Params P}, or of a block without a name, as some clients send it.
std::string_view params_of(const Line& line);

// Clamps to [-limit, limit].
double clamp_magnitude(double value, double limit);

// From protocol axes to Rubble's. Positions are clamped to +-1e5 m, angles wrapped to [-pi, pi];
// missing numbers are 0.
Vec3 position_from_wire(std::span<const double> numbers);
RollPitchYaw rotation_from_wire(std::span<const double> numbers);
Vec3 position_from_wire(std::string_view text);
RollPitchYaw rotation_from_wire(std::string_view text);

}  // namespace rubble::usarsim
