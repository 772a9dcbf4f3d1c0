// SPDX-License-Identifier: Apache-2.0
// Compiled with the vectoriser on (see CMakeLists.txt).
#include "rubble/rays/packet_kernels.h"

#include <algorithm>
#include <limits>

#include "rubble/base/wide_registers.h"

namespace rubble::rays {
namespace {

template <class Number>
Number size_of(Number number) {
  return number < 0 ? -number : number;
}

inline unsigned bits_of(const Eight<int>& flags) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < kPacket; ++i)
    bits |= static_cast<unsigned>(flags[i] != 0 ? 1 : 0) << i;
  return bits;
}

}  // namespace

RUBBLE_FOR_WIDE_REGISTERS
void fill_packet(std::span<const Ray> rays, RayPacket& packet) {
  Eight<Ray> repeated;
  const Ray* all = rays.data();
  if (rays.size() < kPacket) {
    std::fill(std::copy(rays.begin(), rays.end(), repeated.begin()), repeated.end(), rays.front());
    all = repeated.data();
  }
  for (std::size_t i = 0; i < kPacket; ++i) {
    const Ray& ray = all[i];
    packet.org_x[i] = ray.origin.x();
    packet.org_y[i] = ray.origin.y();
    packet.org_z[i] = ray.origin.z();
    packet.near[i] = ray.near;
    packet.dir_x[i] = ray.direction.x();
    packet.dir_y[i] = ray.direction.y();
    packet.dir_z[i] = ray.direction.z();
    packet.far[i] = ray.far;
  }
  constexpr float kLargest = std::numeric_limits<float>::max();
  for (std::size_t i = 0; i < kPacket; ++i) {
    const int is_castable = static_cast<int>(size_of(packet.org_x[i]) < kFarthest) &
                            static_cast<int>(size_of(packet.org_y[i]) < kFarthest) &
                            static_cast<int>(size_of(packet.org_z[i]) < kFarthest) &
                            static_cast<int>(size_of(packet.dir_x[i]) <= kLargest) &
                            static_cast<int>(size_of(packet.dir_y[i]) <= kLargest) &
                            static_cast<int>(size_of(packet.dir_z[i]) <= kLargest) &
                            static_cast<int>(packet.near[i] >= 0.0F) &
                            static_cast<int>(!(packet.far[i] < packet.near[i]));
    packet.valid[i] = -is_castable;
  }
  for (std::size_t i = rays.size(); i < kPacket; ++i) packet.valid[i] = 0;
  for (std::size_t i = 0; i < kPacket; ++i) {
    packet.dir_x[i] = without_noise(packet.dir_x[i]);
    packet.dir_y[i] = without_noise(packet.dir_y[i]);
    packet.dir_z[i] = without_noise(packet.dir_z[i]);
    packet.nearest[i] = farther(packet.near[i]);
    packet.farthest[i] = nearer(packet.far[i]);
    packet.near[i] = nearer(packet.near[i]);
    packet.far[i] = farther(packet.far[i]);
  }
}

RUBBLE_FOR_WIDE_REGISTERS
unsigned meet_packet(const Facet& facet, const RayPacket& packet, PacketMeeting& meeting) {
  const double nx = facet.normal().x(), ny = facet.normal().y(), nz = facet.normal().z();
  const auto [ux, uy, uz, u0] = facet.weight_u();
  const auto [vx, vy, vz, v0] = facet.weight_v();
  const double h = facet.height_of_origin(), rim = facet.rim();
  for (std::size_t i = 0; i < kPacket; ++i) {
    const double ox = packet.org_x[i], oy = packet.org_y[i], oz = packet.org_z[i];
    const double dx = packet.dir_x[i], dy = packet.dir_y[i], dz = packet.dir_z[i];
    const double slope = nx * dx + ny * dy + nz * dz;
    const double distance = -(nx * ox + ny * oy + nz * oz + h) / slope;
    const double x = ox + distance * dx, y = oy + distance * dy, z = oz + distance * dz;
    const double u = ux * x + uy * y + uz * z + u0, v = vx * x + vy * y + vz * z + v0;
    const double w = 1.0 - u - v;
    const double least = u < v ? u : v;
    meeting.slope[i] = slope;
    meeting.distance[i] = distance;
    meeting.u[i] = u;
    meeting.v[i] = v;
    meeting.depth[i] = least < w ? least : w;
  }
  Eight<int> is_sure;
  for (std::size_t i = 0; i < kPacket; ++i) {
    const double nearest = packet.nearest[i], farthest = packet.farthest[i];
    is_sure[i] = static_cast<int>(meeting.depth[i] >= rim) &
                 static_cast<int>(size_of(meeting.slope[i]) >= kGrazing) &
                 static_cast<int>(meeting.distance[i] >= nearest) &
                 static_cast<int>(meeting.distance[i] <= farthest);
  }
  return bits_of(is_sure);
}

RUBBLE_FOR_WIDE_REGISTERS
PacketExtent extent_of(const PacketMeeting& meeting) {
  const auto least = [](const Eight<double>& numbers) {
    double found = numbers[0];
    for (std::size_t i = 1; i < kPacket; ++i) found = numbers[i] < found ? numbers[i] : found;
    return found;
  };
  const auto most = [](const Eight<double>& numbers) {
    double found = numbers[0];
    for (std::size_t i = 1; i < kPacket; ++i) found = numbers[i] > found ? numbers[i] : found;
    return found;
  };
  return {.least = {least(meeting.u), least(meeting.v)},
          .most = {most(meeting.u), most(meeting.v)},
          .is_from_front = most(meeting.slope) < 0.0,
          .is_from_back = least(meeting.slope) > 0.0};
}

RUBBLE_FOR_WIDE_REGISTERS
unsigned find_equal(const std::array<const unsigned*, 3>& lists,
                    const std::array<unsigned, 3>& numbers) {
  const unsigned *const a = lists[0], *const b = lists[1], *const c = lists[2];
  Eight<int> is_equal;
  for (std::size_t i = 0; i < kPacket; ++i)
    is_equal[i] = static_cast<int>(a[i] == numbers[0]) & static_cast<int>(b[i] == numbers[1]) &
                  static_cast<int>(c[i] == numbers[2]);
  return bits_of(is_equal);
}

}  // namespace rubble::rays
