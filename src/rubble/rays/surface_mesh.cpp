// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/surface_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rubble/world/heightfield_mesh.h"

namespace rubble::rays {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

// Sides of a circle of that radius, so that its polygon is at most kRoundness inside.
int sides_of_circle(double radius) {
  const double share = std::clamp(kRoundness / std::max(radius, 1e-6), 1e-9, 0.5);
  return std::clamp(static_cast<int>(std::ceil(kPi / std::acos(1.0 - share))), 16, 2048);
}

std::uint32_t add_vertex(SurfaceMesh& mesh, const Vec3& place, const Vec3& normal, double u,
                         double v) {
  mesh.vertices.push_back(place.cast<float>());
  mesh.normals.push_back(normal.cast<float>());
  mesh.texture_coordinates.emplace_back(static_cast<float>(u), static_cast<float>(v));
  return static_cast<std::uint32_t>(mesh.vertices.size() - 1);
}

// A flat rectangle: middle plus and minus two half edges, seen from along x y.
void add_rectangle(SurfaceMesh& mesh, const Vec3& middle, const Vec3& half_u, const Vec3& half_v) {
  const Vec3 normal = half_u.cross(half_v).normalized();
  const std::uint32_t first = add_vertex(mesh, middle - half_u - half_v, normal, 0, 0);
  add_vertex(mesh, middle + half_u - half_v, normal, 1, 0);
  add_vertex(mesh, middle + half_u + half_v, normal, 1, 1);
  add_vertex(mesh, middle - half_u + half_v, normal, 0, 1);
  mesh.triangles.push_back({first, first + 1, first + 2});
  mesh.triangles.push_back({first, first + 2, first + 3});
}

// As a float that is not less: boxes that touch leave no gap.
double rounded_up(double size) {
  const auto nearest = static_cast<float>(size);
  return static_cast<double>(static_cast<double>(nearest) < size
                                 ? std::nextafter(nearest, std::numeric_limits<float>::infinity())
                                 : nearest);
}

SurfaceMesh box_mesh(const Vec3& size) {
  SurfaceMesh mesh;
  const Vec3 x(rounded_up(size.x() / 2), 0, 0), y(0, rounded_up(size.y() / 2), 0),
      z(0, 0, rounded_up(size.z() / 2));
  add_rectangle(mesh, x, y, z);
  add_rectangle(mesh, -x, -y, z);
  add_rectangle(mesh, y, -x, z);
  add_rectangle(mesh, -y, x, z);
  add_rectangle(mesh, z, x, y);
  add_rectangle(mesh, -z, -x, y);
  return mesh;
}

SurfaceMesh plane_mesh(const Plane& plane) {
  SurfaceMesh mesh;
  const Quat turn = Quat::FromTwoVectors(Vec3::UnitZ(), plane.normal);
  add_rectangle(mesh, Vec3::Zero(), turn * Vec3(plane.size.x() / 2, 0, 0),
                turn * Vec3(0, plane.size.y() / 2, 0));
  return mesh;
}

struct ProfilePoint {
  double radius;
  double height;
  Vec2 normal;  // radial, upwards
  double v;
};

// Turns a profile, lowest point first, about z.
void add_turned(SurfaceMesh& mesh, const std::vector<ProfilePoint>& profile, int sides) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  const auto ring = static_cast<std::uint32_t>(sides + 1);
  for (const ProfilePoint& point : profile)
    for (int i = 0; i <= sides; ++i) {
      const double turn = 2.0 * kPi * (i % sides) / sides;
      const double c = std::cos(turn), s = std::sin(turn);
      add_vertex(mesh, {point.radius * c, point.radius * s, point.height},
                 {point.normal.x() * c, point.normal.x() * s, point.normal.y()},
                 static_cast<double>(i) / sides, point.v);
    }
  for (std::uint32_t k = 0; k + 1 < profile.size(); ++k)
    for (std::uint32_t i = 0; i + 1 < ring; ++i) {
      const std::uint32_t low = first + k * ring + i, high = low + ring;
      if (profile[k].radius > 0) mesh.triangles.push_back({low, low + 1, high + 1});
      if (profile[k + 1].radius > 0) mesh.triangles.push_back({low, high + 1, high});
    }
}

