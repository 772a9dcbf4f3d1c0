// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/coplanar_faces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>

namespace rubble::rays {
namespace {

constexpr double kTilt = 0.02;  // rad: faces at larger angles are close only along a line

struct FlatFace {
  std::uint32_t index = 0;
  Vec3 normal, low, high;
};

// --- which pairs may be close: those whose boxes touch

bool touch(const Vec3& low, const Vec3& high, const Vec3& other_low, const Vec3& other_high) {
  return (low.array() <= other_high.array()).all() && (other_low.array() <= high.array()).all();
}

// A tree of bounding boxes, each split in half along its longest side.
class BoxTree {
 public:
  explicit BoxTree(std::vector<FlatFace>& faces) : faces_(faces) {
    if (!faces.empty()) build(0, faces.size());
  }

  // Calls for each pair of faces whose boxes touch.
  template <class Visit>
  void visit_touching(Visit visit) const {
    if (!nodes_.empty()) visit_within(0, visit);
  }

 private:
  static constexpr std::size_t kLeaf = 4;  // faces

  struct Node {
    Vec3 low, high;
    std::size_t first = 0, last = 0;  // of the faces
    std::size_t second = 0;           // child; the first one is next; 0: a leaf
    bool is_leaf() const { return second == 0; }
  };

  std::size_t build(std::size_t first, std::size_t last) {
    const std::size_t index = nodes_.size();
    Node node{.low = faces_[first].low, .high = faces_[first].high, .first = first, .last = last};
    for (std::size_t i = first; i < last; ++i) {
      node.low = node.low.cwiseMin(faces_[i].low);
      node.high = node.high.cwiseMax(faces_[i].high);
    }
    nodes_.push_back(node);
    if (last - first <= kLeaf) return index;
    Eigen::Index axis = 0;
    (node.high - node.low).maxCoeff(&axis);
    const std::size_t middle = (first + last) / 2;
    const auto at = [&](std::size_t i) { return faces_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(first), at(middle), at(last), [&](const FlatFace& a, const FlatFace& b) {
      return a.low[axis] + a.high[axis] < b.low[axis] + b.high[axis];
    });
    build(first, middle);
    const std::size_t second = build(middle, last);
    nodes_[index].second = second;
    return index;
  }

  template <class Visit>
  void visit_within(std::size_t index, Visit& visit) const {
    const Node& node = nodes_[index];
    if (!node.is_leaf()) {
      visit_within(index + 1, visit);
      visit_within(node.second, visit);
      visit_between(index + 1, node.second, visit);
      return;
    }
    for (std::size_t i = node.first; i < node.last; ++i)
      for (std::size_t j = i + 1; j < node.last; ++j) visit_pair(i, j, visit);
  }

  template <class Visit>
  void visit_between(std::size_t one, std::size_t other, Visit& visit) const {
    const Node &a = nodes_[one], &b = nodes_[other];
    if (!touch(a.low, a.high, b.low, b.high)) return;
    if (a.is_leaf() && b.is_leaf()) {
      for (std::size_t i = a.first; i < a.last; ++i)
        for (std::size_t j = b.first; j < b.last; ++j) visit_pair(i, j, visit);
    } else if (b.is_leaf() || (!a.is_leaf() && a.last - a.first >= b.last - b.first)) {
      visit_between(one + 1, other, visit);
      visit_between(a.second, other, visit);
    } else {
      visit_between(one, other + 1, visit);
      visit_between(one, b.second, visit);
    }
  }

  template <class Visit>
  void visit_pair(std::size_t i, std::size_t j, Visit& visit) const {
    const FlatFace &a = faces_[i], &b = faces_[j];
    if (touch(a.low, a.high, b.low, b.high)) visit(a, b);
  }

