// SPDX-License-Identifier: Apache-2.0
// Compiled with the vectoriser on (see CMakeLists.txt).
#include "rubble/rays/packet_kernels.h"

#include <algorithm>
#include <numeric>

#include "rubble/base/wide_registers.h"

namespace rubble::rays {
namespace {

const Ray kNoRay{.far = -1.0F};  // ends before it begins

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

// In lanes that are not valid, the first valid ray, ending before it begins.
void drop_invalid(RayPacket& packet) {
  RTCRay8& ray = packet.traced.ray;
  const auto valid = std::find(packet.valid.begin(), packet.valid.end(), -1);
  const auto first = static_cast<std::size_t>(valid - packet.valid.begin());
  for (std::size_t i = 0; i < kPacket; ++i) {
    if (packet.valid[i] != 0) continue;
    for (auto* list : {ray.org_x, ray.org_y, ray.org_z, ray.dir_x, ray.dir_y, ray.dir_z})
      list[i] = first < kPacket ? list[first] : 0.0F;
    ray.tnear[i] = 1.0F;
    ray.tfar[i] = 0.0F;
  }
}

RUBBLE_FOR_WIDE_REGISTERS
void fill_whole(const Ray* rays, RayPacket& packet) {
  RTCRay8& to = packet.traced.ray;
  for (std::size_t i = 0; i < kPacket; ++i) {
    const Ray& ray = rays[i];
    to.org_x[i] = ray.origin.x();
    to.org_y[i] = ray.origin.y();
    to.org_z[i] = ray.origin.z();
    to.tnear[i] = ray.near;
    to.dir_x[i] = ray.direction.x();
    to.dir_y[i] = ray.direction.y();
    to.dir_z[i] = ray.direction.z();
    to.tfar[i] = ray.far;
  }
  for (std::size_t i = 0; i < kPacket; ++i)
    packet.valid[i] =
        -is_castable({to.org_x[i], to.org_y[i], to.org_z[i]},
                     {to.dir_x[i], to.dir_y[i], to.dir_z[i]}, to.tnear[i], to.tfar[i]);
  int are_valid = -1;
  for (std::size_t i = 0; i < kPacket; ++i) are_valid &= packet.valid[i];
  for (std::size_t i = 0; i < kPacket; ++i) {
    to.dir_x[i] = without_noise(to.dir_x[i]);
    to.dir_y[i] = without_noise(to.dir_y[i]);
    to.dir_z[i] = without_noise(to.dir_z[i]);
    packet.nearest[i] = farther(to.tnear[i]);
    packet.farthest[i] = nearer(to.tfar[i]);
    to.tnear[i] = nearer(to.tnear[i]);
    to.tfar[i] = farther(to.tfar[i]);
  }
  if (are_valid == 0) drop_invalid(packet);
}

}  // namespace

RayPacket::RayPacket(unsigned mask) : traced() {
  std::fill_n(traced.ray.mask, kPacket, mask);
  std::iota(traced.ray.id, traced.ray.id + kPacket, 0U);
}

void fill_packet(std::span<const Ray> rays, RayPacket& packet) {
  if (rays.size() == kPacket) return fill_whole(rays.data(), packet);
  Eight<Ray> some;
  std::fill(std::copy(rays.begin(), rays.end(), some.begin()), some.end(), kNoRay);
  fill_whole(some.data(), packet);
}

RUBBLE_FOR_WIDE_REGISTERS
unsigned meet_packet(const Facet& facet, const RayPacket& packet, PacketMeeting& meeting) {
  const double nx = facet.normal().x(), ny = facet.normal().y(), nz = facet.normal().z();
  const auto [ux, uy, uz, u0] = facet.weight_u();
  const auto [vx, vy, vz, v0] = facet.weight_v();
  const double h = facet.height_of_origin(), rim = facet.rim();
  const RTCRay8& rays = packet.traced.ray;
  for (std::size_t i = 0; i < kPacket; ++i) {
    const double ox = rays.org_x[i], oy = rays.org_y[i], oz = rays.org_z[i];
    const double dx = rays.dir_x[i], dy = rays.dir_y[i], dz = rays.dir_z[i];
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
unsigned find_as_near(const Facet& one, const PacketMeeting& first, const PacketMeeting& second,
                      const Facet& other) {
  const double rims = one.rim_breadth() + kGrazing * other.rim_breadth(), beside = -other.rim();
  Eight<int> is_apart;
  for (std::size_t i = 0; i < kPacket; ++i) {
    // How high the place on the one is over the plane of the other.
    const double height = size_of((first.distance[i] - second.distance[i]) * second.slope[i]);
    is_apart[i] = static_cast<int>(height > rims + 2e-6 * first.distance[i]) |
                  static_cast<int>(second.depth[i] < beside);
  }
  return ~bits_of(is_apart) & ((1U << kPacket) - 1U);
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
