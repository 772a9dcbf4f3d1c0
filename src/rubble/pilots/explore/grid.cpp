// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/explore/grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace rubble::pilots {
namespace {

constexpr int kHit = 12, kMiss = -4;  // evidence of one scan
constexpr int kMaxEvidence = 72, kMinEvidence = -40;
constexpr int kReach = 4;  // cells over which nearness falls to nothing
constexpr int kKernelWidth = 2 * kReach + 1;

// A Gaussian of 6 cm cut off at the reach, for cells of 5 cm.
std::array<std::uint8_t, kKernelWidth * kKernelWidth> nearness_kernel() {
  std::array<std::uint8_t, kKernelWidth * kKernelWidth> kernel{};
  constexpr double kSpread = 1.3;  // cells
  for (int y = -kReach; y <= kReach; ++y)
    for (int x = -kReach; x <= kReach; ++x) {
      const double value = 255.0 * std::exp(-(x * x + y * y) / (2 * kSpread * kSpread));
      kernel[static_cast<std::size_t>((y + kReach) * kKernelWidth + x + kReach)] =
          static_cast<std::uint8_t>(std::lround(value));
    }
  return kernel;
}

const std::array<std::uint8_t, kKernelWidth* kKernelWidth> kKernel = nearness_kernel();

std::uint8_t kernel_at(int x, int y) {
  return kKernel[static_cast<std::size_t>((y + kReach) * kKernelWidth + x + kReach)];
}

}  // namespace

void GridBox::add(GridCell cell) {
  if (is_empty()) {
    low = high = cell;
    return;
  }
  low = {std::min(low.x, cell.x), std::min(low.y, cell.y)};
  high = {std::max(high.x, cell.x), std::max(high.y, cell.y)};
}

Grid::Grid(const Vec2& middle, const GridSettings& settings)
    : settings_(settings),
      origin_(middle - Vec2::Constant(settings.half_width)),
      width_(static_cast<int>(std::ceil(2.0 * settings.half_width / settings.cell_size))) {
  const auto count = static_cast<std::size_t>(width_) * static_cast<std::size_t>(width_);
  evidence_.resize(count);
  wall_proximity_.resize(count);
  hit_in_scan_.resize(count);
  seen_in_scan_.resize(count);
}

GridCell Grid::cell_of(const Vec2& point) const {
  const Vec2 place = (point - origin_) / settings_.cell_size;
  return {static_cast<int>(std::floor(place.x())), static_cast<int>(std::floor(place.y()))};
}

Vec2 Grid::center_of(GridCell cell) const {
  return origin_ + settings_.cell_size * Vec2(cell.x + 0.5, cell.y + 0.5);
}

double Grid::likelihood(GridCell cell) const {
  constexpr double kUnknown = 0.5, kContradiction = -0.4;
  if (!contains(cell)) return kUnknown;
  const std::size_t index = index_of(cell);
  const double near = wall_proximity_[index] / 255.0;
  if (evidence_[index] > kFree) return std::max(near, kUnknown);
  return wall_proximity_[index] != 0 ? near : kContradiction;
}

double Grid::likelihood(const Vec2& point) const { return likelihood(cell_of(point)); }

double Grid::interpolated_likelihood(const Vec2& point) const {
  const Vec2 place = (point - origin_) / settings_.cell_size - Vec2::Constant(0.5);
  const GridCell cell{static_cast<int>(std::floor(place.x())),
                      static_cast<int>(std::floor(place.y()))};
  const double right = place.x() - cell.x, up = place.y() - cell.y;
  const double lower =
      likelihood(cell) * (1.0 - right) + likelihood(GridCell{cell.x + 1, cell.y}) * right;
  const double upper = likelihood(GridCell{cell.x, cell.y + 1}) * (1.0 - right) +
                       likelihood(GridCell{cell.x + 1, cell.y + 1}) * right;
  return lower * (1.0 - up) + upper * up;
}

