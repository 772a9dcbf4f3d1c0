// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/shapes.h"

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <LinearMath/btConvexHullComputer.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>

namespace rubble::physics {
namespace {

// Bullet lets shapes overlap by their margin before its slow, exact search has to start.
constexpr double kHullMargin = 0.002;  // m

constexpr int kTyreUserIndex = 1;

// Convex shapes that Bullet does not have, given by their farthest point in a direction.
class SupportShape : public btConvexInternalShape {
 public:
  explicit SupportShape(const btVector3& half_extents) : half_extents_(half_extents) {
    m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
  }

  btVector3 localGetSupportingVertex(const btVector3& direction) const override {
    btVector3 unit = direction;
    if (unit.length2() < SIMD_EPSILON) unit.setValue(1, 0, 0);
    unit.normalize();
    return localGetSupportingVertexWithoutMargin(unit) + unit * getMargin();
  }
  void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3* directions,
                                                         btVector3* vertices,
                                                         int count) const override {
    for (int i = 0; i < count; ++i)
      vertices[i] = localGetSupportingVertexWithoutMargin(directions[i]);
  }
  void calculateLocalInertia(btScalar mass, btVector3& inertia) const override {
    const btVector3 squares = half_extents_ * half_extents_ * (mass / 5.0);
    inertia.setValue(squares.y() + squares.z(), squares.x() + squares.z(),
                     squares.x() + squares.y());
  }
  void getAabb(const btTransform& transform, btVector3& low, btVector3& high) const override {
    btTransformAabb(half_extents_, 0.0, transform, low, high);
  }

 private:
  btVector3 half_extents_;
};

// A disc about z swept by a ball: the outer half of a torus and what it encloses.
class TyreShape : public SupportShape {
 public:
  TyreShape(double radius, double edge)
      : SupportShape({radius, radius, edge}), disc_radius_(radius - edge) {
    setMargin(edge);
    setUserIndex(kTyreUserIndex);
  }
  const char* getName() const override { return "Tyre"; }
  btVector3 localGetSupportingVertexWithoutMargin(const btVector3& d) const override {
    const double across = std::sqrt(d.x() * d.x() + d.y() * d.y());
    if (across < 1e-9) return {0, 0, 0};
    return {disc_radius_ * d.x() / across, disc_radius_ * d.y() / across, 0};
  }
  double disc_radius() const { return disc_radius_; }
  // Points of contact stay until they are this far away, so that a rolling tyre hands the force it
  // carried over to its next point.
  btScalar getContactBreakingThreshold(btScalar) const override { return 0.02; }

 private:
  double disc_radius_;
};

class EllipsoidShape : public SupportShape {
 public:
  explicit EllipsoidShape(const btVector3& radii)
      : SupportShape(radii), inner_(radii - btVector3(1, 1, 1) * margin_for(radii)) {
    setMargin(margin_for(radii));
  }
  const char* getName() const override { return "Ellipsoid"; }
  btVector3 localGetSupportingVertexWithoutMargin(const btVector3& d) const override {
    const btVector3 scaled = inner_ * d;
    const double length = scaled.length();
    if (length < 1e-12) return {0, 0, 0};
    return inner_ * scaled / length;
  }