SurfaceMesh cylinder_mesh(const Cylinder& cylinder) {
  SurfaceMesh mesh;
  const double r = cylinder.radius, h = cylinder.length / 2;
  const int sides = sides_of_circle(r);
  add_turned(mesh, {{0, -h, {0, -1}, 0}, {r, -h, {0, -1}, 0}}, sides);
  add_turned(mesh, {{r, -h, {1, 0}, 0}, {r, h, {1, 0}, 1}}, sides);
  add_turned(mesh, {{r, h, {0, 1}, 1}, {0, h, {0, 1}, 1}}, sides);
  return mesh;
}

// Two half balls, apart by a length. A surface that is round both ways has triangles by the square
// of its sides: a ball of more than 2.6 m is rounded less finely, to 0.01 % of its radius.
SurfaceMesh capsule_mesh(double radius, double length) {
  constexpr int kMaxSides = 256;
  const int sides = std::min(sides_of_circle(radius), kMaxSides);
  const int steps = std::max(4, sides / 4);
  std::vector<ProfilePoint> profile;
  for (int half = 0; half < 2; ++half)
    for (int i = 0; i <= steps; ++i) {
      if (half == 1 && i == 0 && length == 0.0) continue;
      const double angle = kPi / 2 * (half == 0 ? i - steps : i) / steps;
      const bool is_pole = (half == 0 && i == 0) || (half == 1 && i == steps);
      const double c = is_pole ? 0.0 : std::cos(angle);
      profile.push_back({radius * c,
                         radius * std::sin(angle) + (half == 0 ? -length : length) / 2,
                         {c, std::sin(angle)},
                         0.5 + angle / kPi});
    }
  SurfaceMesh mesh;
  add_turned(mesh, profile, sides);
  return mesh;
}

SurfaceMesh ellipsoid_mesh(const Vec3& radii) {
  const double largest = radii.maxCoeff();
  SurfaceMesh mesh = capsule_mesh(largest, 0.0);
  const Vec3f stretch = (radii / largest).cast<float>();
  for (Vec3f& vertex : mesh.vertices) vertex = vertex.cwiseProduct(stretch);
  for (Vec3f& normal : mesh.normals) normal = normal.cwiseQuotient(stretch).normalized();
  return mesh;
}

SurfaceMesh part_mesh(const MeshPart& part, const Vec3& scale) {
  SurfaceMesh mesh;
  const Vec3f factor = scale.cast<float>();
  for (const Vec3f& vertex : part.vertices) mesh.vertices.push_back(vertex.cwiseProduct(factor));
  for (const Vec3f& normal : part.normals)
    mesh.normals.push_back(normal.cwiseQuotient(factor).normalized());
  mesh.texture_coordinates = part.texture_coordinates;
  mesh.triangles = part.triangles;
  return mesh;
}

std::vector<SurfaceMesh> parts_of(const Mesh& mesh, const Vec3& scale) {
  std::vector<SurfaceMesh> parts;
  for (const MeshPart& part : mesh.parts) parts.push_back(part_mesh(part, scale));
  return parts;
}

struct Tessellate {
  std::vector<SurfaceMesh> operator()(const Box& box) const { return {box_mesh(box.size)}; }
  std::vector<SurfaceMesh> operator()(const Sphere& s) const { return {capsule_mesh(s.radius, 0)}; }
  std::vector<SurfaceMesh> operator()(const Cylinder& c) const { return {cylinder_mesh(c)}; }
  std::vector<SurfaceMesh> operator()(const Capsule& c) const {
    return {capsule_mesh(c.radius, c.length)};
  }
  std::vector<SurfaceMesh> operator()(const Ellipsoid& e) const {
    return {ellipsoid_mesh(e.radii)};
  }
  std::vector<SurfaceMesh> operator()(const Plane& plane) const { return {plane_mesh(plane)}; }
  std::vector<SurfaceMesh> operator()(const MeshShape& m) const {
    return parts_of(*m.mesh, m.scale);
  }
  std::vector<SurfaceMesh> operator()(const std::shared_ptr<const Heightfield>& field) const {
    return {part_mesh(heightfield_mesh(*field), Vec3::Ones())};
  }
  std::vector<SurfaceMesh> operator()(const Extrusion& extrusion) const {
    return parts_of(*extrusion.mesh, Vec3::Ones());
  }
};

}  // namespace

std::vector<SurfaceMesh> triangles_of(const Geometry& geometry) {
  return std::visit(Tessellate{}, geometry);
}

}  // namespace rubble::rays