void Grid::change(GridCell cell, int by) {
  std::int8_t& evidence = evidence_[index_of(cell)];
  const bool was_occupied = evidence >= kOccupied;
  evidence = static_cast<std::int8_t>(std::clamp(evidence + by, kMinEvidence, kMaxEvidence));
  known_.add(cell);
  const bool is_now = evidence >= kOccupied;
  if (is_now && !was_occupied) add_wall_proximity(cell);
  if (was_occupied && !is_now) rebuild_wall_proximity(cell);
}

void Grid::add_wall_proximity(GridCell cell) {
  for (int y = -kReach; y <= kReach; ++y)
    for (int x = -kReach; x <= kReach; ++x) {
      const GridCell near{cell.x + x, cell.y + y};
      if (!contains(near)) continue;
      std::uint8_t& value = wall_proximity_[index_of(near)];
      value = std::max(value, kernel_at(x, y));
    }
}

// A cell stopped being occupied: forget what is around it and draw its neighbours again.
void Grid::rebuild_wall_proximity(GridCell cell) {
  for (int y = -kReach; y <= kReach; ++y)
    for (int x = -kReach; x <= kReach; ++x)
      if (const GridCell near{cell.x + x, cell.y + y}; contains(near))
        wall_proximity_[index_of(near)] = 0;
  for (int y = -2 * kReach; y <= 2 * kReach; ++y)
    for (int x = -2 * kReach; x <= 2 * kReach; ++x)
      if (const GridCell near{cell.x + x, cell.y + y}; contains(near) && is_occupied(near))
        add_wall_proximity(near);
}

// Every cell before the last is free, unless this same scan has seen a wall in it.
void Grid::trace(GridCell from, GridCell to) {
  const int steps_x = std::abs(to.x - from.x), steps_y = std::abs(to.y - from.y);
  const int step_x = to.x > from.x ? 1 : -1, step_y = to.y > from.y ? 1 : -1;
  int balance = steps_x - steps_y;
  for (GridCell cell = from; !(cell == to);) {
    const std::size_t index = index_of(cell);
    if (hit_in_scan_[index] != scan_count_ && seen_in_scan_[index] != scan_count_) {
      seen_in_scan_[index] = scan_count_;
      change(cell, kMiss);
    }
    const int twice = 2 * balance;
    if (twice > -steps_y) {
      balance -= steps_y;
      cell.x += step_x;
    }
    if (twice < steps_x) {
      balance += steps_x;
      cell.y += step_y;
    }
  }
}

void Grid::add_scan(const Vec2& sensor, std::span<const PlanarBeam> beams) {
  const GridCell from = cell_of(sensor);
  if (!contains(from)) return;
  ++scan_count_;
  for (const PlanarBeam& beam : beams) {
    const GridCell cell = cell_of(beam.end);
    if (!beam.is_wall || !contains(cell) || hit_in_scan_[index_of(cell)] == scan_count_) continue;
    hit_in_scan_[index_of(cell)] = scan_count_;
    change(cell, kHit);
  }
  for (const PlanarBeam& beam : beams)
    if (const GridCell to = cell_of(beam.end); contains(to)) trace(from, to);
}

void Grid::set_cell(GridCell cell, bool is_occupied) {
  change(cell, is_occupied ? kMaxEvidence - kMinEvidence : kMinEvidence - kMaxEvidence);
}

void Grid::clear_disc(const Vec2& middle, double radius) {
  const GridCell low = cell_of(middle - Vec2::Constant(radius));
  const GridCell high = cell_of(middle + Vec2::Constant(radius));
  for (int y = low.y; y <= high.y; ++y)
    for (int x = low.x; x <= high.x; ++x) {
      const GridCell cell{x, y};
      if (contains(cell) && (center_of(cell) - middle).norm() < radius) change(cell, 2 * kMiss);
    }
}

void Grid::serialize(Archive& archive) {
  const std::size_t cells = evidence_.size();
  archive(origin_, known_, evidence_, wall_proximity_, scan_count_);
  if (evidence_.size() != cells || wall_proximity_.size() != cells)
    archive.fail("a map of another size");
  if (archive.has_failed()) *this = Grid(origin_, settings_);
}

}  // namespace rubble::pilots
