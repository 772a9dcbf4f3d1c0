// SPDX-License-Identifier: Apache-2.0
#include "rubble/worldcheck/solid.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace rubble::worldcheck {
namespace {

// On purpose not the triangles that rays meet (rays/surface_mesh.h): fewer, in double precision,
// without normals. A capsule counts as its cylinder; planes and heightfields have none.
using Ring = std::vector<Vec3>;
constexpr int kRoundPieces = 24;

Ring ring_at(double radius_x, double radius_y, double z) {
  Ring ring;
  for (int i = 0; i < kRoundPieces; ++i) {
    const double angle = 2.0 * kPi * i / kRoundPieces;
    ring.emplace_back(radius_x * std::cos(angle), radius_y * std::sin(angle), z);
  }
  return ring;
}

// Rings stacked along z, closed by a fan at each end.
std::vector<Triangle> lathe(const std::vector<Ring>& rings) {
  std::vector<Triangle> triangles;
  const auto add_fan = [&](const Ring& ring, bool is_top) {
    for (std::size_t i = 1; i + 1 < ring.size(); ++i)
      triangles.push_back(is_top ? Triangle{ring[0], ring[i], ring[i + 1]}
                                 : Triangle{ring[0], ring[i + 1], ring[i]});
  };
  add_fan(rings.front(), false);
  for (std::size_t k = 0; k + 1 < rings.size(); ++k) {
    for (std::size_t i = 0; i < rings[k].size(); ++i) {
      const std::size_t next = (i + 1) % rings[k].size();
      triangles.push_back({rings[k][i], rings[k][next], rings[k + 1][next]});
      triangles.push_back({rings[k][i], rings[k + 1][next], rings[k + 1][i]});
    }
  }
  add_fan(rings.back(), true);
  return triangles;
}

std::vector<Triangle> ellipsoid_triangles(const Vec3& radii) {
  std::vector<Ring> rings;
  for (int k = 1; k < kRoundPieces / 2; ++k) {
    const double latitude = kPi * (2.0 * k / kRoundPieces - 0.5);
    const double share = std::cos(latitude);
    rings.push_back(ring_at(radii.x() * share, radii.y() * share, radii.z() * std::sin(latitude)));
  }
  return lathe(rings);
}

std::vector<Triangle> mesh_triangles(const Mesh& mesh, const Vec3& scale) {
  std::vector<Triangle> triangles;
  for (const MeshPart& part : mesh.parts)
    for (const auto& corners : part.triangles) {
      Triangle triangle;
      for (std::size_t i = 0; i < 3; ++i)
        triangle[i] = part.vertices[corners[i]].cast<double>().cwiseProduct(scale);
      triangles.push_back(triangle);
    }
  return triangles;
}

struct Triangles {
  std::vector<Triangle> operator()(const Box& box) const {
    const Vec3 h = box.size / 2;
    const auto ring = [&](double z) {
      return Ring{{-h.x(), -h.y(), z}, {h.x(), -h.y(), z}, {h.x(), h.y(), z}, {-h.x(), h.y(), z}};
    };
    return lathe({ring(-h.z()), ring(h.z())});
  }
  std::vector<Triangle> operator()(const Sphere& sphere) const {
    return ellipsoid_triangles(Vec3::Constant(sphere.radius));
  }
  std::vector<Triangle> operator()(const Cylinder& c) const {
    return lathe(
        {ring_at(c.radius, c.radius, -c.length / 2), ring_at(c.radius, c.radius, c.length / 2)});
  }
  std::vector<Triangle> operator()(const Capsule& c) const {
    return lathe(
        {ring_at(c.radius, c.radius, -c.length / 2), ring_at(c.radius, c.radius, c.length / 2)});
  }
  std::vector<Triangle> operator()(const Ellipsoid& ellipsoid) const {
    return ellipsoid_triangles(ellipsoid.radii);
  }
  std::vector<Triangle> operator()(const Plane&) const { return {}; }
  std::vector<Triangle> operator()(const MeshShape& shape) const {
    return mesh_triangles(*shape.mesh, shape.scale);
  }
  std::vector<Triangle> operator()(const std::shared_ptr<const Heightfield>&) const { return {}; }
  std::vector<Triangle> operator()(const Extrusion& extrusion) const {
    return mesh_triangles(*extrusion.mesh, Vec3::Ones());
  }
};

double cross_of(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

// The height at which a vertical line meets a triangle, if it does.
std::optional<double> height_at(const Triangle& t, const Vec2& point) {
  const Vec2 a = t[0].head<2>();
  const Vec2 ab = t[1].head<2>() - a;
  const Vec2 ac = t[2].head<2>() - a;
  const double area = cross_of(ab, ac);
  if (std::abs(area) < 1e-14) return std::nullopt;
  const double u = cross_of(point - a, ac) / area;
  const double v = cross_of(ab, point - a) / area;
  if (u < 0.0 || v < 0.0 || u + v > 1.0) return std::nullopt;
  return t[0].z() + u * (t[1].z() - t[0].z()) + v * (t[2].z() - t[0].z());
}

// Half the length of a box's shadow on an axis.
double shadow(const Solid& box, const Vec3& axis) {
  const Vec3 local = box.world_from_shape.rotation.conjugate() * axis;
  return local.cwiseAbs().dot(box.box_size()) / 2;
}

}  // namespace

Solid make_solid(std::string name, std::string label, const Pose& world_from_shape,
                 const Geometry& geometry) {
  Solid solid{std::move(name), std::move(label), world_from_shape, &geometry, {}};
  for (const Triangle& triangle : triangles_of(solid))
    for (const Vec3& corner : triangle) solid.bounds.add(corner);
  return solid;
}

std::vector<Solid> static_solids(const World& world) {
  std::vector<Solid> solids;
  for (const auto& model : world.models) {
    if (!model->is_static) continue;
    for (const Link& link : model->links) {
      const std::string& own = link.semantic.label;
      for (const Collision& collision : link.collisions)
        solids.push_back(
            make_solid(model->name + "/" + link.name + "/" + collision.name,
                       own.empty() ? model->semantic.label : own,
                       model->world_from_model * link.model_from_link * collision.link_from_shape,
                       collision.geometry));
    }
  }
  return solids;
}

std::vector<Triangle> triangles_of(const Solid& solid) {
  std::vector<Triangle> triangles = std::visit(Triangles{}, *solid.geometry);
  for (Triangle& triangle : triangles)
    for (Vec3& corner : triangle) corner = solid.world_from_shape * corner;
  return triangles;
}

std::vector<double> heights_at(const std::vector<Triangle>& triangles, const Vec2& point) {
  std::vector<double> heights;
  for (const Triangle& triangle : triangles)
    if (const auto z = height_at(triangle, point)) heights.push_back(*z);
  std::sort(heights.begin(), heights.end());
  return heights;
}

double penetration(const Solid& a, const Solid& b) {
  const Vec3 apart = b.world_from_shape.position - a.world_from_shape.position;
  const Mat3 axes_a = a.world_from_shape.rotation.toRotationMatrix();
  const Mat3 axes_b = b.world_from_shape.rotation.toRotationMatrix();
  double least = kInfinity;
  const auto try_axis = [&](const Vec3& axis) {
    if (axis.squaredNorm() < 1e-9) return;
    const Vec3 unit = axis.normalized();
    least = std::min(least, shadow(a, unit) + shadow(b, unit) - std::abs(apart.dot(unit)));
  };
  for (int i = 0; i < 3; ++i) {
    try_axis(axes_a.col(i));
    try_axis(axes_b.col(i));
    for (int j = 0; j < 3; ++j) try_axis(axes_a.col(i).cross(axes_b.col(j)));
  }
  return least;
}

double depth_inside(const Solid& box, const Vec3& point) {
  const Vec3 local = box.world_from_shape.inverse() * point;
  return (box.box_size() / 2 - local.cwiseAbs()).minCoeff();
}

}  // namespace rubble::worldcheck
