// SPDX-License-Identifier: Apache-2.0
#include "rubble/groundtruth/scan_overlap.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace rubble::groundtruth {
namespace {

// Points sorted by grid cell, for neighbour queries.
class CellPoints {
 public:
  CellPoints(const std::vector<Vec2>& points, double near) : near_(near) {
    for (const Vec2& point : points) entries_.push_back({cell(point.x()), cell(point.y()), point});
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
      return std::tie(a.column, a.row) < std::tie(b.column, b.row);
    });
  }

  bool is_near(const Vec2& point) const {
    const long row = cell(point.y());
    for (long column = cell(point.x()) - 1, last = column + 2; column <= last; ++column)
      for (auto at = first_from(column, row - 1);
           at != entries_.end() && at->column == column && at->row <= row + 1; ++at)
        if ((at->point - point).squaredNorm() <= near_ * near_) return true;
    return false;
  }

  double share_near(const std::vector<Vec2>& points) const {
    if (points.empty()) return 0.0;
    const auto count = std::count_if(points.begin(), points.end(),
                                     [&](const Vec2& point) { return is_near(point); });
    return static_cast<double>(count) / static_cast<double>(points.size());
  }

 private:
  struct Entry {
    long column;
    long row;
    Vec2 point;
  };

  long cell(double value) const { return std::lround(std::floor(value / near_)); }
  std::vector<Entry>::const_iterator first_from(long column, long row) const {
    return std::lower_bound(entries_.begin(), entries_.end(), std::pair(column, row),
                            [](const Entry& entry, const std::pair<long, long>& place) {
                              return std::tie(entry.column, entry.row) <
                                     std::tie(place.first, place.second);
                            });
  }

  double near_;
  std::vector<Entry> entries_;
};

std::vector<Vec2> hits_of(const slam::PlanarScan& scan, const Pose2& pose) {
  std::vector<Vec2> points;
  for (const slam::Vec2f& hit : scan.hits) points.push_back(pose * Vec2(hit.cast<double>()));
  return points;
}

}  // namespace

double scan_overlap(const slam::PlanarScan& one, const slam::PlanarScan& other,
                    const Pose2& one_from_other, double near) {
  const std::vector<Vec2> own = hits_of(one, {}), others = hits_of(other, one_from_other);
  return std::min(CellPoints(own, near).share_near(others),
                  CellPoints(others, near).share_near(own));
}

}  // namespace rubble::groundtruth
