// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/facet.h"

#include <gtest/gtest.h>

#include "rubble/base/random.h"

namespace rubble::rays {
namespace {

Vec3 draw_place(Random& random, double reach) {
  return Vec3{random.uniform(-reach, reach), random.uniform(-reach, reach),
              random.uniform(-reach, reach)};
}

TEST(Facet, LinesThroughACombinationOfCornersMeetItThere) {
  Random random(1, "facets");
  for (int i = 0; i < 1000; ++i) {
    const std::array<Vec3, 3> corners{draw_place(random, 5), draw_place(random, 5),
                                      draw_place(random, 5)};
    const double u = random.uniform(-1, 2), v = random.uniform(-1, 2);
    const Vec3 place = (1 - u - v) * corners[0] + u * corners[1] + v * corners[2];
    const Vec3 origin = draw_place(random, 20);
    const Facet facet(corners);
    const Vec3 direction = (place - origin).normalized();
    if (std::abs(facet.normal().dot(direction)) < 0.01) continue;
    const Meeting at = facet.meet(origin, direction);
    EXPECT_NEAR(at.distance, (place - origin).norm(), 1e-9);
    EXPECT_NEAR(at.u, u, 1e-7);
    EXPECT_NEAR(at.v, v, 1e-7);
    EXPECT_EQ(at.depth() >= 0.0, at.u >= 0.0 && at.v >= 0.0 && 1.0 - at.u - at.v >= 0.0);
  }
}

TEST(Facet, WithoutAreaIsMetByNothing) {
  const Facet facet({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0)});
  EXPECT_FALSE(facet.meet(Vec3(0.5, 0, 1), Vec3(0, 0, -1)).depth() >= 0.0 &&
               facet.meet(Vec3(0.5, 0, 1), Vec3(0, 0, -1)).distance >= 0.0);
}

double distance_to_line(const Vec3& point, const Vec3& a, const Vec3& b) {
  return (point - a).cross((b - a).normalized()).norm();
}

TEST(Facet, GrownTrianglesHaveTheirEdgesAMarginFartherOut) {
  Random random(2, "facets");
  constexpr double kMargin = 0.01;
  for (int i = 0; i < 1000; ++i) {
    const std::array<Vec3, 3> corners{draw_place(random, 5), draw_place(random, 5),
                                      draw_place(random, 5)};
    const auto large = grown(corners, kMargin);
    const Facet facet(large);
    const Vec3 normal = facet.normal();
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 &a = corners[k], &b = corners[(k + 1) % 3];
      EXPECT_LE((large[k] - a).norm(), 8.001 * kMargin);
      EXPECT_GE(facet.meet(a + normal, -normal).depth(), 0.0);
      if ((large[k] - a).norm() > 7.9 * kMargin || (large[(k + 1) % 3] - b).norm() > 7.9 * kMargin)
        continue;  // corners too sharp for it
      EXPECT_NEAR(distance_to_line(a, large[k], large[(k + 1) % 3]), kMargin, 1e-9);
    }
  }
}

}  // namespace
}  // namespace rubble::rays
