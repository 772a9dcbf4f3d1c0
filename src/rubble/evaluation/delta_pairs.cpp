// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "rubble/evaluation/trajectory_error.h"

namespace rubble::evaluation {
namespace {

std::vector<IndexPair> pairs_by_frames(std::size_t count, std::size_t step, bool all_pairs) {
  std::vector<IndexPair> pairs;
  for (std::size_t i = 0; i + step < count; i += all_pairs ? 1 : step)
    pairs.emplace_back(i, i + step);
  return pairs;
}

// Metres travelled or seconds passed since the first pose.
std::vector<double> progress_of(std::span<const StampedPose> poses, DeltaUnit unit) {
  std::vector<double> progress(poses.size(), 0.0);
  for (std::size_t i = 1; i < poses.size(); ++i)
    progress[i] =
        progress[i - 1] + (unit == DeltaUnit::Seconds
                               ? poses[i].stamp - poses[i - 1].stamp
                               : (poses[i].pose.position - poses[i - 1].pose.position).norm());
  return progress;
}

// A new end wherever delta was passed since the last one; the first end, too, is where it was
// passed since the beginning.
std::vector<IndexPair> pairs_in_a_chain(const std::vector<double>& progress, double delta) {
  std::vector<std::size_t> ends;
  double since = 0.0;
  for (std::size_t i = 1; i < progress.size(); ++i) {
    since += progress[i] - progress[i - 1];
    if (since < delta) continue;
    ends.push_back(i);
    since = 0.0;
  }
  std::vector<IndexPair> pairs;
  for (std::size_t k = 1; k < ends.size(); ++k) pairs.emplace_back(ends[k - 1], ends[k]);
  return pairs;
}

// From every pose to the later one whose path length is closest to delta, within tolerance.
std::vector<IndexPair> pairs_from_each(const std::vector<double>& progress, double delta,
                                       double tolerance) {
  std::vector<IndexPair> pairs;
  for (std::size_t i = 0; i + 1 < progress.size(); ++i) {
    const double wanted = progress[i] + delta;
    const auto first = progress.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    auto found = std::lower_bound(first, progress.end(), wanted);
    if (found == progress.end() || (found != first && wanted - *(found - 1) <= *found - wanted)) {
      // Of several as close the first.
      found = std::lower_bound(first, progress.end(), *(found - 1));
    }
    if (std::abs(*found - wanted) <= tolerance)
      pairs.emplace_back(i, static_cast<std::size_t>(found - progress.begin()));
  }
  return pairs;
}

}  // namespace

std::vector<IndexPair> delta_pairs(std::span<const StampedPose> poses,
                                   const TrajectoryErrorSettings& settings) {
  if (settings.unit == DeltaUnit::Frames)
    return pairs_by_frames(poses.size(), static_cast<std::size_t>(std::max(1.0, settings.delta)),
                           settings.all_pairs);
  const std::vector<double> progress = progress_of(poses, settings.unit);
  if (settings.all_pairs)
    return pairs_from_each(progress, settings.delta, settings.delta * settings.delta_tolerance);
  return pairs_in_a_chain(progress, settings.delta);
}

}  // namespace rubble::evaluation
