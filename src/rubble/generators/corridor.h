// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rubble/base/result.h"
#include "rubble/world/world.h"

namespace rubble::generators {

enum class Course { Straight, Complex };
enum class CorridorFloor { Wood, Paper, Rock };
enum class CorridorRobot { PER, P2AT };
std::optional<Course> course_of(std::string_view word);
std::optional<CorridorFloor> corridor_floor_of(std::string_view word);
std::optional<CorridorRobot> corridor_robot_of(std::string_view word);

// The corridor of the operator study: 1.6 x 5.0 m with a cone at its end.
struct CorridorSettings {
  Course course = Course::Straight;
  CorridorFloor floor = CorridorFloor::Wood;
  CorridorRobot robot = CorridorRobot::P2AT;  // decides how far obstacles reach across
  std::uint64_t seed = 1;                     // of papers and stones
};

World corridor_world(const CorridorSettings& settings);
Result<std::string> corridor_sdf(const CorridorSettings& settings);

}  // namespace rubble::generators
