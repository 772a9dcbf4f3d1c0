// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/embree_parts.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>

#include "rubble/base/assert.h"
#include "rubble/rays/packet_kernels.h"

namespace rubble::rays {
namespace {

// Wider instructions than AVX2's gain nothing here. The variable is for tests: what a CPU without
// AVX2 would do.
std::string embree_settings() {
  const char* const most = std::getenv("RUBBLE_EMBREE_ISA");  // sse2, sse4.2, avx or avx2
  return std::string("threads=1,set_affinity=0,max_isa=") + (most != nullptr ? most : "avx2");
}

}  // namespace

RTCDevice new_device() {
  RTCDevice device = rtcNewDevice(embree_settings().c_str());
  RUBBLE_ASSERT(device != nullptr);
  return device;
}

RTCScene new_scene(RTCDevice device) {
  RTCScene scene = rtcNewScene(device);
  rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION);
  rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_MEDIUM);
  return scene;
}

RTCGeometry make_geometry(RTCDevice device, const SurfaceInfo& surface, const Triangles& triangles,
                          const std::vector<double>& rims) {
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  auto* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0,
                                                               RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                                                               3 * triangles.size()));
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (const Vec3& place : grown(triangles[i], rims[i]))
      for (int axis = 0; axis < 3; ++axis) *vertices++ = static_cast<float>(place[axis]);
  auto* indices = static_cast<std::uint32_t*>(
      rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                              3 * sizeof(std::uint32_t), triangles.size()));
  std::iota(indices, indices + 3 * triangles.size(), 0U);
  rtcSetGeometryMask(geometry, kSeen | (surface.casts_shadow ? kCastsShadow : 0U) |
                                   (surface.victim < 0 ? kNotVictim : 0U));
  rtcCommitGeometry(geometry);
  return geometry;
}

std::array<float, 12> columns_of(const Pose& pose) {
  const Mat3 turn = pose.rotation.toRotationMatrix();
  std::array<float, 12> columns{};
  auto next = columns.begin();
  for (int column = 0; column < 3; ++column)
    for (int row = 0; row < 3; ++row) *next++ = static_cast<float>(turn(row, column));
  for (int row = 0; row < 3; ++row)
    *next++ = std::clamp(static_cast<float>(pose.position[row]), -kMaxCoordinate, kMaxCoordinate);
  return columns;
}

}  // namespace rubble::rays