 private:
  static double margin_for(const btVector3& radii) {
    return 0.1 * std::min({radii.x(), radii.y(), radii.z()});
  }
  btVector3 inner_;
};

// Stand for the infinite plane of SDF.
constexpr double kPlaneSize = 4000.0;     // m
constexpr double kPlaneThickness = 10.0;  // m

BuiltShape wrap(std::shared_ptr<btCollisionShape> shape) {
  BuiltShape built;
  built.shape = std::move(shape);
  return built;
}

BuiltShape box_of(const Vec3& size) {
  auto shape = std::make_unique<btBoxShape>(to_bullet(size / 2));
  shape->setMargin(std::min(0.01, 0.1 * size.minCoeff()));
  shape->initializePolyhedralFeatures();
  return wrap(std::move(shape));
}

// A hull whose surface, margin included, lies where the points say.
std::shared_ptr<btCollisionShape> hull_of(const std::vector<btVector3>& points) {
  btConvexHullComputer computer;
  const double shrunk_by = computer.compute(&points[0].x(), sizeof(btVector3),
                                            static_cast<int>(points.size()), kHullMargin, 0.25);
  auto hull = std::make_unique<btConvexHullShape>();
  if (shrunk_by < 0.0 || computer.vertices.size() < 4) {  // flat: keep the points, margin outside
    for (const btVector3& point : points) hull->addPoint(point, false);
    hull->setMargin(kHullMargin);
  } else {
    for (int i = 0; i < computer.vertices.size(); ++i) hull->addPoint(computer.vertices[i], false);
    hull->setMargin(std::max(shrunk_by, 1e-5));
  }
  hull->recalcLocalAabb();
  hull->initializePolyhedralFeatures();
  return hull;
}

std::vector<btVector3> points_of(const MeshPart& part, const Vec3& scale) {
  std::vector<btVector3> points;
  points.reserve(part.vertices.size());
  for (const Eigen::Vector3f& vertex : part.vertices)
    points.push_back(to_bullet(vertex.cast<double>().cwiseProduct(scale)));
  return points;
}

// No corner lies outside the plane of any triangle.
bool is_convex(const Mesh& mesh, const Vec3& scale) {
  constexpr std::size_t kMaxTriangles = 256;
  if (mesh.parts.size() != 1 || mesh.triangle_count() > kMaxTriangles) return false;
  const std::vector<btVector3> points = points_of(mesh.parts[0], scale);
  const double size =
      mesh.bounds().is_empty() ? 1.0 : (mesh.bounds().high - mesh.bounds().low).norm();
  for (const auto& [a, b, c] : mesh.parts[0].triangles) {
    btVector3 normal = (points[b] - points[a]).cross(points[c] - points[a]);
    if (normal.length2() < 1e-20) continue;
    normal.normalize();
    for (const btVector3& point : points)
      if ((point - points[a]).dot(normal) > 1e-5 * size) return false;
  }
  return true;
}

BuiltShape triangles_of(const Mesh& mesh, const Vec3& scale) {
  auto triangles = std::make_shared<btTriangleMesh>(true, false);
  for (const MeshPart& part : mesh.parts) {
    const std::vector<btVector3> points = points_of(part, scale);
    for (const auto& [a, b, c] : part.triangles)
      triangles->addTriangle(points[a], points[b], points[c]);
  }
  BuiltShape built = wrap(std::make_unique<btBvhTriangleMeshShape>(triangles.get(), true));
  built.shape->setMargin(kHullMargin);
  built.kept_alive.push_back(std::move(triangles));
  return built;
}

// The hulls of meshes that are in use. They take milliseconds to find, and every robot of a class
// has the same.
class Hulls {
 public:
  using Shapes = std::vector<std::shared_ptr<btCollisionShape>>;

  Shapes of(const std::shared_ptr<const Mesh>& mesh, const Vec3& scale) {
    const Key key{mesh.get(), {scale.x(), scale.y(), scale.z()}};
    const std::lock_guard lock(mutex_);
    const auto known = by_mesh_.find(key);
    if (known != by_mesh_.end() && !known->second.mesh.expired()) return known->second.hulls;
    std::erase_if(by_mesh_, [](const auto& entry) { return entry.second.mesh.expired(); });
    Entry entry{mesh, {}};
    for (const MeshPart& part : mesh->parts)
      if (!part.vertices.empty()) entry.hulls.push_back(hull_of(points_of(part, scale)));
    return by_mesh_.emplace(key, std::move(entry)).first->second.hulls;
  }

 private:
  using Key = std::pair<const Mesh*, std::array<double, 3>>;  // and its scale
  struct Entry {
    std::weak_ptr<const Mesh> mesh;
    Shapes hulls;
  };

