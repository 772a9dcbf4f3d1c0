// SPDX-License-Identifier: Apache-2.0
#include "rubble/worldcheck/column_map.h"

#include <algorithm>
#include <cmath>

namespace rubble::worldcheck {
namespace {

// Lines stand a hair off round numbers, so that none runs along an edge of what we build.
constexpr double kOffset = 1.7e-5;

std::vector<SolidSpan> merged(std::vector<SolidSpan> spans) {
  constexpr double kTouching = 1e-5;
  std::sort(spans.begin(), spans.end(),
            [](const SolidSpan& a, const SolidSpan& b) { return a.low < b.low; });
  std::vector<SolidSpan> result;
  for (const SolidSpan& span : spans) {
    if (!result.empty() && span.low <= result.back().high + kTouching)
      result.back().high = std::max(result.back().high, span.high);
    else
      result.push_back(span);
  }
  return result;
}

}  // namespace

ColumnMap::ColumnMap(const std::vector<Solid>& solids, const Bounds& area, double step)
    : origin_(area.low.head<2>() + Vec2(kOffset, 1.3 * kOffset)),
      step_(step),
      columns_(static_cast<int>(std::ceil((area.high.x() - area.low.x()) / step)) + 1),
      rows_(static_cast<int>(std::ceil((area.high.y() - area.low.y()) / step)) + 1),
      spans_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {
  for (const Solid& solid : solids) add(solid);
  for (auto& spans : spans_) spans = merged(std::move(spans));
}

void ColumnMap::add(const Solid& solid) {
  const std::vector<Triangle> triangles = triangles_of(solid);
  const Bounds& bounds = solid.bounds;
  if (bounds.is_empty()) return;
  const int left = std::max(0, column_of(bounds.low.x()));
  const int right = std::min(columns_ - 1, column_of(bounds.high.x()) + 1);
  const int bottom = std::max(0, row_of(bounds.low.y()));
  const int top = std::min(rows_ - 1, row_of(bounds.high.y()) + 1);
  for (int row = bottom; row <= top; ++row) {
    for (int column = left; column <= right; ++column) {
      const std::vector<double> hits = heights_at(triangles, point(column, row));
      for (std::size_t i = 0; i + 1 < hits.size(); i += 2)
        spans_[index(column, row)].push_back({hits[i], hits[i + 1]});
    }
  }
}

Vec2 ColumnMap::point(int column, int row) const { return origin_ + step_ * Vec2(column, row); }

int ColumnMap::column_of(double x) const {
  return static_cast<int>(std::floor((x - origin_.x()) / step_));
}

int ColumnMap::row_of(double y) const {
  return static_cast<int>(std::floor((y - origin_.y()) / step_));
}

bool ColumnMap::contains(int column, int row) const {
  return column >= 0 && column < columns_ && row >= 0 && row < rows_;
}

std::size_t ColumnMap::index(int column, int row) const {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
         static_cast<std::size_t>(column);
}

const std::vector<SolidSpan>& ColumnMap::spans(int column, int row) const {
  return spans_[index(column, row)];
}

bool ColumnMap::is_solid_within(int column, int row, double low, double high) const {
  const auto& here = spans(column, row);
  return std::any_of(here.begin(), here.end(),
                     [&](const SolidSpan& span) { return span.low < high && span.high > low; });
}

}  // namespace rubble::worldcheck
