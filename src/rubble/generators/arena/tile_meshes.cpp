// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/arena/tile_meshes.h"

#include <cmath>

#include "rubble/base/text.h"
#include "rubble/generators/arena/floor_tiles.h"
#include "rubble/sdf/sdf_writer.h"

namespace rubble::generators {
namespace {

// A block from x_low to 0.60 and as wide as a tile, under a top that stands above the origin.
// Points 0-3 are the bottom and 4-7 the rim, counter-clockwise from (x_low, -y); 8 is the top.
Mesh tile_block(double x_low) {
  const double s = kSlopeLength;
  MeshPart part{.name = "tile"};
  for (const double z : {-kTileDepth, 0.0})
    for (const Vec2& corner : {Vec2(x_low, -s), Vec2(s, -s), Vec2(s, s), Vec2(x_low, s)})
      part.vertices.push_back(Vec3(corner.x(), corner.y(), z).cast<float>());
  part.vertices.push_back(Vec3(0.0, 0.0, s * std::tan(kRampAngle)).cast<float>());
  part.triangles = {{0, 2, 1}, {0, 3, 2}};
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t next = (i + 1) % 4;
    part.triangles.push_back({i, next, 4 + next});
    part.triangles.push_back({i, 4 + next, 4 + i});
    part.triangles.push_back({4 + i, 4 + next, 8});
  }
  Mesh mesh;
  mesh.parts.push_back(std::move(part));
  return mesh;
}

std::shared_ptr<const Mesh> named(Mesh mesh, const std::string& file) {
  mesh.source = "model://maze_tiles/meshes/" + file;
  return std::make_shared<const Mesh>(std::move(mesh));
}

}  // namespace

std::shared_ptr<const Mesh> hip_mesh() { return named(tile_block(0.0), "hip.obj"); }

std::shared_ptr<const Mesh> pyramid_mesh() {
  return named(tile_block(-kSlopeLength), "pyramid.obj");
}

std::string obj_text(const Mesh& mesh) {
  std::string text = "# " + mesh.source + ", metres, z up\n";
  std::uint32_t first = 1;
  for (const MeshPart& part : mesh.parts) {
    text += "o " + part.name + "\n";
    for (const Eigen::Vector3f& v : part.vertices) {
      text += "v";
      for (const float x : v) text += " " + short_number(static_cast<double>(x));
      text += "\n";
    }
    for (const auto& triangle : part.triangles) {
      text += "f";
      for (const std::uint32_t corner : triangle) text += " " + std::to_string(first + corner);
      text += "\n";
    }
    first += static_cast<std::uint32_t>(part.vertices.size());
  }
  return text;
}

}  // namespace rubble::generators
