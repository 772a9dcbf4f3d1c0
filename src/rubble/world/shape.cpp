// SPDX-License-Identifier: Apache-2.0
#include "rubble/world/shape.h"

namespace rubble {
namespace {

Bounds around(const Vec3& half) { return Bounds{}.add(-half).add(half); }

struct BoundsOf {
  Bounds operator()(const Box& box) const { return around(box.size / 2); }
  Bounds operator()(const Sphere& sphere) const { return around(Vec3::Constant(sphere.radius)); }
  Bounds operator()(const Cylinder& cylinder) const {
    return around({cylinder.radius, cylinder.radius, cylinder.length / 2});
  }
  Bounds operator()(const Capsule& capsule) const {
    return around({capsule.radius, capsule.radius, capsule.length / 2 + capsule.radius});
  }
  Bounds operator()(const Ellipsoid& ellipsoid) const { return around(ellipsoid.radii); }
  Bounds operator()(const Plane& plane) const {
    const Quat turn = Quat::FromTwoVectors(Vec3::UnitZ(), plane.normal);
    Bounds bounds;
    for (const double x : {-0.5, 0.5})
      for (const double y : {-0.5, 0.5})
        bounds.add(turn * Vec3(x * plane.size.x(), y * plane.size.y(), 0.0));
    return bounds;
  }
  Bounds operator()(const MeshShape& shape) const {
    const Bounds unscaled = shape.mesh->bounds();
    return Bounds{}
        .add(unscaled.low.cwiseProduct(shape.scale))
        .add(unscaled.high.cwiseProduct(shape.scale));
  }
  Bounds operator()(const std::shared_ptr<const Heightfield>& field) const {
    Bounds bounds;
    for (const float height : field->heights) {
      bounds.add({-field->width / 2, -field->depth / 2, height});
      bounds.add({field->width / 2, field->depth / 2, height});
    }
    return bounds;
  }
  Bounds operator()(const Extrusion& extrusion) const { return extrusion.mesh->bounds(); }
};

}  // namespace

Bounds bounds_of(const Geometry& geometry) { return std::visit(BoundsOf{}, geometry); }

}  // namespace rubble
