// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/oriented_scan.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace rubble::slam {
namespace {

constexpr int kNeighbours = 4;         // to each side, at most
constexpr float kNearGap = 0.12F;      // m; wider gaps between neighbours may be two walls
constexpr float kGapPerMetre = 0.06F;  // and so much more for each metre of range
constexpr float kWidth = 0.25F;        // of length: what is thicker is no line
constexpr float kSlack = 0.03F;        // m of thickness that noise may make

bool is_joined(const Vec2f& a, const Vec2f& b, const Vec2f& origin) {
  return (a - b).norm() < kNearGap + kGapPerMetre * (a - origin).norm();
}

// First and last of the neighbours that lie on one wall with point i.
std::pair<int, int> neighbours_of(const std::vector<Vec2f>& hits, const Vec2f& origin, int i) {
  const int count = static_cast<int>(hits.size());
  const auto at = [&](int k) { return hits[static_cast<std::size_t>(k)]; };
  int first = i, last = i;
  while (first > 0 && i - first < kNeighbours && is_joined(at(first), at(first - 1), origin))
    --first;
  while (last + 1 < count && last - i < kNeighbours && is_joined(at(last), at(last + 1), origin))
    ++last;
  return {first, last};
}

Vec2f normal_of(std::span<const Vec2f> points, const Vec2f& towards) {
  if (points.size() < 3) return Vec2f::Zero();
  Vec2f mean = Vec2f::Zero();
  for (const Vec2f& point : points) mean += point;
  mean /= static_cast<float>(points.size());
  float xx = 0.0F, xy = 0.0F, yy = 0.0F;
  for (const Vec2f& point : points) {
    const Vec2f d = point - mean;
    xx += d.x() * d.x(), xy += d.x() * d.y(), yy += d.y() * d.y();
  }
  const float middle = 0.5F * (xx + yy);
  const float spread = std::hypot(0.5F * (xx - yy), xy);
  const float length = std::sqrt(std::max(0.0F, middle + spread));
  const float width = std::sqrt(std::max(0.0F, middle - spread));
  if (width > kWidth * length + kSlack) return Vec2f::Zero();
  const float angle = 0.5F * std::atan2(2.0F * xy, xx - yy);
  const Vec2f normal(-std::sin(angle), std::cos(angle));
  return normal.dot(towards - mean) >= 0.0F ? normal : Vec2f(-normal);
}

}  // namespace

std::vector<OrientedPoint> oriented_points(const PlanarScan& scan) {
  std::vector<OrientedPoint> points(scan.hits.size());
  for (int i = 0; i < static_cast<int>(scan.hits.size()); ++i) {
    const auto [first, last] = neighbours_of(scan.hits, scan.origin, i);
    const std::span<const Vec2f> wall(scan.hits.begin() + first, scan.hits.begin() + last + 1);
    points[static_cast<std::size_t>(i)] = {scan.hits[static_cast<std::size_t>(i)],
                                           normal_of(wall, scan.origin)};
  }
  return points;
}

std::vector<OrientedPoint> thinned(std::span<const OrientedPoint> points, double spacing) {
  std::vector<std::pair<std::int64_t, std::uint32_t>> squares;
  squares.reserve(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    const auto column = std::llround(static_cast<double>(points[i].point.x()) / spacing);
    const auto row = std::llround(static_cast<double>(points[i].point.y()) / spacing);
    squares.emplace_back((row << 32) + column, i);
  }
  std::sort(squares.begin(), squares.end());
  std::vector<std::uint32_t> kept;
  for (std::size_t i = 0; i < squares.size(); ++i)
    if (i == 0 || squares[i].first != squares[i - 1].first) kept.push_back(squares[i].second);
  std::sort(kept.begin(), kept.end());
  std::vector<OrientedPoint> result;
  result.reserve(kept.size());
  for (const std::uint32_t i : kept) result.push_back(points[i]);
  return result;
}

}  // namespace rubble::slam
