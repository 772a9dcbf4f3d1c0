// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/coplanar_faces.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <tuple>
#include <unordered_map>

namespace rubble::rays {
namespace {

constexpr double kTilt = 0.02;  // rad: faces at larger angles are close only along a line
constexpr double kBin = 0.1;    // of normals

struct FlatFace {
  std::uint32_t index = 0;
  Vec3 normal, low, high;
};

// --- which pairs may be close: those of similar normals whose boxes touch

using Bin = std::array<int, 3>;

// The bins of all normals within the tilt of one.
template <class Visit>
void visit_bins(const Vec3& normal, Visit visit) {
  const auto bin = [](double component) { return static_cast<int>(std::floor(component / kBin)); };
  Bin least{}, most{};
  for (int axis = 0; axis < 3; ++axis) {
    least[static_cast<std::size_t>(axis)] = bin(normal[axis] - kTilt);
    most[static_cast<std::size_t>(axis)] = bin(normal[axis] + kTilt);
  }
  for (int x = least[0]; x <= most[0]; ++x)
    for (int y = least[1]; y <= most[1]; ++y)
      for (int z = least[2]; z <= most[2]; ++z) visit(Bin{x, y, z});
}

// Sweep and prune along x.
template <class Visit>
void visit_touching(std::vector<FlatFace>& faces, Visit visit) {
  std::sort(faces.begin(), faces.end(), [](const FlatFace& a, const FlatFace& b) {
    return std::tie(a.low.x(), a.index) < std::tie(b.low.x(), b.index);
  });
  for (std::size_t i = 0; i < faces.size(); ++i)
    for (std::size_t j = i + 1; j < faces.size() && faces[j].low.x() <= faces[i].high.x(); ++j)
      if ((faces[i].low.array() <= faces[j].high.array()).all() &&
          (faces[j].low.array() <= faces[i].high.array()).all())
        visit(faces[i], faces[j]);
}

// --- whether they are

bool comes_close(const Face& face, const Vec3& normal, const Face& other, double apart) {
  double least = kInfinity, most = -kInfinity;
  for (const Vec3& corner : other.corners) {
    const double height = normal.dot(corner - face.corners[0]);
    least = std::min(least, height);
    most = std::max(most, height);
  }
  return least <= apart && most >= -apart;
}

// By separating axes in the plane: whether an edge of the first is one.
bool is_separated_by_edge(const Face& face, const Vec3& normal, const Face& other, double rim) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3& from = face.corners[i];
    const Vec3 inwards = normal.cross(face.corners[(i + 1) % 3] - from).normalized();
    double deepest = -kInfinity;
    for (const Vec3& corner : other.corners)
      deepest = std::max(deepest, inwards.dot(corner - from));
    if (!(deepest > rim)) return true;
  }
  return false;
}

bool overlap(const Face& a, const Vec3& normal_a, const Face& b, const Vec3& normal_b, double apart,
             double rim) {
  return comes_close(a, normal_a, b, apart) && comes_close(b, normal_b, a, apart) &&
         !is_separated_by_edge(a, normal_a, b, rim) && !is_separated_by_edge(b, normal_b, a, rim);
}

// As one of the two sees it. A solid on a side hides from there where they overlap.
CoplanarOverlap seen_by(const FlatFace& flat, const FlatFace& other, std::span<const Face> faces) {
  const int solid = faces[flat.index].solid;
  const int solid_of_other =
      flat.normal.dot(other.normal) > 0.0 ? faces[other.index].solid : -faces[other.index].solid;
  return {flat.index, other.index, solid != -1 && solid_of_other != -1,
          solid != 1 && solid_of_other != 1};
}

}  // namespace

std::vector<CoplanarOverlap> find_coplanar_overlaps(std::span<const Face> faces, double apart,
                                                    double rim) {
  std::map<Bin, std::vector<FlatFace>> bins;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const auto& [a, b, c] = faces[i].corners;
    FlatFace flat{.index = static_cast<std::uint32_t>(i), .normal = (b - a).cross(c - a)};
    if (!(flat.normal.norm() > 0.0)) continue;
    flat.normal.normalize();
    flat.low = a.cwiseMin(b).cwiseMin(c) - Vec3::Constant(apart);
    flat.high = a.cwiseMax(b).cwiseMax(c) + Vec3::Constant(apart);
    for (const double sign : {1.0, -1.0})  // faces may look at each other
      visit_bins(sign * flat.normal, [&](const Bin& bin) { bins[bin].push_back(flat); });
  }
  std::vector<CoplanarOverlap> found;
  for (auto& [bin, flats] : bins)
    visit_touching(flats, [&](const FlatFace& a, const FlatFace& b) {
      if (a.normal.cross(b.normal).norm() > kTilt) return;
      const CoplanarOverlap one = seen_by(a, b, faces);
      if (!one.is_seen_from_front && !one.is_seen_from_back) return;
      if (!overlap(faces[a.index], a.normal, faces[b.index], b.normal, apart, rim)) return;
      found.push_back(one);
      found.push_back(seen_by(b, a, faces));
    });
  const auto key = [](const CoplanarOverlap& one) { return std::tie(one.face, one.other); };
  std::sort(found.begin(), found.end(),
            [&](const auto& a, const auto& b) { return key(a) < key(b); });
  found.erase(std::unique(found.begin(), found.end()), found.end());  // faces share several bins
  return found;
}

int solid_side_of(const SurfaceMesh& mesh) {
  // Vertices by place: faces that meet may have one each.
  std::map<std::array<float, 3>, std::uint32_t> numbers;
  std::vector<std::uint32_t> number_of;
  for (const Vec3f& vertex : mesh.vertices) {
    const auto next = static_cast<std::uint32_t>(numbers.size());
    const std::array<float, 3> place{vertex.x(), vertex.y(), vertex.z()};
    number_of.push_back(numbers.try_emplace(place, next).first->second);
  }
  std::unordered_map<std::uint64_t, int> edges;  // how often forth less how often back
  edges.reserve(2 * mesh.triangles.size());
  double volume = 0.0;
  for (const auto& triangle : mesh.triangles) {
    const auto corner = [&](std::size_t i) {
      return Vec3(mesh.vertices[triangle[i % 3]].cast<double>());
    };
    volume += corner(0).dot(corner(1).cross(corner(2)));
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint64_t from = number_of[triangle[i]], to = number_of[triangle[(i + 1) % 3]];
      edges[std::min(from, to) << 32U | std::max(from, to)] += from < to ? 1 : -1;
    }
  }
  const bool is_closed =
      std::all_of(edges.begin(), edges.end(), [](const auto& edge) { return edge.second == 0; });
  if (!is_closed || volume == 0.0) return 0;
  return volume > 0.0 ? 1 : -1;
}

}  // namespace rubble::rays
