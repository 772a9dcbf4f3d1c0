// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <embree3/rtcore.h>

#include <array>
#include <vector>

#include "rubble/rays/exact_surface.h"
#include "rubble/rays/surface_info.h"

namespace rubble::rays {

// Bits of ray and geometry masks.
constexpr unsigned kSeen = 1, kCastsShadow = 2, kNotVictim = 4;

// Embree's pieces. The caller releases what it gets.
RTCDevice new_device();
RTCScene new_scene(RTCDevice device);
// The triangles of a surface, grown by their rims, in the frame they are given in.
RTCGeometry make_geometry(RTCDevice device, const SurfaceInfo& surface, const Triangles& triangles,
                          const std::vector<double>& rims);
// A pose as columns: Embree's transform of an instance.
std::array<float, 12> columns_of(const Pose& pose);

}  // namespace rubble::rays
