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
    RayPacket packet;
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
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const std::vector<Ray> rays{{.origin = {1, 2, 3}},       {.origin = {1, kNan, 3}},
                              {.origin = {1, 2, -2e8F}},   {.direction = {kNan, 0, 0}},
                              {.direction = {0, kInf, 0}}, {.near = -1.0F},
                              {.near = 2.0F, .far = 1.0F}};
  RayPacket packet;
  fill_packet(rays, packet);
  EXPECT_EQ(packet.valid, (Eight<int>{-1, 0, 0, 0, 0, 0, 0, 0}));  // the last is no ray at all
}

TEST(PacketKernels, FindsWhereAllThreeListsAgree) {
  const Eight<unsigned> a{1, 1, 2, 1, 1, 1, 1, 1}, b{5, 5, 5, 4, 5, 5, 5, 5},
      c{7, 7, 7, 7, 0, 7, 7, 7};
  EXPECT_EQ(find_equal({a.data(), b.data(), c.data()}, {1, 5, 7}), 0b11100011U);
}

}  // namespace
}  // namespace rubble::rays
