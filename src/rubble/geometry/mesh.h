// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rubble/geometry/pose.h"

namespace rubble {

// Material of one part of a mesh, as its file gives it.
struct MeshMaterial {
  std::array<float, 4> color{0.8F, 0.8F, 0.8F, 1.0F};  // red, green, blue, opacity; 0..1, sRGB
  std::string texture;  // path of the base colour image, empty if none
};

// Triangles that share a material. texture_coordinates and normals are empty or one per vertex.
struct MeshPart {
  std::string name;
  std::vector<Eigen::Vector3f> vertices;
  std::vector<Eigen::Vector3f> normals;
  std::vector<Eigen::Vector2f> texture_coordinates;     // v grows upwards
  std::vector<std::array<std::uint32_t, 3>> triangles;  // counter-clockwise seen from outside
  MeshMaterial material;
};

// Triangle mesh in its own frame, in metres, z up.
struct Mesh {
  std::string source;  // file it came from, for messages
  std::vector<MeshPart> parts;
  std::vector<std::string> missing_textures;  // referenced by the file but not found
  std::vector<std::string> files;             // all that were read for it, textures too

  std::size_t triangle_count() const;
  Bounds bounds() const;
};

// Whether a mesh is watertight and consistently oriented. Corners at equal positions are merged.
struct EdgeUse {
  bool is_closed = false;    // every edge belongs to an even number of triangles
  bool is_oriented = false;  // closed, and each edge is used equally often in both directions
};
EdgeUse edge_use(const Mesh& mesh);

}  // namespace rubble
