// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "rubble/geometry/mesh.h"
#include "rubble/geometry/pose.h"

namespace rubble {

struct Box {
  Vec3 size = Vec3::Ones();  // m, whole edges
  bool operator==(const Box&) const = default;
};

struct Sphere {
  double radius = 0.5;
  bool operator==(const Sphere&) const = default;
};

// Along z, centred. A round edge makes it a tyre: the Minkowski sum of a disc of radius
// (radius - round_edge) and a ball of radius round_edge, which touches a floor in one point. 0: a
// sharp edge.
struct Cylinder {
  double radius = 0.5;
  double length = 1.0;
  double round_edge = 0.0;
  bool operator==(const Cylinder&) const = default;
};

struct Capsule {
  double radius = 0.5;
  double length = 1.0;  // without the caps
  bool operator==(const Capsule&) const = default;
};

struct Ellipsoid {
  Vec3 radii = Vec3::Ones();
  bool operator==(const Ellipsoid&) const = default;
};

// Infinite for physics; finite, with the given size, for rays and rendering.
struct Plane {
  Vec3 normal = Vec3::UnitZ();
  Vec2 size = Vec2::Ones();
  bool operator==(const Plane&) const = default;
};

struct MeshShape {
  std::shared_ptr<const Mesh> mesh;  // never null, has triangles
  Vec3 scale = Vec3::Ones();
  bool operator==(const MeshShape&) const = default;
};

// heights[row * columns + column]; row 0 at the lowest y, column 0 at the lowest x. Centred in x
// and y; heights in metres above the shape's own z = 0.
struct Heightfield {
  int columns = 0;
  int rows = 0;
  double width = 1.0;  // m along x
  double depth = 1.0;  // m along y
  std::vector<float> heights;
};

// Closed outlines in the x-y plane, extruded along z from 0 to height.
struct Extrusion {
  std::vector<std::vector<Vec2>> outlines;
  double height = 1.0;
  std::shared_ptr<const Mesh> mesh;  // its triangulation
  bool operator==(const Extrusion&) const = default;
};

using Geometry = std::variant<Box, Sphere, Cylinder, Capsule, Ellipsoid, Plane, MeshShape,
                              std::shared_ptr<const Heightfield>, Extrusion>;

// Bounds of a shape in its own frame (a plane: of its finite size).
Bounds bounds_of(const Geometry& geometry);

// Surface properties for laser, camera, radio and friction (rubble:surface in world files).
struct Surface {
  double reflectivity = 0.9;  // at the laser's wavelength, white paper = 0.9
  double gloss = 0.0;
  bool is_retro = false;
  double transparency = 0.0;
  std::string material;    // key of the friction and radio tables; empty: none
  double thickness = 0.0;  // m, for the radio; 0: the path length through the shape
  bool is_unlit = false;
};

// Contact properties from SDF's <surface>.
struct ContactSurface {
  double friction = 1.0;          // mu
  double rolling_friction = 0.0;  // m, c_rr times radius; see <rubble:wheel>
  double restitution = 0.0;
};

struct Collision {
  std::string name;
  Pose link_from_shape;
  Geometry geometry;
  Surface surface;
  ContactSurface contact;
};

// SDF's <material>. Colours are sRGB, 0..1; texture paths are resolved files.
struct Appearance {
  std::array<float, 4> color{0.8F, 0.8F, 0.8F, 1.0F};
  std::array<float, 3> emissive{0.0F, 0.0F, 0.0F};
  std::string texture;          // base colour image, empty if none
  bool color_is_given = false;  // false: a mesh keeps its own materials
  float roughness = 1.0F;
  float metalness = 0.0F;
};

struct Visual {
  std::string name;
  Pose link_from_shape;
  Geometry geometry;
  Surface surface;
  Appearance appearance;
  bool casts_shadow = true;
};

}  // namespace rubble
