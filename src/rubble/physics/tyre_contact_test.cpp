// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/tyre_contact.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rubble/base/random.h"
#include "rubble/physics/shapes.h"

namespace rubble::physics {
namespace {

// A tyre's distance to a face by trying many points of its rim.
double distance_by_search(const btTransform& box_from_tyre, double disc_radius, double edge,
                          const TyreContact& contact, const btVector3& half_extents) {
  double nearest = 1e300;
  for (int i = 0; i < 20000; ++i) {
    const double angle = i * 2.0 * kPi / 20000;
    const btVector3 rim =
        box_from_tyre * btVector3(disc_radius * std::cos(angle), disc_radius * std::sin(angle), 0);
    nearest = std::min<double>(nearest, rim.dot(contact.normal));
  }
  return nearest - edge - contact.normal.absolute().dot(half_extents);
}

TEST(TyreContact, FormulaAgreesWithASearchOverTheRim) {
  const btVector3 half_extents(2.0, 1.5, 0.5);
  Random random(3, "tyres");
  int faces = 0;
  for (int i = 0; i < 200; ++i) {
    const Pose pose{
        Vec3{random.uniform(-1.5, 1.5), random.uniform(-1, 1), random.uniform(0.5, 0.7)},
        quat_from({kPi / 2 + random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5),
                   random.uniform(-3, 3)})};
    TyreContact contact;
    if (!face_contact(to_bullet(pose), 0.08, 0.03, half_extents, contact)) continue;
    ++faces;
    EXPECT_NEAR(contact.distance,
                distance_by_search(to_bullet(pose), 0.08, 0.03, contact, half_extents), 1e-6);
    EXPECT_NEAR((contact.point_tyre - contact.point_box).dot(contact.normal), contact.distance,
                1e-12);
  }
  EXPECT_GT(faces, 150);
}

TEST(TyreContact, LeavesEdgesAndFlatTyresToTheGeneralSearch) {
  const btVector3 half_extents(1, 1, 1);
  TyreContact contact;
  const Quat upright = quat_from({kPi / 2, 0, 0});
  EXPECT_TRUE(
      face_contact(to_bullet(Pose{Vec3(0, 0, 1.1), upright}), 0.08, 0.03, half_extents, contact));
  EXPECT_FALSE(face_contact(to_bullet(Pose{Vec3(1.05, 0, 1.05), upright}), 0.08, 0.03, half_extents,
                            contact));
  EXPECT_FALSE(face_contact(to_bullet(Pose{Vec3(0, 0, 1.05)}), 0.08, 0.03, half_extents, contact));
}

}  // namespace
}  // namespace rubble::physics
