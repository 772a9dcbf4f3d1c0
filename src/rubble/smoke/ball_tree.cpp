// SPDX-License-Identifier: Apache-2.0
#include "rubble/smoke/ball_tree.h"

#include <algorithm>
#include <utility>

namespace rubble::smoke {

void BallTree::build(std::vector<SmokeBall> balls) {
  balls_ = std::move(balls);
  nodes_.clear();
  arrays_ = {};
  if (balls_.empty()) return;
  build_node(0, balls_.size());
  for (const SmokeBall& ball : balls_) {
    arrays_.x.push_back(ball.middle.x());
    arrays_.y.push_back(ball.middle.y());
    arrays_.z.push_back(ball.middle.z());
    arrays_.square.push_back(ball.radius * ball.radius);
  }
}

void BallTree::build_node(std::size_t first, std::size_t last) {
  const std::size_t at = nodes_.size();
  nodes_.emplace_back();
  Bounds bounds, middles;
  for (std::size_t i = first; i < last; ++i) {
    const Vec3 reach = Vec3::Constant(balls_[i].radius * (1.0 + 1e-9));
    bounds.add(balls_[i].middle - reach).add(balls_[i].middle + reach);
    middles.add(balls_[i].middle);
  }
  nodes_[at].bounds = bounds;
  if (last - first <= kLeafBalls) {
    nodes_[at].first = static_cast<std::uint32_t>(first);
    nodes_[at].count = static_cast<std::uint32_t>(last - first);
    return;
  }
  int axis = 0;
  (middles.high - middles.low).maxCoeff(&axis);
  const auto begin = balls_.begin();
  const std::size_t half = (first + last) / 2;
  std::nth_element(
      begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(half),
      begin + static_cast<std::ptrdiff_t>(last),
      [&](const SmokeBall& a, const SmokeBall& b) { return a.middle[axis] < b.middle[axis]; });
  build_node(first, half);
  nodes_[at].first = static_cast<std::uint32_t>(nodes_.size());
  build_node(half, last);
}

void BallTree::select(const RayConeBound& cone, BallProfile profile, ConvexBodies& result) const {
  std::vector<std::uint32_t> waiting;
  if (!nodes_.empty()) waiting.push_back(0);
  while (!waiting.empty()) {
    const std::uint32_t at = waiting.back();
    const Node& node = nodes_[at];
    waiting.pop_back();
    if (!cone.may_touch(node.bounds)) continue;
    if (node.count == 0) {
      waiting.push_back(node.first);
      waiting.push_back(at + 1);
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const SmokeBall& ball = balls_[i];
      if (!cone.may_touch(ball.middle, ball.radius)) continue;
      profile == BallProfile::Parabolic ? result.add_soft_ball(ball.middle, ball.radius, ball.smoke)
                                        : result.add_ball(ball.middle, ball.radius, ball.smoke);
    }
  }
}

double BallTree::density_at(const Vec3& point) const {
  double sum = 0.0;
  visit({point, Vec3::UnitX(), 1e-300},
        [&](const Span&, const Smoke& smoke) { sum += smoke.density; });
  return sum;
}

}  // namespace rubble::smoke
