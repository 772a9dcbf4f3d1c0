// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Eigenvalues>
#include <algorithm>

#include "rubble/base/text.h"
#include "rubble/sdf/load_parts.h"

namespace rubble {
namespace {

// Real bodies satisfy it; rounded values in files often do not.
constexpr double kTriangleTolerance = 1e-3;

Mat3 inertia_matrix(const XmlNode& inertial) {
  const auto entry = [&](const char* name, double fallback) {
    return number_at(inertial, std::string("inertia/") + name).value_or(fallback);
  };
  const double xx = entry("ixx", 1.0), yy = entry("iyy", 1.0), zz = entry("izz", 1.0);
  const double xy = entry("ixy", 0.0), xz = entry("ixz", 0.0), yz = entry("iyz", 0.0);
  Mat3 matrix;
  matrix << xx, xy, xz, xy, yy, yz, xz, yz, zz;
  return matrix;
}

// Principal moments, smallest first.
Vec3 principal_moments(const Mat3& inertia) {
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(inertia, Eigen::EigenvaluesOnly);
  return solver.eigenvalues();
}

}  // namespace

Inertial load_inertial(const XmlNode& link, LoadContext& context) {
  Inertial inertial;
  const XmlNode* node = link.child("inertial");
  if (node == nullptr) return inertial;
  const std::string name = link.attribute_or("name", "");
  inertial.mass = number_at(*node, "mass").value_or(1.0);
  inertial.link_from_mass = pose_in(*node);
  inertial.inertia = inertia_matrix(*node);
  if (!(inertial.mass > 0.0))
    context.fail(node->at(),
                 "link '" + name + "' wants a mass above 0, got '" + text_at(*node, "mass") + "'");
  const Vec3 moments = principal_moments(inertial.inertia);
  if (!(moments.x() > 0.0))
    context.fail(node->at(), "link '" + name +
                                 "' wants a positive definite inertia; its smallest principal "
                                 "moment is " +
                                 number_text(moments.x()));
  else if (moments.z() > (moments.x() + moments.y()) * (1.0 + kTriangleTolerance))
    context.warn("odd inertia", node->at(),
                 "no body has the inertia of link '" + name +
                     "': one principal moment exceeds the sum of the others");
  return inertial;
}

}  // namespace rubble
