// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/rendering/shader.h"

namespace rubble::rendering {

// Which triangle a ray met (48 bits) and which lamps reach it there (16): no edge runs between
// neighbours with equal keys. What is seen through a pane or a hole of a texture has a key that
// differs from those of its neighbours, since edges may lie behind it.
using FaceKey = std::uint64_t;
FaceKey face_key(const rays::Hit& hit, const Shade& shade, const Pixel& pixel);
inline std::uint64_t face_of(FaceKey key) { return key >> 16U; }

// Whether two colours differ so much that it shows.
bool is_contrast_visible(const Vec3f& a, const Vec3f& b, float exposure);

// Places in a pixel, from its middle: n * n points of a lattice turned against the rows and columns
// so that no two share one (for n = 2 the rotated grid).
std::vector<Vec2f> rotated_grid(int n);

}  // namespace rubble::rendering
