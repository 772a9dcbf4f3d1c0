// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rubble/smoke/convex.h"

namespace rubble::smoke {

struct SmokeBall {
  Vec3 middle = Vec3::Zero();
  double radius = 0.0;  // m
  Smoke smoke;
};

// Radial density profile of a plume particle. Lasers use uniform balls, as the published model
// does. Cameras use parabolic ones of the same mass, since real smoke has no sharp surface.
enum class BallProfile { Uniform, Parabolic };

// Bounding volume hierarchy over balls of smoke.
class BallTree {
 public:
  void build(std::vector<SmokeBall> balls);
  bool is_empty() const { return nodes_.empty(); }
  const std::vector<SmokeBall>& balls() const { return balls_; }

  // Calls visit(const Span&, const Smoke&) for every ball the line crosses.
  template <class Visit>
  void visit(const Line& line, Visit&& visit) const;
  double density_at(const Vec3& point) const;
  // Appends the balls that a line inside the cone may hit to `result`, in the order of visit().
  void select(const RayConeBound& cone, BallProfile profile, ConvexBodies& result) const;

 private:
  static constexpr std::size_t kLeafBalls = 8;
  struct Node {
    Bounds bounds;
    std::uint32_t first = 0;  // ball of a leaf, right child of an inner node
    std::uint32_t count = 0;  // 0 = inner node, its left child follows
  };
  void build_node(std::size_t first, std::size_t last);
  static bool touches(const KernelLine& line, const Bounds& bounds);

  std::vector<SmokeBall> balls_;
  Balls arrays_;  // the same balls, for the kernel
  std::vector<Node> nodes_;
};

inline bool BallTree::touches(const KernelLine& line, const Bounds& bounds) {
  const double x0 = (bounds.low.x() - line.ox) * line.ix,
               x1 = (bounds.high.x() - line.ox) * line.ix;
  const double y0 = (bounds.low.y() - line.oy) * line.iy,
               y1 = (bounds.high.y() - line.oy) * line.iy;
  const double z0 = (bounds.low.z() - line.oz) * line.iz,
               z1 = (bounds.high.z() - line.oz) * line.iz;
  double start = 0.0, end = line.length;
  start = std::max(start, std::min(x0, x1));
  start = std::max(start, std::min(y0, y1));
  start = std::max(start, std::min(z0, z1));
  end = std::min(end, std::max(x0, x1));
  end = std::min(end, std::max(y0, y1));
  end = std::min(end, std::max(z0, z1));
  return start <= end;
}

template <class Visit>
void BallTree::visit(const Line& line, Visit&& visit) const {
  if (nodes_.empty()) return;
  const KernelLine kernel_line(line);
  std::array<double, kLeafBalls> starts, ends;
  std::array<std::uint32_t, 64> waiting;
  std::size_t waiting_count = 0;
  waiting[waiting_count++] = 0;
  while (waiting_count > 0) {
    const std::uint32_t at = waiting[--waiting_count];
    const Node& node = nodes_[at];
    if (!touches(kernel_line, node.bounds)) continue;
    if (node.count == 0) {
      waiting[waiting_count++] = node.first;
      waiting[waiting_count++] = at + 1;
      continue;
    }
    cross(arrays_, {node.first, node.count}, kernel_line, starts.data(), ends.data());
    for (std::size_t i = 0; i < node.count; ++i)
      if (starts[i] < ends[i]) visit(Span{starts[i], ends[i]}, balls_[node.first + i].smoke);
  }
}

}  // namespace rubble::smoke
