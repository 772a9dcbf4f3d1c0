// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/occupancy_mapping.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace rubble::slam {
namespace {

constexpr double kBorder = 0.5;  // m around what was seen
constexpr std::uint16_t kMaxObservations = 60000;
constexpr double kHitWeight = 3.0;  // beams that end in a cell against those that cross it

struct PlanBounds {
  Vec2 low = Vec2::Constant(1e300);
  Vec2 high = Vec2::Constant(-1e300);

  void add(const Vec2& place) {
    low = low.cwiseMin(place);
    high = high.cwiseMax(place);
  }
};

PlanBounds bounds_of(std::span<const PlanarScan> scans, std::span<const Pose2> poses) {
  PlanBounds bounds;
  for (std::size_t i = 0; i < scans.size(); ++i) {
    bounds.add(poses[i].position());
    for (const auto* ends : {&scans[i].hits, &scans[i].misses})
      for (const Vec2f& end : *ends) bounds.add(poses[i] * Vec2(end.cast<double>()));
  }
  return bounds;
}

// How often beams ended in each cell, and how often they went through.
class BeamCounts {
 public:
  BeamCounts(const maps::OccupancyMap& map)
      : map_(map), hits_(map.cells.size(), 0), passes_(map.cells.size(), 0) {}

  void add(const PlanarScan& scan, const Pose2& pose, bool marks_misses_free) {
    const Vec2 origin = cell_place(pose * Vec2(scan.origin.cast<double>()));
    for (const Vec2f& end : scan.hits) {
      const Vec2 place = cell_place(pose * Vec2(end.cast<double>()));
      pass(origin, place);
      count(hits_[index_of(place)]);
    }
    if (!marks_misses_free) return;
    for (const Vec2f& end : scan.misses) pass(origin, cell_place(pose * Vec2(end.cast<double>())));
  }

  std::uint8_t occupancy(std::size_t cell) const {
    const double hits = kHitWeight * hits_[cell];
    const double looks = hits + passes_[cell];
    return looks > 0.0 ? static_cast<std::uint8_t>(std::lround(100.0 * hits / looks))
                       : maps::kUnknownCell;
  }

 private:
  static void count(std::uint16_t& number) {
    if (number < kMaxObservations) ++number;
  }
  Vec2 cell_place(const Vec2& place) const {
    return (place - map_.origin.position()) / map_.resolution;
  }
  std::size_t index_of(const Vec2& place) const {
    return static_cast<std::size_t>(place.y()) * static_cast<std::size_t>(map_.width) +
           static_cast<std::size_t>(place.x());
  }

  // Line traversal (DDA): all cells of the beam except the last, each once.
  void pass(const Vec2& from, const Vec2& to) {
    const Vec2 way = to - from;
    const int steps = static_cast<int>(way.cwiseAbs().maxCoeff());
    if (steps == 0) return;
    const std::size_t last = index_of(to);
    const Vec2 step = way / steps;
    Vec2 place = from;
    for (int k = 0; k < steps; ++k, place += step) {
      const std::size_t cell = index_of(place);
      if (cell != last) count(passes_[cell]);
    }
  }

  const maps::OccupancyMap& map_;
  std::vector<std::uint16_t> hits_;
  std::vector<std::uint16_t> passes_;
};

}  // namespace

Result<maps::OccupancyMap> draw_map(std::span<const PlanarScan> scans, std::span<const Pose2> poses,
                                    const MapSettings& drawing) {
  RUBBLE_ASSERT(scans.size() == poses.size());
  maps::OccupancyMap map;
  map.resolution = drawing.resolution;
  if (scans.empty()) return Error{{}, "there are no scans to draw a map from"};
  const PlanBounds bounds = bounds_of(scans, poses);
  const Vec2 size = bounds.high - bounds.low + Vec2::Constant(2.0 * kBorder);
  const Vec2 cells = (size / drawing.resolution).array().ceil();
  if (!(cells.prod() <= static_cast<double>(drawing.max_cells)))
    return Error{{},
                 fmt::format("a map of {:.0f} x {:.0f} m needs {:.0f} x {:.0f} cells of {} m; "
                             "choose larger cells",
                             size.x(), size.y(), cells.x(), cells.y(), drawing.resolution)};
  map.width = static_cast<int>(cells.x());
  map.height = static_cast<int>(cells.y());
  map.origin = {bounds.low.x() - kBorder, bounds.low.y() - kBorder, 0.0};
  map.cells.assign(static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height),
                   maps::kUnknownCell);
  BeamCounts counts(map);
  for (std::size_t i = 0; i < scans.size(); ++i)
    counts.add(scans[i], poses[i], drawing.marks_misses_free);
  for (std::size_t i = 0; i < map.cells.size(); ++i) map.cells[i] = counts.occupancy(i);
  return map;
}

}  // namespace rubble::slam
