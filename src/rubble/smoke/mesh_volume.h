// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rubble/geometry/mesh.h"
#include "rubble/smoke/convex.h"

namespace rubble::smoke {

// The inside of a closed mesh, in the mesh's own frame. A line through an edge or a corner counts
// each crossing once. Faces may all look inwards or outwards; if their senses are mixed, a place is
// inside when an odd number of faces lies before it.
class MeshVolume {
 public:
  MeshVolume(const Mesh& mesh, const Vec3& scale);

  // The stretches of the line that lie inside, ascending.
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
    int sense = 0;  // +1 or -1: the side the face shows
  };
  class Beam;

  void build(std::size_t first, std::size_t last);
  // Those of the whole straight line, ascending; false if they do not add up to a closed surface.
  bool find_crossings(const Line& line, std::vector<Crossing>& crossings) const;

  std::vector<Triangle> triangles_;
  std::vector<Node> nodes_;
  bool is_oriented_ = true;
};

}  // namespace rubble::smoke
