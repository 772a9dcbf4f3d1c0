// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/breakdown.h"

#include <algorithm>
#include <limits>

namespace rubble::evaluation {
namespace {

constexpr std::array kRangeEnds{1.0,   2.0,  5.0,   10.0,
                                20.0,  50.0, 100.0, 200.0,
                                500.0, 1e3,  2e3,   std::numeric_limits<double>::infinity()};

template <class Measure>
std::vector<RangeSummary> by_range(std::span<const RelationError> errors, const Measure& measure) {
  std::array<std::vector<RelationError>, kRangeEnds.size()> parts;
  for (const RelationError& error : errors) {
    const auto end = std::upper_bound(kRangeEnds.begin(), kRangeEnds.end() - 1, measure(error));
    parts[static_cast<std::size_t>(end - kRangeEnds.begin())].push_back(error);
  }
  std::vector<RangeSummary> ranges;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (!parts[i].empty())
      ranges.push_back(
          {i == 0 ? 0.0 : kRangeEnds[i - 1], kRangeEnds[i], summary_of_errors(parts[i])});
  return ranges;
}

struct Stretch {
  double from = 0.0;
  double to = 0.0;
};

// How much of the line stretches cover together.
double covered_length(std::vector<Stretch> stretches) {
  std::sort(stretches.begin(), stretches.end(),
            [](const Stretch& a, const Stretch& b) { return a.from < b.from; });
  double sum = 0.0, reached = -std::numeric_limits<double>::infinity();
  for (const Stretch& stretch : stretches) {
    const double from = std::max(stretch.from, reached);
    sum += std::max(0.0, stretch.to - from);
    reached = std::max(reached, stretch.to);
  }
  return sum;
}

double share_of(const std::vector<Stretch>& stretches, double whole) {
  return whole > 0.0 ? std::min(1.0, covered_length(stretches) / whole) : 0.0;
}

}  // namespace

std::vector<RangeSummary> by_distance_travelled(std::span<const RelationError> errors) {
  return by_range(errors, [](const RelationError& error) { return error.travelled; });
}

std::vector<RangeSummary> by_time_between(std::span<const RelationError> errors) {
  return by_range(errors, [](const RelationError& error) { return error.stamp_j - error.stamp_i; });
}

std::vector<RelationError> worst_of(std::span<const RelationError> errors, std::size_t count,
                                    Part part) {
  std::vector<RelationError> sorted(errors.begin(), errors.end());
  const auto size = [part](const RelationError& error) {
    return part == Part::Translation ? error.translation : error.rotation_deg;
  };
  std::stable_sort(
      sorted.begin(), sorted.end(),
      [&](const RelationError& a, const RelationError& b) { return size(a) > size(b); });
  sorted.resize(std::min(count, sorted.size()));
  return sorted;
}

RelationCoverage coverage_of(const trajectory::Trajectory& trajectory,
                             std::span<const RelationError> errors) {
  if (trajectory.poses.empty()) return {};
  // A stamp that was found once is found again: nothing is refused here.
  const PoseLookup lookup(trajectory);
  const double whole = lookup.total_travelled();
  std::vector<Stretch> times, ways, loops;
  for (const RelationError& error : errors) {
    const double from = lookup.at(error.stamp_i).travelled, to = lookup.at(error.stamp_j).travelled;
    if (error.is_loop) {
      for (const double end : {from, to})
        loops.push_back({std::max(0.0, end - kLoopReach), std::min(whole, end + kLoopReach)});
      continue;
    }
    times.push_back({error.stamp_i, error.stamp_j});
    ways.push_back({from, to});
  }
  const double duration = trajectory.poses.back().stamp - trajectory.poses.front().stamp;
  return {share_of(times, duration), share_of(ways, whole), share_of(loops, whole)};
}

}  // namespace rubble::evaluation
