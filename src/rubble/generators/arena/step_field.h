// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "rubble/base/random.h"
#include "rubble/world/model.h"

namespace rubble::generators {

constexpr int kStepFieldPosts = 10;      // along each side
constexpr double kStepPostWidth = 0.10;  // m

enum class StepFieldKind {
  HalfCubic,  // orange: units of 0.05 m, neighbours differ by one at most
  FullCubic,  // red: units of 0.10 m, neighbours differ by two at most
};

// Heights of the posts in units, 1..4.
using StepHeights = std::array<std::array<int, kStepFieldPosts>, kStepFieldPosts>;

StepHeights draw_step_heights(StepFieldKind kind, Random random);

// Posts in a frame one unit high that fills the cell; equal neighbours are one box.
Link step_field_link(const std::string& name, const Pose& middle, StepFieldKind kind,
                     const StepHeights& heights, double cell_width);

}  // namespace rubble::generators
