// SPDX-License-Identifier: Apache-2.0
#include "rubble/smoke/mesh_volume.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "rubble/base/assert.h"

namespace rubble::smoke {
namespace {

constexpr std::size_t kLeafTriangles = 4;

// +1 if the line, seen from ahead, passes to the left of the edge from a to b. A line exactly
// through the edge is taken to run an infinitely small way beside it, always the same way, so that
// of the faces around an edge or a corner exactly the right ones are met.
int side_of(const Vec2& a, const Vec2& b) {
  const double turn = a.x() * b.y() - a.y() * b.x();
  if (turn != 0.0) return turn > 0.0 ? 1 : -1;
  if (a.y() != b.y()) return a.y() > b.y() ? 1 : -1;
  if (a.x() != b.x()) return b.x() > a.x() ? 1 : -1;
  return 0;
}

// Crossed by an even number of faces in each sense, as edges of a mesh with one sense must be.
bool has_one_sense(const Mesh& mesh) { return edge_use(mesh).is_oriented; }

}  // namespace

// The line looked along: it runs along one axis of a sheared frame, through the origin.
class MeshVolume::Beam {
 public:
  explicit Beam(const Line& line) : origin_(line.origin) {
    line.direction.cwiseAbs().maxCoeff(&depth_);
    across_ = (depth_ + 1) % 3;
    up_ = (depth_ + 2) % 3;
    pace_ = 1.0 / line.direction[depth_];
    shear_ = Vec2(line.direction[across_], line.direction[up_]) * pace_;
    inverse_ = line.direction.cwiseInverse();
  }

  std::optional<Crossing> crossing(const Triangle& triangle) const {
    const Vec3 m[3] = {triangle[0] - origin_, triangle[1] - origin_, triangle[2] - origin_};
    const Vec2 a = flat(m[0]), b = flat(m[1]), c = flat(m[2]);
    const int side = side_of(a, b);
    if (side == 0 || side_of(b, c) != side || side_of(c, a) != side) return std::nullopt;
    const double wa = std::abs(cross2(b, c)), wb = std::abs(cross2(c, a)),
                 wc = std::abs(cross2(a, b));
    const double sum = wa + wb + wc;
    if (!(sum > 0.0)) return std::nullopt;
    const double depth = (wa * m[0][depth_] + wb * m[1][depth_] + wc * m[2][depth_]) / sum;
    return Crossing{depth * pace_, side};
  }

  // Of the endless line; generous by more than rounding.
  bool touches(const Bounds& bounds) const {
    double start = -1e300, end = 1e300;
    for (int axis = 0; axis < 3; ++axis) {
      const double slack = 1e-9 * (1.0 + std::abs(origin_[axis]));
      const double t0 = (bounds.low[axis] - slack - origin_[axis]) * inverse_[axis];
      const double t1 = (bounds.high[axis] + slack - origin_[axis]) * inverse_[axis];
      start = std::max(start, std::min(t0, t1));
      end = std::min(end, std::max(t0, t1));
    }
    return start <= end;
  }

 private:
  static double cross2(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }
  Vec2 flat(const Vec3& m) const {
    return {m[across_] - shear_.x() * m[depth_], m[up_] - shear_.y() * m[depth_]};
  }

  Vec3 origin_;
  Vec3 inverse_;
  Vec2 shear_;
  double pace_ = 1.0;
  int depth_ = 0, across_ = 1, up_ = 2;
};

MeshVolume::MeshVolume(const Mesh& mesh, const Vec3& scale) : is_oriented_(has_one_sense(mesh)) {
  for (const MeshPart& part : mesh.parts)
    for (const auto& corners : part.triangles) {
      Triangle triangle;
      for (std::size_t i = 0; i < 3; ++i)
        triangle[i] = part.vertices[corners[i]].cast<double>().cwiseProduct(scale);
      triangles_.push_back(triangle);
    }
  RUBBLE_ASSERT(!triangles_.empty());
  build(0, triangles_.size());
}

void MeshVolume::build(std::size_t first, std::size_t last) {
  const std::size_t at = nodes_.size();
  nodes_.emplace_back();
  Bounds bounds, middles;
  const auto middle = [](const Triangle& t) -> Vec3 { return (t[0] + t[1] + t[2]) / 3.0; };
  for (std::size_t i = first; i < last; ++i) {
    for (const Vec3& corner : triangles_[i]) bounds.add(corner);
    middles.add(middle(triangles_[i]));
  }
  nodes_[at].bounds = bounds;
  if (last - first <= kLeafTriangles) {
    nodes_[at].first = static_cast<std::uint32_t>(first);
    nodes_[at].count = static_cast<std::uint32_t>(last - first);
    return;
  }
  int axis = 0;
  (middles.high - middles.low).maxCoeff(&axis);
  const auto begin = triangles_.begin();
  const std::size_t half = (first + last) / 2;
  std::nth_element(
      begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(half),
      begin + static_cast<std::ptrdiff_t>(last),
      [&](const Triangle& a, const Triangle& b) { return middle(a)[axis] < middle(b)[axis]; });
  build(first, half);
  nodes_[at].first = static_cast<std::uint32_t>(nodes_.size());
  build(half, last);
}

bool MeshVolume::find_crossings(const Line& line, std::vector<Crossing>& crossings) const {
  crossings.clear();
  const Beam beam(line);
  std::array<std::uint32_t, 64> waiting;
  std::size_t waiting_count = 0;
  waiting[waiting_count++] = 0;
  int balance = 0;
  while (waiting_count > 0) {
    const std::uint32_t at = waiting[--waiting_count];
    const Node& node = nodes_[at];
    if (!beam.touches(node.bounds)) continue;
    if (node.count == 0) {
      waiting[waiting_count++] = node.first;
      waiting[waiting_count++] = at + 1;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
      if (const auto crossing = beam.crossing(triangles_[i])) {
        crossings.push_back(*crossing);
        balance += crossing->sense;
      }
  }
  std::sort(crossings.begin(), crossings.end(),
            [](const Crossing& a, const Crossing& b) { return a.s < b.s; });
  return is_oriented_ ? balance == 0 : crossings.size() % 2 == 0;
}

void MeshVolume::cross(const Line& line, std::vector<Span>& spans) const {
  spans.clear();
  thread_local std::vector<Crossing> crossings;
  // Rounding at a corner, or a corner in the middle of an edge, may cheat the count for a line
  // within 1e-15 m of it. Such a line is moved aside by a billionth of a metre.
  Line moved = line;
  for (int attempt = 1; !find_crossings(moved, crossings) && attempt <= 4; ++attempt)
    moved.origin = line.origin + attempt * 1e-9 * Vec3(0.61, -0.53, 0.59);
  int depth = 0;
  double entry = 0.0;
  for (const Crossing& crossing : crossings) {
    const bool was_inside = is_oriented_ ? depth != 0 : depth % 2 != 0;
    depth += is_oriented_ ? crossing.sense : 1;
    const bool is_inside = is_oriented_ ? depth != 0 : depth % 2 != 0;
    if (is_inside && !was_inside) entry = crossing.s;
    if (is_inside || !was_inside) continue;
    const Span span{std::max(0.0, entry), std::min(line.length, crossing.s)};
    if (span.start < span.end) spans.push_back(span);
  }
}

bool MeshVolume::contains(const Vec3& point) const {
  thread_local std::vector<Span> spans;
  cross({point, Vec3::UnitX(), 1e-300}, spans);
  return !spans.empty();
}

}  // namespace rubble::smoke
