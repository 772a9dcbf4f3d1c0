// SPDX-License-Identifier: Apache-2.0
#include "rubble/geometry/mesh.h"

namespace rubble {

std::size_t Mesh::triangle_count() const {
  std::size_t count = 0;
  for (const MeshPart& part : parts) count += part.triangles.size();
  return count;
}

Bounds Mesh::bounds() const {
  Bounds bounds;
  for (const MeshPart& part : parts)
    for (const Eigen::Vector3f& vertex : part.vertices) bounds.add(vertex.cast<double>());
  return bounds;
}

}  // namespace rubble
