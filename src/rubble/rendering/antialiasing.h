// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/rendering/shader.h"

namespace rubble::rendering {

// Triangle that a ray hit (48 bits) and the lamps that light the hit point (16 bits). There is no
// edge between neighbours with equal keys. A hit behind a transparent surface or a hole of a
// texture gets a unique key, since edges may be behind it.
using FaceKey = std::uint64_t;
FaceKey face_key(const rays::Hit& hit, const Shade& shade, const Pixel& pixel);
inline std::uint64_t face_of(FaceKey key) { return key >> 16U; }

// True if two linear colours differ visibly after exposure and sRGB encoding.
bool is_contrast_visible(const Vec3f& a, const Vec3f& b, float exposure);

// Offsets from the pixel centre, in pixels: an n x n lattice that is rotated so that no two points
// share a row or column (rotated grid supersampling).
std::vector<Vec2f> rotated_grid(int n);

}  // namespace rubble::rendering
