// SPDX-License-Identifier: Apache-2.0
#include "rubble/geometry/extrusion.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace rubble {
namespace {

using Outline = std::vector<Vec2>;
using Triangle2 = std::array<Vec2, 3>;

double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

// Twice the area of a triangle; positive if counter-clockwise.
double turn(const Vec2& a, const Vec2& b, const Vec2& c) { return cross(b - a, c - a); }

double signed_area(const Outline& outline) {
  double sum = 0.0;
  for (std::size_t i = 0; i < outline.size(); ++i)
    sum += cross(outline[i], outline[(i + 1) % outline.size()]);
  return sum / 2;
}

// Even-odd rule.
bool is_inside(const Vec2& point, const Outline& outline) {
  bool inside = false;
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    const Vec2 &a = outline[i], &b = outline[j];
    if ((a.y() > point.y()) == (b.y() > point.y())) continue;
    if (point.x() < (b.x() - a.x()) * (point.y() - a.y()) / (b.y() - a.y()) + a.x())
      inside = !inside;
  }
  return inside;
}

// Without repeated neighbours and a repeated first point at the end.
Outline cleaned(const Outline& outline) {
  Outline points;
  for (const Vec2& point : outline)
    if (points.empty() || (point - points.back()).norm() > 1e-9) points.push_back(point);
  while (points.size() > 1 && (points.front() - points.back()).norm() <= 1e-9) points.pop_back();
  return points;
}

bool triangle_holds(const Triangle2& t, const Vec2& p) {
  return turn(t[0], t[1], p) >= 0 && turn(t[1], t[2], p) >= 0 && turn(t[2], t[0], p) >= 0;
}

bool is_corner_of(const Triangle2& t, const Vec2& p) { return p == t[0] || p == t[1] || p == t[2]; }

bool is_ear(const Outline& outline, const std::vector<std::size_t>& left, std::size_t at) {
  const std::size_t n = left.size();
  const Triangle2 ear{outline[left[(at + n - 1) % n]], outline[left[at]],
                      outline[left[(at + 1) % n]]};
  if (turn(ear[0], ear[1], ear[2]) <= 0) return false;
  return std::none_of(left.begin(), left.end(), [&](std::size_t i) {
    return !is_corner_of(ear, outline[i]) && triangle_holds(ear, outline[i]);
  });
}

