// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <span>
#include <tuple>
#include <vector>

#include "rubble/rays/coplanar_faces.h"
#include "rubble/rays/facet.h"
#include "rubble/rays/packet_kernels.h"
#include "rubble/rays/scene_tree.h"

namespace rubble::rays {

// Embree computes in float, on one CPU with fused multiply-add, on another without: what it says of
// rays that pass an edge, and of two surfaces at one distance, differs. So it only proposes. Its
// triangles are larger than they are by a rim, wider than it errs; where a ray meets is computed
// exactly, and where it meets a rim, or what a neighbour meets at the same distance, all that is
// near is weighed by exact arithmetic. Of faces in one plane it may take either: they are known
// beforehand, and where one lies over another all are weighed too. For worlds of up to 100 m.
constexpr double kEdge = 1e-9;   // of corner weights: lines through a common edge meet a triangle
constexpr double kAlong = 2e-4;  // sine: such a ray goes along a face

// A triangle that Embree says a ray may meet.
struct Candidate {
  unsigned instance = RTC_INVALID_GEOMETRY_ID;
  unsigned geometry = RTC_INVALID_GEOMETRY_ID;
  unsigned triangle = 0;

  bool is_valid() const { return geometry != RTC_INVALID_GEOMETRY_ID; }
  bool moves() const { return instance != RTC_INVALID_GEOMETRY_ID; }
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

// A candidate by exact arithmetic.
struct Contact {
  Meeting at;
  const Facet* facet = nullptr;
  Candidate candidate;
  const std::array<std::uint32_t, 3>* neighbours = nullptr;  // see MeshTopology

  // How much Embree errs about it, in breadths of the rim: the more the flatter the ray.
  double doubt() const { return kGrazing / std::abs(at.slope); }
  double error() const { return doubt() * facet->rim_breadth() + 1e-6 * at.distance; }  // m
  bool is_grazed() const { return std::abs(at.slope) < kGrazing; }
  // Nothing that Embree puts before it is farther off than this.
  double latest() const { return is_grazed() ? at.distance + error() : at.distance; }
  bool is_met(const Ray& ray) const {
    if (is_grazed()) return is_met_grazing(ray);
    return at.depth() >= -kEdge && at.distance >= static_cast<double>(ray.near) &&
           at.distance <= static_cast<double>(ray.far);
  }
  // At an edge a ray that grazes meets only what Embree is bound to find. A ray along the face does
  // not meet it.
  bool is_met_grazing(const Ray& ray) const { return is_beside_no_edge(-kEdge) && is_between(ray); }
  // Where the surface goes on Embree may name the triangle next to the one that is met.
  bool may_be_met(const Ray& ray) const {
    if (!is_grazed()) return is_met(ray);
    return is_beside_no_edge(-doubt() * facet->rim()) && is_between(ray);
  }
  bool is_beside_no_edge(double least_where_surface_goes_on) const {
    const double strip = doubt() * facet->rim();
    for (std::size_t i = 0; i < 3; ++i) {
      const bool goes_on = neighbours != nullptr && (*neighbours)[i] != MeshTopology::kNone;
      if (!(weights()[i] >= (goes_on ? least_where_surface_goes_on : strip))) return false;
    }
    return true;
  }
  bool is_between(const Ray& ray) const {
    return std::abs(at.slope) >= kAlong && at.distance - error() >= static_cast<double>(ray.near) &&
           latest() <= static_cast<double>(ray.far);
  }
  std::array<double, 3> weights() const { return {1.0 - at.u - at.v, at.u, at.v}; }
  // Met, and too far inside for another triangle to share the place.
  bool is_sure(const Ray& ray) const {
    return at.depth() >= facet->rim() && !is_grazed() &&
           at.distance >= static_cast<double>(farther(ray.near)) &&
           at.distance <= static_cast<double>(nearer(ray.far));
  }
};

Contact contact_of(const Scene::Tree& tree, const Candidate& candidate, const Ray& ray);
Hit hit_of(const Scene::Tree& tree, const Contact& contact);

// Who counts at one distance: what moves before what is fixed, and what came later into the world
// before what it came upon.
inline auto rank_of(const Candidate& one) {
  return std::tuple(one.instance, ~one.geometry, one.triangle);
}

// Whether the first of two counts, if there is no third.
bool is_before(const Contact& a, const Contact& b);
// Nearest first.
void sort(std::vector<Contact>& contacts);

// All that a ray meets, in no order. mask: of geometries, which bits count.
std::vector<Contact> contacts_of(const Scene::Tree& tree, const Ray& ray, const RayFilter& filter,
                                 unsigned mask = kSeen);
// The nearest of all that a ray meets. `proposed`: what Embree says.
Hit nearest_hit(const Scene::Tree& tree, const Contact& proposed, const Ray& ray,
                const RayFilter& filter);

// Embree's context and what a filter needs beside it.
struct CastContext {
  RTCIntersectContext embree;
  const Scene::Tree* tree = nullptr;
  std::span<const int> ignored_surfaces;
  const Ray* rays = nullptr;                 // of the packet under way
  std::vector<Contact>* contacts = nullptr;  // where all that one ray meets is collected
};

CastContext make_context(const Scene::Tree& tree, const RayFilter& filter,
                         RTCIntersectContextFlags flags, RTCFilterFunctionN filter_function);
// Filters. Drops hits on surfaces the eye does not see.
void drop_ignored_surfaces(const RTCFilterFunctionNArguments* arguments);
// Drops what is not met by exact arithmetic.
void keep_any(const RTCFilterFunctionNArguments* arguments);

}  // namespace rubble::rays
