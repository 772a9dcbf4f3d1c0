// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/surfel_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rubble::slam {
namespace {

constexpr float kMargin = 4.0F;       // m, spare border, so that a growing map is rarely rebuilt
constexpr float kFadeLength = 0.08F;  // m, one sigma of the likelihood around a wall
constexpr float kSameFacing = 0.3F;   // cosine; walls that face further apart are two
constexpr float kMaxWeight = 40.0F;   // points; bounds the memory, so that moved objects fade

// Table of the likelihood, 0..255, over the squared distance.
class Fading {
 public:
  Fading() {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const double squared = (static_cast<double>(i) + 0.5) / kStepsPerSquareMetre;
      values_[i] = static_cast<std::uint8_t>(
          255.0 * std::exp(-squared / (2.0 * static_cast<double>(kFadeLength * kFadeLength))));
    }
  }
  std::uint8_t at(float squared) const {
    const auto step = static_cast<std::size_t>(squared * static_cast<float>(kStepsPerSquareMetre));
    return step < values_.size() ? values_[step] : std::uint8_t{0};
  }

 private:
  static constexpr double kStepsPerSquareMetre = 10000.0;
  std::array<std::uint8_t, 2000> values_{};
};

}  // namespace

SurfelMap::SurfelMap(std::span<const Surfel> surfels, FreeSpace free) : free_(std::move(free)) {
  if (surfels.empty()) return;
  Vec2f low = surfels.front().mean, high = low;
  for (const Surfel& surfel : surfels) {
    low = low.cwiseMin(surfel.mean);
    high = high.cwiseMax(surfel.mean);
  }
  surfels_.assign(surfels.begin(), surfels.end());
  cover(low, high);
}

void SurfelMap::add(std::span<const OrientedPoint> points, const Pose2& map_from_points) {
  if (points.empty()) return;
  const float c = static_cast<float>(std::cos(map_from_points.theta));
  const float s = static_cast<float>(std::sin(map_from_points.theta));
  const Vec2f shift = map_from_points.position().cast<float>();
  const auto turned = [&](const Vec2f& v) {
    return Vec2f(c * v.x() - s * v.y(), s * v.x() + c * v.y());
  };
  Vec2f low = shift + turned(points.front().point), high = low;
  for (const OrientedPoint& point : points) {
    const Vec2f place = shift + turned(point.point);
    low = low.cwiseMin(place);
    high = high.cwiseMax(place);
  }
  cover(low, high);
  for (const OrientedPoint& point : points)
    add_point(shift + turned(point.point), turned(point.normal));
}

void SurfelMap::mark_free(std::span<const OrientedPoint> points, const Vec2f& origin,
                          const Pose2& map_from_points) {
  const auto moved = [&](const Vec2f& point) {
    return Vec2f((map_from_points * Vec2(point.cast<double>())).cast<float>());
  };
  const Vec2f from = moved(origin);
  for (const OrientedPoint& point : points) {
    const Vec2f to = moved(point.point);
    free_.cover(from.cwiseMin(to), from.cwiseMax(to));
    free_.mark(from, to);
  }
}

// Grows the grid to contain the box; if it grew, re-enters all surfels.
void SurfelMap::cover(const Vec2f& low, const Vec2f& high) {
  constexpr int kBorder = kInfluenceCells + 1;
  const bool fits = contains(column_of(low.x()) - kBorder, row_of(low.y()) - kBorder) &&
                    contains(column_of(high.x()) + kBorder, row_of(high.y()) + kBorder);
  if (fits) return;
  Vec2f new_low = low.array() - kMargin, new_high = high.array() + kMargin;
  if (width_ > 0) {
    new_low = new_low.cwiseMin(Vec2f(left_, bottom_));
    new_high = new_high.cwiseMax(Vec2f(left_ + static_cast<float>(width_ * kCell),
                                       bottom_ + static_cast<float>(height_ * kCell)));
  }
  left_ = std::floor(new_low.x() * kPerMetre) / kPerMetre;
  bottom_ = std::floor(new_low.y() * kPerMetre) / kPerMetre;
  width_ = static_cast<int>(std::ceil((new_high.x() - left_) * kPerMetre)) + 1;
  height_ = static_cast<int>(std::ceil((new_high.y() - bottom_) * kPerMetre)) + 1;
  const std::size_t cells = static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  own_.assign(cells, -1);
  nearest_.assign(cells, -1);
  distances_.assign(cells, std::numeric_limits<float>::infinity());
  likelihoods_.assign(cells, 0);
  for (std::size_t i = 0; i < surfels_.size(); ++i) {
    const Vec2f& mean = surfels_[i].mean;
    own_[index_of(column_of(mean.x()), row_of(mean.y()))] = static_cast<std::int32_t>(i);
    update_field(static_cast<std::int32_t>(i));
  }
}

// Merges the point into the surfel of its cell if the normals agree, or creates a surfel.
void SurfelMap::add_point(const Vec2f& point, const Vec2f& normal) {
  const std::size_t cell = index_of(column_of(point.x()), row_of(point.y()));
  if (own_[cell] < 0) {
    own_[cell] = static_cast<std::int32_t>(surfels_.size());
    surfels_.push_back({point, normal, 1.0F});
    update_field(own_[cell]);
    return;
  }
  Surfel& surfel = surfels_[static_cast<std::size_t>(own_[cell])];
  const bool knows_both = !normal.isZero() && !surfel.normal.isZero();
  if (knows_both && normal.dot(surfel.normal) < kSameFacing) return;
  const float share = 1.0F / (surfel.weight + 1.0F);
  surfel.mean += share * (point - surfel.mean);
  surfel.weight = std::min(surfel.weight + 1.0F, kMaxWeight);
  if (surfel.normal.isZero()) surfel.normal = normal;
  if (knows_both) surfel.normal = (surfel.normal + share * (normal - surfel.normal)).normalized();
}

// Updates nearest surfel and likelihood of the cells around a surfel.
void SurfelMap::update_field(std::int32_t index) {
  static const Fading fading;
  const Vec2f mean = surfels_[static_cast<std::size_t>(index)].mean;
  const int column = column_of(mean.x()), row = row_of(mean.y());
  constexpr float kCellSize = static_cast<float>(kCell);
  for (int dy = -kInfluenceCells; dy <= kInfluenceCells; ++dy)
    for (int dx = -kInfluenceCells; dx <= kInfluenceCells; ++dx) {
      const std::size_t cell = index_of(column + dx, row + dy);
      const Vec2f middle(left_ + (static_cast<float>(column + dx) + 0.5F) * kCellSize,
                         bottom_ + (static_cast<float>(row + dy) + 0.5F) * kCellSize);
      const float squared = (middle - mean).squaredNorm();
      if (squared >= distances_[cell]) continue;
      distances_[cell] = squared;
      likelihoods_[cell] = fading.at(squared);
      nearest_[cell] = index;
    }
}

}  // namespace rubble::slam
