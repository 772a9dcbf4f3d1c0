// SPDX-License-Identifier: Apache-2.0
#include "rubble/world/heightfield_mesh.h"

#include <cstddef>
#include <cstdint>

#include "rubble/base/assert.h"

namespace rubble {
namespace {

void add_vertices(const Heightfield& field, MeshPart& mesh) {
  const double step_x = field.width / (field.columns - 1);
  const double step_y = field.depth / (field.rows - 1);
  std::size_t i = 0;
  for (int row = 0; row < field.rows; ++row)
    for (int column = 0; column < field.columns; ++column) {
      mesh.vertices.emplace_back(static_cast<float>(column * step_x - field.width / 2),
                                 static_cast<float>(row * step_y - field.depth / 2),
                                 field.heights[i++]);
      mesh.texture_coordinates.emplace_back(
          static_cast<float>(column) / static_cast<float>(field.columns - 1),
          static_cast<float>(row) / static_cast<float>(field.rows - 1));
    }
}

}  // namespace

MeshPart heightfield_mesh(const Heightfield& field) {
  RUBBLE_ASSERT(field.heights.size() ==
                static_cast<std::size_t>(field.columns) * static_cast<std::size_t>(field.rows));
  MeshPart mesh;
  add_vertices(field, mesh);
  const auto columns = static_cast<std::uint32_t>(field.columns);
  for (std::uint32_t row = 0; row + 1 < static_cast<std::uint32_t>(field.rows); ++row)
    for (std::uint32_t column = 0; column + 1 < columns; ++column) {
      const std::uint32_t corner = row * columns + column;
      mesh.triangles.push_back({corner, corner + 1, corner + columns + 1});
      mesh.triangles.push_back({corner, corner + columns + 1, corner + columns});
    }
  return mesh;
}

}  // namespace rubble
