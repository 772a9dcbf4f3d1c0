// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rubble/geometry/mesh.h"
#include "rubble/smoke/convex.h"

namespace rubble::smoke {

// The interior of a closed mesh, in the frame of the mesh. A line through an edge or a vertex
// counts each crossing once (symbolic perturbation). Faces may all be oriented inwards or all
// outwards; with mixed orientation the even-odd rule applies.
class MeshVolume {
 public:
  MeshVolume(const Mesh& mesh, const Vec3& scale);

  // The intervals of the line inside the volume, ascending.
  void cross(const Line& line, std::vector<Span>& spans) const;
  bool contains(const Vec3& point) const;
  const Bounds& bounds() const { return nodes_.front().bounds; }

 private:
  using Triangle = std::array<Vec3, 3>;
  struct Node {
    Bounds bounds;
    std::uint32_t first = 0;  // triangle of a leaf, right child of an inner node
    std::uint32_t count = 0;  // 0 = inner node, its left child follows
  };
  struct Crossing {
    double s = 0.0;
    int sense = 0;  // +1 or -1: orientation of the face along the line
  };
  class Beam;

  void build(std::size_t first, std::size_t last);
  // Crossings of the infinite line, ascending; false if they are inconsistent with a closed
  // surface.
  bool find_crossings(const Line& line, std::vector<Crossing>& crossings) const;

  std::vector<Triangle> triangles_;
  std::vector<Node> nodes_;
  bool is_oriented_ = true;
};

}  // namespace rubble::smoke