// Ear clipping of a counter-clockwise outline. Corners without area are clipped without a triangle.
bool clip_ears(const Outline& outline, std::vector<Triangle2>& triangles) {
  std::vector<std::size_t> left(outline.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  const auto corner = [&](std::size_t at) { return outline[left[at % left.size()]]; };
  while (left.size() >= 3) {
    const std::size_t n = left.size();
    std::size_t at = 0;
    while (at < n && !is_ear(outline, left, at)) ++at;
    if (at < n) {
      triangles.push_back({corner(at + n - 1), corner(at), corner(at + 1)});
    } else {
      at = 0;
      while (at < n && turn(corner(at + n - 1), corner(at), corner(at + 1)) != 0) ++at;
      if (at == n) return false;
    }
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return true;
}

bool segments_cross(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

bool crosses(const Vec2& from, const Vec2& to, const Outline& outline) {
  for (std::size_t i = 0; i < outline.size(); ++i)
    if (segments_cross(from, to, outline[i], outline[(i + 1) % outline.size()])) return true;
  return false;
}

// A point on the bridge between two outlines must not lie on another corner either.
bool touches_corner(const Vec2& from, const Vec2& to, const Outline& outline) {
  return std::any_of(outline.begin(), outline.end(), [&](const Vec2& p) {
    return p != from && p != to && turn(from, to, p) == 0 && (p - from).dot(p - to) < 0;
  });
}

// True if the way from corner `at` to the point starts into the outline's solid side.
bool starts_inside(const Outline& outline, std::size_t at, const Vec2& point) {
  const std::size_t n = outline.size();
  const Vec2 &before = outline[(at + n - 1) % n], &corner = outline[at],
             &after = outline[(at + 1) % n];
  const bool is_convex = turn(before, corner, after) >= 0;
  const bool left_of_in = turn(before, corner, point) > 0;
  const bool left_of_out = turn(corner, after, point) > 0;
  return is_convex ? left_of_in && left_of_out : left_of_in || left_of_out;
}

struct Bridge {
  std::size_t outer = 0;
  std::size_t hole = 0;
  double length = -1.0;
};

// The shortest straight way between an outline and a hole in it that meets nothing else.
Bridge find_bridge(const Outline& outer, const Outline& hole, const std::vector<Outline>& others) {
  Bridge best;
  for (std::size_t i = 0; i < outer.size(); ++i)
    for (std::size_t j = 0; j < hole.size(); ++j) {
      const Vec2 &a = outer[i], &b = hole[j];
      const double length = (a - b).norm();
      if (best.length >= 0 && length >= best.length) continue;
      if (!starts_inside(outer, i, b) || crosses(a, b, outer) || crosses(a, b, hole) ||
          touches_corner(a, b, outer) || touches_corner(a, b, hole))
        continue;
      const bool is_blocked = std::any_of(others.begin(), others.end(), [&](const Outline& other) {
        return crosses(a, b, other) || touches_corner(a, b, other);
      });
      if (!is_blocked) best = {i, j, length};
    }
  return best;
}

Outline joined(const Outline& outer, const Outline& hole, const Bridge& bridge) {
  Outline all(outer.begin(), outer.begin() + static_cast<std::ptrdiff_t>(bridge.outer) + 1);
  for (std::size_t k = 0; k <= hole.size(); ++k)
    all.push_back(hole[(bridge.hole + k) % hole.size()]);
  all.insert(all.end(), outer.begin() + static_cast<std::ptrdiff_t>(bridge.outer), outer.end());
  return all;
}

// Opens the outline towards each hole (clockwise) so that one closed line goes around all.
bool merge_holes(Outline& outer, std::vector<Outline> holes) {
  while (!holes.empty()) {
    const Outline hole = holes.back();
    holes.pop_back();
    const Bridge bridge = find_bridge(outer, hole, holes);
    if (bridge.length < 0) return false;
    outer = joined(outer, hole, bridge);
  }
  return true;
}

class Extruder {
 public:
  explicit Extruder(double height) : height_(static_cast<float>(height)) {}

  void add_cap(const Triangle2& triangle) {
    add_triangle({at(triangle[0], height_), at(triangle[1], height_), at(triangle[2], height_)});
    add_triangle({at(triangle[2], 0), at(triangle[1], 0), at(triangle[0], 0)});
  }

  // The solid lies to the left of the way from a to b.
  void add_side(const Vec2& a, const Vec2& b) {
    add_triangle({at(a, 0), at(b, 0), at(b, height_)});
    add_triangle({at(a, 0), at(b, height_), at(a, height_)});
  }

  Mesh mesh() && {
    Mesh mesh;
    mesh.source = "polyline";
    mesh.parts.push_back(std::move(part_));
    return mesh;
  }

 private:
  static Eigen::Vector3f at(const Vec2& point, float z) {
    return {static_cast<float>(point.x()), static_cast<float>(point.y()), z};
  }

  // Corners are not shared: every face keeps its own flat normal.
  void add_triangle(const std::array<Eigen::Vector3f, 3>& corners) {
    const auto first = static_cast<std::uint32_t>(part_.vertices.size());
    const Eigen::Vector3f normal =
        (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
    for (const Eigen::Vector3f& corner : corners) {
      part_.vertices.push_back(corner);
      part_.normals.push_back(normal);
    }
    part_.triangles.push_back({first, first + 1, first + 2});
  }

  float height_;
  MeshPart part_;
};

std::vector<int> nesting_depths(const std::vector<Outline>& outlines) {
  std::vector<int> depths(outlines.size(), 0);
  for (std::size_t i = 0; i < outlines.size(); ++i)
    for (std::size_t j = 0; j < outlines.size(); ++j)
      if (i != j && is_inside(outlines[i].front(), outlines[j])) ++depths[i];
  return depths;
}

}  // namespace

Result<Mesh> extrude(const std::vector<std::vector<Vec2>>& raw_outlines, double height) {
  std::vector<Outline> outlines;
  for (const Outline& raw : raw_outlines) {
    outlines.push_back(cleaned(raw));
    if (outlines.back().size() < 3 || std::abs(signed_area(outlines.back())) < 1e-12)
      return Error{{}, "a polyline wants at least three points that enclose an area"};
  }
  const std::vector<int> depths = nesting_depths(outlines);
  // Solid counter-clockwise, holes clockwise.
  for (std::size_t i = 0; i < outlines.size(); ++i)
    if ((signed_area(outlines[i]) > 0) != (depths[i] % 2 == 0))
      std::reverse(outlines[i].begin(), outlines[i].end());

  Extruder extruder(height);
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    for (std::size_t k = 0; k < outlines[i].size(); ++k)
      extruder.add_side(outlines[i][k], outlines[i][(k + 1) % outlines[i].size()]);
    if (depths[i] % 2 != 0) continue;
    std::vector<Outline> holes;
    for (std::size_t j = 0; j < outlines.size(); ++j)
      if (depths[j] == depths[i] + 1 && is_inside(outlines[j].front(), outlines[i]))
        holes.push_back(outlines[j]);
    Outline outer = outlines[i];
    std::vector<Triangle2> triangles;
    if (!merge_holes(outer, std::move(holes)) || !clip_ears(outer, triangles))
      return Error{{}, "the lines of a polyline cross each other"};
    for (const Triangle2& triangle : triangles) extruder.add_cap(triangle);
  }
  return std::move(extruder).mesh();
}

}  // namespace rubble