  std::mutex mutex_;
  std::map<Key, Entry> by_mesh_;
};

std::vector<BuiltShape> mesh_shapes(const std::shared_ptr<const Mesh>& mesh, const Vec3& scale,
                                    bool is_static) {
  static Hulls hulls;
  std::vector<BuiltShape> shapes;
  if (is_static && !is_convex(*mesh, scale))
    shapes.push_back(triangles_of(*mesh, scale));
  else
    for (const auto& hull : hulls.of(mesh, scale)) shapes.push_back(wrap(hull));
  return shapes;
}

std::vector<BuiltShape> only(BuiltShape shape) {
  std::vector<BuiltShape> shapes;
  shapes.push_back(std::move(shape));
  return shapes;
}

struct Build {
  bool is_static;

  std::vector<BuiltShape> operator()(const Box& box) const { return only(box_of(box.size)); }
  std::vector<BuiltShape> operator()(const Sphere& sphere) const {
    return only(wrap(std::make_unique<btSphereShape>(sphere.radius)));
  }
  std::vector<BuiltShape> operator()(const Cylinder& cylinder) const {
    if (cylinder.round_edge > 0.0)
      return only(wrap(std::make_unique<TyreShape>(cylinder.radius, cylinder.round_edge)));
    auto shape = std::make_unique<btCylinderShapeZ>(
        btVector3(cylinder.radius, cylinder.radius, cylinder.length / 2));
    shape->setMargin(std::min({0.01, 0.1 * cylinder.radius, 0.1 * cylinder.length}));
    return only(wrap(std::move(shape)));
  }
  std::vector<BuiltShape> operator()(const Capsule& capsule) const {
    return only(wrap(std::make_unique<btCapsuleShapeZ>(capsule.radius, capsule.length)));
  }
  std::vector<BuiltShape> operator()(const Ellipsoid& ellipsoid) const {
    return only(wrap(std::make_unique<EllipsoidShape>(to_bullet(ellipsoid.radii))));
  }
  std::vector<BuiltShape> operator()(const Plane& plane) const {
    // Bullet's own plane gives a flat body one point of contact a step and forgets it as the body
    // slides; against a box it stands on all its corners at once.
    const double thickness = is_static ? kPlaneThickness : 0.01;
    const Vec2 size = is_static ? Vec2(kPlaneSize, kPlaneSize) : plane.size;
    BuiltShape built = box_of({size.x(), size.y(), thickness});
    const Quat turn = Quat::FromTwoVectors(Vec3::UnitZ(), plane.normal);
    built.shape_offset = to_bullet(Pose{turn * Vec3(0, 0, -thickness / 2), turn});
    return only(std::move(built));
  }
  std::vector<BuiltShape> operator()(const MeshShape& mesh) const {
    return mesh_shapes(mesh.mesh, mesh.scale, is_static);
  }
  std::vector<BuiltShape> operator()(const Extrusion& extrusion) const {
    return mesh_shapes(extrusion.mesh, Vec3::Ones(), is_static);
  }
  std::vector<BuiltShape> operator()(const std::shared_ptr<const Heightfield>& field) const {
    const auto [low, high] = std::minmax_element(field->heights.begin(), field->heights.end());
    auto shape = std::make_unique<btHeightfieldTerrainShape>(
        field->columns, field->rows, field->heights.data(), *low, *high, 2, false);
    shape->setLocalScaling(
        {field->width / (field->columns - 1), field->depth / (field->rows - 1), 1.0});
    BuiltShape built = wrap(std::move(shape));
    built.kept_alive.push_back(std::const_pointer_cast<Heightfield>(field));
    // Bullet centres the heights between their extremes.
    built.shape_offset.setOrigin({0, 0, (static_cast<double>(*low) + *high) / 2});
    return only(std::move(built));
  }
};

}  // namespace

std::vector<BuiltShape> build_shapes(const Geometry& geometry, bool is_static) {
  return std::visit(Build{is_static}, geometry);
}

bool is_tyre(const btCollisionShape& shape) {
  return shape.getShapeType() == CUSTOM_CONVEX_SHAPE_TYPE && shape.getUserIndex() == kTyreUserIndex;
}

double disc_radius_of(const btCollisionShape& tyre) {
  return static_cast<const TyreShape&>(tyre).disc_radius();
}

}  // namespace rubble::physics
