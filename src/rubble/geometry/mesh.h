// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rubble/geometry/pose.h"

namespace rubble {

// How one part of a mesh looks, as its file says.
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

// A surface in its own frame, in metres, z up.
struct Mesh {
  std::string source;  // file it came from, for messages
  std::vector<MeshPart> parts;
  std::vector<std::string> missing_textures;  // named by the file, but nowhere to be found
  std::vector<std::string> files;             // all that were read for it, textures too

  std::size_t triangle_count() const;
  Bounds bounds() const;
};

// How the triangles of a mesh meet; corners at the same place count as one.
struct EdgeUse {
  bool is_closed = false;    // every edge belongs to an even number of triangles
  bool is_oriented = false;  // closed, and every edge is walked as often one way as the other
};
EdgeUse edge_use(const Mesh& mesh);

}  // namespace rubble
