// SPDX-License-Identifier: Apache-2.0
// Masses and inertias that a file leaves to be computed from shapes and densities.
#include <cmath>

#include "rubble/sdf/load_parts.h"

namespace rubble {
namespace {

// Of unit density, about its own centre.
struct SolidShape {
  double volume = 0.0;  // m^3
  Vec3 center = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();  // m^5
};

SolidShape centred(double volume, const Vec3& moments_per_volume) {
  return {volume, Vec3::Zero(), (volume * moments_per_volume).asDiagonal()};
}

// Sums signed tetrahedra between the origin and each triangle: right for closed meshes.
SolidShape solid_of(const Mesh& mesh, const Vec3& scale) {
  double volume = 0.0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();  // integral of x x^T
  for (const MeshPart& part : mesh.parts)
    for (const auto& triangle : part.triangles) {
      Mat3 corners;
      for (int i = 0; i < 3; ++i)
        corners.col(i) =
            part.vertices[triangle[static_cast<std::size_t>(i)]].cast<double>().cwiseProduct(scale);
      const double six_volumes = corners.determinant();
      const Vec3 sum = corners.rowwise().sum();
      volume += six_volumes / 6.0;
      first += six_volumes / 24.0 * sum;
      second += six_volumes / 120.0 * (corners * corners.transpose() + sum * sum.transpose());
    }
  if (std::abs(volume) < 1e-12) return {};
  if (volume < 0.0) return {};  // inside out or open
  const Vec3 center = first / volume;
  const Mat3 about_center = second - volume * center * center.transpose();
  return {volume, center, about_center.trace() * Mat3::Identity() - about_center};
}

struct SolidOf {
  SolidShape operator()(const Box& box) const {
    const Vec3 squares = box.size.cwiseProduct(box.size);
    return centred(box.size.prod(), Vec3(squares.y() + squares.z(), squares.x() + squares.z(),
                                         squares.x() + squares.y()) /
                                        12.0);
  }
  SolidShape operator()(const Sphere& sphere) const {
    return (*this)(Ellipsoid{Vec3::Constant(sphere.radius)});
  }
  SolidShape operator()(const Ellipsoid& ellipsoid) const {
    const Vec3 squares = ellipsoid.radii.cwiseProduct(ellipsoid.radii);
    return centred(
        4.0 / 3.0 * kPi * ellipsoid.radii.prod(),
        Vec3(squares.y() + squares.z(), squares.x() + squares.z(), squares.x() + squares.y()) /
            5.0);
  }
  SolidShape operator()(const Cylinder& cylinder) const {
    const double r2 = cylinder.radius * cylinder.radius, l2 = cylinder.length * cylinder.length;
    const double across = (3.0 * r2 + l2) / 12.0;
    return centred(kPi * r2 * cylinder.length, Vec3(across, across, r2 / 2.0));
  }
  // A cylinder and the two halves of a ball, each half's centre 3/8 r beyond the cylinder's end.
  SolidShape operator()(const Capsule& capsule) const {
    const double r = capsule.radius, l = capsule.length;
    const double tube = kPi * r * r * l, ball = 4.0 / 3.0 * kPi * r * r * r;
    const double across = tube * (3.0 * r * r + l * l) / 12.0 +
                          ball * (2.0 / 5.0 * r * r + l * l / 4.0 + 3.0 / 8.0 * l * r);
    const double along = tube * r * r / 2.0 + ball * 2.0 / 5.0 * r * r;
    SolidShape solid;
    solid.volume = tube + ball;
    solid.inertia = Vec3(across, across, along).asDiagonal();
    return solid;
  }
  SolidShape operator()(const MeshShape& mesh) const { return solid_of(*mesh.mesh, mesh.scale); }
  SolidShape operator()(const Extrusion& extrusion) const {
    return solid_of(*extrusion.mesh, Vec3::Ones());
  }
  SolidShape operator()(const Plane&) const { return {}; }
  SolidShape operator()(const std::shared_ptr<const Heightfield>&) const { return {}; }
};

Mat3 moved(const Mat3& inertia, double mass, const Vec3& arm) {
  return inertia + mass * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
}

}  // namespace

std::optional<Inertial> inertial_of_shapes(const std::vector<Collision>& collisions,
                                           const std::vector<double>& densities) {
  Inertial total;
  total.mass = 0.0;
  Vec3 moment = Vec3::Zero();
  std::vector<SolidShape> solids;
  for (std::size_t i = 0; i < collisions.size(); ++i) {
    SolidShape solid = std::visit(SolidOf{}, collisions[i].geometry);
    solid.center = collisions[i].link_from_shape * solid.center;
    const Mat3 turn = collisions[i].link_from_shape.rotation.toRotationMatrix();
    solid.inertia = turn * solid.inertia * turn.transpose();
    total.mass += densities[i] * solid.volume;
    moment += densities[i] * solid.volume * solid.center;
    solids.push_back(solid);
  }
  if (!(total.mass > 0.0)) return std::nullopt;
  total.link_from_mass.position = moment / total.mass;
  total.inertia = Mat3::Zero();
  for (std::size_t i = 0; i < solids.size(); ++i)
    total.inertia += moved(densities[i] * solids[i].inertia, densities[i] * solids[i].volume,
                           solids[i].center - total.link_from_mass.position);
  return total;
}

}  // namespace rubble
