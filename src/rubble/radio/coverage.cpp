// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/coverage.h"

#include <fmt/core.h>

#include <cmath>

namespace rubble::radio {
namespace {

constexpr std::size_t kCellsPerChunk = 256;

Result<void> check_area(const Vec3& from, const CoverageArea& area) {
  if (!from.allFinite() || !area.low.allFinite() || !area.high.allFinite() ||
      !std::isfinite(area.height))
    return Error{{}, "coverage needs finite positions"};
  if (!(area.cell >= 0.001) || !(area.cell <= 1000.0))
    return Error{{}, "the cell size of a coverage grid is 0.001 to 1000 m"};
  if ((area.high - area.low).minCoeff() <= 0.0)
    return Error{{}, "the area of the coverage grid is empty"};
  const Vec2 counts = (area.high - area.low) / area.cell;
  if (std::ceil(counts.x()) * std::ceil(counts.y()) > static_cast<double>(kMaxCoverageCells))
    return Error{{},
                 fmt::format("{:.0f} x {:.0f} cells are more than {}; take larger ones",
                             std::ceil(counts.x()), std::ceil(counts.y()), kMaxCoverageCells)};
  return {};
}

}  // namespace

Result<RadioCoverage> compute_coverage(const WallFinder& walls, const Propagation& propagation,
                                       const Shadowing* shadowing, const Vec3& from,
                                       const CoverageArea& area, Workers& workers) {
  if (const auto checked = check_area(from, area); !checked) return checked.error();
  RadioCoverage result{.origin = area.low, .cell = area.cell, .height = area.height};
  result.columns = static_cast<int>(std::ceil((area.high.x() - area.low.x()) / area.cell));
  result.rows = static_cast<int>(std::ceil((area.high.y() - area.low.y()) / area.cell));
  result.dbm.resize(static_cast<std::size_t>(result.columns) *
                    static_cast<std::size_t>(result.rows));
  workers.parallel_for(result.dbm.size(), kCellsPerChunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const auto columns = static_cast<std::size_t>(result.columns);
      const Vec2 cell_centre =
          result.cell_centre(static_cast<int>(i % columns), static_cast<int>(i / columns));
      const Vec3 to(cell_centre.x(), cell_centre.y(), area.height);
      const double shadow = shadowing != nullptr ? shadowing->between(from, to) : 0.0;
      result.dbm[i] = static_cast<float>(propagation.power(walls.between(from, to)) + shadow);
    }
  });
  return result;
}

}  // namespace rubble::radio
