// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <embree3/rtcore.h>

#include <array>
#include <cstdint>
#include <span>

#include "rubble/rays/facet.h"
#include "rubble/rays/scene.h"

namespace rubble::rays {

constexpr std::size_t kPacket = 8;
constexpr float kMaxCoordinate =
    1e8F;  // m: rays from beyond meet nothing, Embree would not bear them
constexpr float kMaxDirection = 1e18F;  // of a component: nor such directions
constexpr double kGrazing = 0.02;  // sine; of flatter rays Embree knows less the flatter they are

// More and less than a distance, by as much as Embree may err about it.
inline float farther(float distance) { return distance * (1.0F + 1e-5F) + 1.2e-3F; }
inline float nearer(float distance) {
  const float less = distance * (1.0F - 1e-5F) - 1.2e-3F;
  return less > 0.0F ? less : 0.0F;
}

// Flushes tiny direction components to zero. Embree's coherent packets treat the reciprocal of a
// component below 1e-18 as positive whatever its sign, and whole packets then lose their hits.
inline float without_noise(float component) {
  const float size = component < 0.0F ? -component : component;
  return size < 1e-12F ? 0.0F : component;
}

template <class Number>
using Eight = std::array<Number, kPacket>;

// Whether Embree can trace a ray. Handles NaN and infinity; written without branches for the
// vectoriser.
inline int is_castable(const Vec3f& origin, const Vec3f& direction, float near, float far) {
  const auto is_within = [](float component, float most) {
    return static_cast<int>(component < most) & static_cast<int>(component > -most);
  };
  return is_within(origin.x(), kMaxCoordinate) & is_within(origin.y(), kMaxCoordinate) &
         is_within(origin.z(), kMaxCoordinate) & is_within(direction.x(), kMaxDirection) &
         is_within(direction.y(), kMaxDirection) & is_within(direction.z(), kMaxDirection) &
         static_cast<int>(near >= 0.0F) & static_cast<int>(!(far < near));
}

// Eight rays with Embree's results.
struct alignas(64) RayPacket {
  RTCRayHit8 traced;
  Eight<int> valid;                // -1, or 0: nothing to cast
  Eight<float> nearest, farthest;  // of what is met for sure

  explicit RayPacket(unsigned mask);
};

// Lanes that are not valid, as those beyond the last ray, have rays that end before they begin:
// without AVX, Embree knows them by that alone.
void fill_packet(std::span<const Ray> rays, RayPacket& packet);

// Intersections of eight rays with the plane of a triangle.
struct alignas(64) PacketMeeting {
  Eight<double> distance, u, v, slope;
  Eight<double> depth;  // see Meeting
};

// As Facet::meet, to the bit. Gives, as bits, the rays that meet the triangle well inside, not
// grazing it, and well between their ends.
unsigned meet_packet(const Facet& facet, const RayPacket& packet, PacketMeeting& meeting);

// Where on a triangle eight rays meet it, in corner weights u and v, and from where.
struct PacketExtent {
  Vec2 least, most;
  bool is_from_front = false;  // all of them
  bool is_from_back = false;
};
PacketExtent extent_of(const PacketMeeting& meeting);

// The rays, as bits, that may meet one of two triangles as near as the other, to the errors of
// Embree. `first`: where they meet the one, well inside and not grazing it.
unsigned find_as_near(const Facet& one, const PacketMeeting& first, const PacketMeeting& second,
                      const Facet& other);

// The places, as bits, where three lists have these numbers.
unsigned find_equal(const std::array<const unsigned*, 3>& lists,
                    const std::array<unsigned, 3>& numbers);

}  // namespace rubble::rays
