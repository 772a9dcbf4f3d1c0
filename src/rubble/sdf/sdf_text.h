// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/world/shape.h"

namespace rubble {

// SDF fragments of one line.
std::string vector_text(const Vec3& vector);
std::string pose_text(const Pose& pose);
std::string color_text(const std::array<float, 4>& color);
std::string geometry_text(const Geometry& geometry);  // <geometry>...</geometry>
std::string appearance_text(const Appearance& look);  // <material>...</material>

}  // namespace rubble
