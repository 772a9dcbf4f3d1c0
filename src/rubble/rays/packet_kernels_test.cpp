// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/packet_kernels.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rubble/base/random.h"

namespace rubble::rays {
namespace {

Vec3f draw(Random& random, double reach) {
  const double x = random.uniform(-reach, reach), y = random.uniform(-reach, reach);
  return Vec3(x, y, random.uniform(-reach, reach)).cast<float>();
}

TEST(PacketKernels, MeetAsOneLineDoesToTheBit) {
  Random random(4, "packets");
  for (int round = 0; round < 500; ++round) {
    std::array<Vec3, 3> corners;
    for (Vec3& corner : corners) corner = draw(random, 3).cast<double>();
    const Facet facet(corners, 4e-4);
    std::vector<Ray> rays(kPacket);
    for (Ray& ray : rays)
      ray = {.origin = draw(random, 9), .direction = draw(random, 1).normalized(), .far = 9.0F};
    RayPacket packet(~0U);
    fill_packet(rays, packet);
    PacketMeeting all;
    const unsigned sure = meet_packet(facet, packet, all);
    for (std::size_t i = 0; i < kPacket; ++i) {
      const Meeting one =
          facet.meet(rays[i].origin.cast<double>(), rays[i].direction.cast<double>());
      EXPECT_EQ(all.distance[i], one.distance);
      EXPECT_EQ(all.u[i], one.u);
      EXPECT_EQ(all.v[i], one.v);
      EXPECT_EQ(all.slope[i], one.slope);
      EXPECT_EQ(all.depth[i], one.depth());
      const bool is_sure = one.depth() >= facet.rim() && std::abs(one.slope) >= kGrazing &&
                           one.distance >= 1.2e-3 && one.distance <= 9.0 * (1 - 1e-5) - 1.2e-3;
      EXPECT_EQ((sure >> i & 1U) != 0, is_sure);
    }
  }
}

TEST(PacketKernels, OnlyRaysThatCanBeCastAreValid) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<Ray> rays{{.origin = {1, 2, 3}},        {.origin = {1, kNan, 3}},
                              {.origin = {1, 2, -2e8F}},    {.direction = {kNan, 0, 0}},
                              {.direction = {0, 1e30F, 0}}, {.near = -1.0F},
                              {.near = 2.0F, .far = 1.0F}};
  RayPacket packet(~0U);
  fill_packet(rays, packet);
  EXPECT_EQ(packet.valid, (Eight<int>{-1, 0, 0, 0, 0, 0, 0, 0}));  // the last is no ray at all
  const RTCRay8& traced = packet.traced.ray;
  for (std::size_t i = 1; i < kPacket; ++i) {
    EXPECT_GT(traced.tnear[i], traced.tfar[i]);
    EXPECT_EQ(traced.org_z[i], 3.0F);
    EXPECT_EQ(traced.dir_x[i], 1.0F);
  }
}

// Two walls meet in a corner and two triangles share a diagonal: only rays close to where both are
// met are doubtful.
TEST(PacketKernels, FindsRaysThatMayMeetTwoTrianglesEquallyFarOff) {
  constexpr double kBreadth = 1e-4;
  const Facet ahead({Vec3(3, -2, 0), Vec3(3, 2, 0), Vec3(3, 2, 4)}, kBreadth);
  const Facet above({Vec3(3, -2, 0), Vec3(3, 2, 4), Vec3(3, -2, 4)}, kBreadth);
  const Facet left({Vec3(3, 2, 0), Vec3(0, 2, 0), Vec3(3, 2, 4)}, kBreadth);
  std::vector<Ray> rays(kPacket);
  const std::array<Vec3, kPacket> aims{
      Vec3(3, 1.9, 0.5), Vec3(3, 1.99999, 0.5), Vec3(3, 1, 0.5),   Vec3(3, 1, 2.99999),
      Vec3(3, 0.1, 1.9), Vec3(3, 0.1, 1.0),     Vec3(3, 0.5, 0.5), Vec3(3, 1.99999, 1)};
  for (std::size_t i = 0; i < kPacket; ++i)
    rays[i] = {.origin = {0, 0, 0.5F},
               .direction = (aims[i] - Vec3(0, 0, 0.5)).normalized().cast<float>()};
  RayPacket packet(~0U);
  fill_packet(rays, packet);
  PacketMeeting at_ahead, at_above, at_left;
  meet_packet(ahead, packet, at_ahead);
  meet_packet(above, packet, at_above);
  meet_packet(left, packet, at_left);
  EXPECT_EQ(find_as_near(ahead, at_ahead, at_left, left), 0b10000010U);
  EXPECT_EQ(find_as_near(ahead, at_ahead, at_above, above), 0b00001000U);
}

TEST(PacketKernels, FindsWhereAllThreeListsAgree) {
  const Eight<unsigned> a{1, 1, 2, 1, 1, 1, 1, 1}, b{5, 5, 5, 4, 5, 5, 5, 5},
      c{7, 7, 7, 7, 0, 7, 7, 7};
  EXPECT_EQ(find_equal({a.data(), b.data(), c.data()}, {1, 5, 7}), 0b11100011U);
}

}  // namespace
}  // namespace rubble::rays
