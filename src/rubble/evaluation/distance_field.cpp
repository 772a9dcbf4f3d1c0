// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/distance_field.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rubble::evaluation {
namespace {

constexpr float kFar = 1e12F;  // squared cells

// Squared distances along one line, from those across it (Felzenszwalb and Huttenlocher 2012):
// the lower envelope of a parabola on each cell.
class LineTransform {
 public:
  explicit LineTransform(std::size_t length)
      : values_(length), places_(length), bounds_(length + 1) {}

  std::vector<float>& values() { return values_; }

  template <class Put>
  void run(const Put& put) {
    const std::size_t top = envelope();
    std::size_t k = 0;
    for (std::size_t q = 0; q < values_.size(); ++q) {
      while (k < top && bounds_[k + 1] < static_cast<double>(q)) ++k;
      const double away = static_cast<double>(q) - static_cast<double>(places_[k]);
      put(q, static_cast<float>(away * away + static_cast<double>(values_[places_[k]])));
    }
  }

 private:
  double crossing(std::size_t a, std::size_t b) const {
    const auto x = static_cast<double>(a), y = static_cast<double>(b);
    return (static_cast<double>(values_[b]) + y * y - static_cast<double>(values_[a]) - x * x) /
           (2.0 * (y - x));
  }

  std::size_t envelope() {
    std::size_t top = 0;
    places_[0] = 0;
    bounds_[0] = -std::numeric_limits<double>::infinity();
    for (std::size_t q = 1; q < values_.size(); ++q) {
      double from = crossing(places_[top], q);
      while (top > 0 && from <= bounds_[top]) from = crossing(places_[--top], q);
      places_[++top] = q;
      bounds_[top] = from;
    }
    return top;
  }

  std::vector<float> values_;
  std::vector<std::size_t> places_;
  std::vector<double> bounds_;
};

void transform_lines(std::vector<float>& cells, std::size_t lines, std::size_t length,
                     std::size_t line_step, std::size_t step) {
  LineTransform transform(length);
  for (std::size_t line = 0; line < lines; ++line) {
    float* const first = cells.data() + line * line_step;
    for (std::size_t i = 0; i < length; ++i) transform.values()[i] = first[i * step];
    transform.run([&](std::size_t i, float value) { first[i * step] = value; });
  }
}

}  // namespace

CellState state_of(std::uint8_t cell) {
  constexpr int kSurelyFree = 25, kSurelyWall = 65, kMaxPercent = 100;
  if (cell > kMaxPercent) return CellState::Unknown;
  if (cell >= kSurelyWall) return CellState::Wall;
  return cell <= kSurelyFree ? CellState::Free : CellState::Unknown;
}

std::vector<Vec2> wall_points(const maps::OccupancyMap& map) {
  std::vector<Vec2> points;
  for (int row = 0; row < map.height; ++row)
    for (int column = 0; column < map.width; ++column)
      if (state_of(map.at(column, row)) == CellState::Wall)
        points.push_back(map.origin *
                         Vec2((column + 0.5) * map.resolution, (row + 0.5) * map.resolution));
  return points;
}

DistanceField::DistanceField(const maps::OccupancyMap& map)
    : width_(map.width),
      height_(map.height),
      resolution_(map.resolution),
      grid_from_map_(map.origin.inverse()) {
  const auto columns = static_cast<std::size_t>(width_), rows = static_cast<std::size_t>(height_);
  distances_.resize(columns * rows);
  for (std::size_t i = 0; i < distances_.size(); ++i)
    distances_[i] = state_of(map.cells[i]) == CellState::Wall ? 0.0F : kFar;
  transform_lines(distances_, rows, columns, columns, 1);
  transform_lines(distances_, columns, rows, 1, columns);
  for (float& distance : distances_)
    distance = static_cast<float>(resolution_) * std::sqrt(distance);
}

double DistanceField::distance(const Vec2& point) const {
  const Vec2 cells = grid_from_map_ * point / resolution_;
  const double u = std::floor(cells.x()), v = std::floor(cells.y());
  const double inside_u = std::clamp(u, 0.0, width_ - 1.0);
  const double inside_v = std::clamp(v, 0.0, height_ - 1.0);
  return static_cast<double>(at(static_cast<int>(inside_u), static_cast<int>(inside_v))) +
         resolution_ * std::hypot(u - inside_u, v - inside_v);
}

}  // namespace rubble::evaluation
