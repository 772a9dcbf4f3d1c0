// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>

#include "rubble/rays/contacts.h"
#include "rubble/rays/packet_kernels.h"
#include "rubble/rays/scene_tree.h"

namespace rubble::rays {

// What Embree says the rays of a packet meet.
struct Proposals {
  // Behind the last one of the packet before.
  std::array<unsigned, kPacket + 1> instance, geometry, triangle;
  std::array<Candidate, kPacket + 1> fixed;  // where something moves: what is fixed and not nearer
  std::size_t count = 0;

  Proposals() {
    for (auto* list : {&instance, &geometry, &triangle}) list->fill(RTC_INVALID_GEOMETRY_ID);
  }
  Candidate operator[](std::size_t i) const { return {instance[i], geometry[i], triangle[i]}; }
  void take(const RTCHit8& hits) {
    for (auto* list : {&instance, &geometry, &triangle}) list->front() = list->back();
    for (std::size_t i = 0; i < kPacket; ++i) {
      instance[i + 1] = hits.instID[0][i];
      geometry[i + 1] = hits.geomID[i];
      triangle[i + 1] = hits.primID[i];
    }
  }
  void take_movers(const RTCHit8& hits) {
    for (std::size_t i = 1; i <= kPacket; ++i) {
      fixed[i] = {};
      if (hits.instID[0][i - 1] == RTC_INVALID_GEOMETRY_ID) continue;
      fixed[i] = (*this)[i];
      instance[i] = hits.instID[0][i - 1];
      geometry[i] = hits.geomID[i - 1];
      triangle[i] = hits.primID[i - 1];
    }
  }
  // Of the lanes of which a triangle is proposed, those with a neighbour of which it is not: next
  // in the list or, in pictures, in the other row of four.
  unsigned lanes_beside_others(const Candidate& what, unsigned lanes) const {
    const unsigned others = ~lanes & ((1U << count) - 1U);
    const unsigned before = (*this)[0] == what ? 0U : 1U;
    return lanes & (before | others << 1U | others >> 1U | others << 4U | others >> 4U);
  }
  // The lanes, as bits, of which a triangle is proposed.
  unsigned lanes_of(const Candidate& what) const {
    return find_equal({&instance[1], &geometry[1], &triangle[1]},
                      {what.instance, what.geometry, what.triangle}) &
           ((1U << count) - 1U);
  }
};

// What the rays of a packet meet.
void hit_packet(const Scene::Tree& tree, const Proposals& proposals, const RayPacket& packet,
                std::span<const Ray> rays, const RayFilter& filter, std::span<Hit> hits);

}  // namespace rubble::rays