  std::vector<FlatFace>& faces_;
  std::vector<Node> nodes_;
};

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
  std::vector<FlatFace> flats;
  flats.reserve(faces.size());
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const auto& [a, b, c] = faces[i].corners;
    FlatFace flat{.index = static_cast<std::uint32_t>(i), .normal = (b - a).cross(c - a)};
    if (!(flat.normal.norm() > 0.0)) continue;
    flat.normal.normalize();
    flat.low = a.cwiseMin(b).cwiseMin(c) - Vec3::Constant(apart);
    flat.high = a.cwiseMax(b).cwiseMax(c) + Vec3::Constant(apart);
    flats.push_back(flat);
  }
  std::vector<CoplanarOverlap> found;
  BoxTree(flats).visit_touching([&](const FlatFace& a, const FlatFace& b) {
    if (a.normal.cross(b.normal).squaredNorm() > kTilt * kTilt) return;
    const CoplanarOverlap one = seen_by(a, b, faces);
    if (!one.is_seen_from_front && !one.is_seen_from_back) return;
    if (!overlap(faces[a.index], a.normal, faces[b.index], b.normal, apart, rim)) return;
    found.push_back(one);
    found.push_back(seen_by(b, a, faces));
  });
  std::sort(found.begin(), found.end(), [](const CoplanarOverlap& a, const CoplanarOverlap& b) {
    return std::tie(a.face, a.other) < std::tie(b.face, b.other);
  });
  return found;
}

MeshTopology topology_of(const SurfaceMesh& mesh) {
  constexpr double kSmooth = 0.94;  // cosine of 20 degrees
  std::map<std::array<float, 3>, std::uint64_t> numbers;
  std::vector<std::uint64_t> number_of;
  for (const Vec3f& vertex : mesh.vertices) {
    const std::array<float, 3> place{vertex.x(), vertex.y(), vertex.z()};
    number_of.push_back(numbers.try_emplace(place, numbers.size()).first->second);
  }
  struct Edge {
    int balance = 0;  // how often forth less how often back
    int count = 0;
    std::array<std::uint32_t, 2> triangles{};
    std::array<std::size_t, 2> corners{};  // opposite
  };
  std::unordered_map<std::uint64_t, Edge> edges;
  edges.reserve(2 * mesh.triangles.size());
  std::vector<Vec3> normals;
  double volume = 0.0, moved = 0.0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& triangle = mesh.triangles[t];
    const auto corner = [&](std::size_t i) {
      return Vec3(mesh.vertices[triangle[i]].cast<double>());
    };
    normals.push_back((corner(1) - corner(0)).cross(corner(2) - corner(0)).normalized());
    const double part = corner(0).dot(corner(1).cross(corner(2)));
    volume += part;
    moved += std::abs(part);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint64_t from = number_of[triangle[i]], to = number_of[triangle[(i + 1) % 3]];
      Edge& edge = edges[std::min(from, to) << 32U | std::max(from, to)];
      edge.balance += from < to ? 1 : -1;
      if (edge.count < 2) {
        edge.triangles[static_cast<std::size_t>(edge.count)] = static_cast<std::uint32_t>(t);
        edge.corners[static_cast<std::size_t>(edge.count)] = (i + 2) % 3;
      }
      ++edge.count;
    }
  }
  constexpr std::uint32_t kNone = MeshTopology::kNone;
  MeshTopology topology;
  topology.neighbours.assign(mesh.triangles.size(), {kNone, kNone, kNone});
  bool is_closed = true;
  for (const auto& [key, edge] : edges) {
    is_closed = is_closed && edge.balance == 0;
    if (edge.count != 2) continue;
    const auto& [one, other] = edge.triangles;
    if (std::abs(normals[one].dot(normals[other])) < kSmooth) continue;
    topology.neighbours[one][edge.corners[0]] = other;
    topology.neighbours[other][edge.corners[1]] = one;
  }
  // A sheet with two sides has no volume.
  if (is_closed && std::abs(volume) > 1e-6 * moved) topology.solid = volume > 0.0 ? 1 : -1;
  return topology;
}

}  // namespace rubble::rays
