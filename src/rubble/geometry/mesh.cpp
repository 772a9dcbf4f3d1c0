// SPDX-License-Identifier: Apache-2.0
#include "rubble/geometry/mesh.h"

#include <algorithm>
#include <map>
#include <utility>

namespace rubble {
namespace {

using Place = std::array<float, 3>;

// Numbers of the corners' places, three a triangle.
std::vector<std::uint32_t> corner_places(const Mesh& mesh) {
  std::map<Place, std::uint32_t> places;
  std::vector<std::uint32_t> corners;
  for (const MeshPart& part : mesh.parts)
    for (const auto& triangle : part.triangles)
      for (const std::uint32_t corner : triangle) {
        const Eigen::Vector3f& at = part.vertices[corner];
        // Adding 0 makes one zero of the two.
        const Place place{at.x() + 0.0F, at.y() + 0.0F, at.z() + 0.0F};
        const auto number = static_cast<std::uint32_t>(places.size());
        corners.push_back(places.try_emplace(place, number).first->second);
      }
  return corners;
}

}  // namespace

EdgeUse edge_use(const Mesh& mesh) {
  const std::vector<std::uint32_t> corners = corner_places(mesh);
  struct Use {
    int count = 0;
    int balance = 0;  // uses one way minus uses the other way
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, Use> edges;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const std::uint32_t from = corners[i], to = corners[i % 3 == 2 ? i - 2 : i + 1];
    if (from == to) continue;
    Use& use = edges[std::minmax({from, to})];
    ++use.count;
    use.balance += from < to ? 1 : -1;
  }
  const auto all = [&](auto holds) {
    return !edges.empty() && std::all_of(edges.begin(), edges.end(),
                                         [&](const auto& edge) { return holds(edge.second); });
  };
  return {.is_closed = all([](const Use& use) { return use.count % 2 == 0; }),
          .is_oriented = all([](const Use& use) { return use.balance == 0; })};
}

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
