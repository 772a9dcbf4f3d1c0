// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/association.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace rubble::evaluation {
namespace {

using logs::LaserScan;
using logs::RobotLog;
using trajectory::Trajectory;

void sort_by_stamp(Trajectory& trajectory) {
  std::stable_sort(trajectory.poses.begin(), trajectory.poses.end(),
                   [](const auto& one, const auto& other) { return one.stamp < other.stamp; });
}

// FNV-1a over the ranges in centimetres; whatever met nothing is one value.
std::uint64_t fingerprint_of(const LaserScan& laser_scan) {
  std::uint64_t hash = 14695981039346656037ULL;
  const auto mix = [&](std::uint32_t value) {
    for (int byte = 0; byte < 4; ++byte) {
      hash ^= (value >> (8 * byte)) & 0xFFU;
      hash *= 1099511628211ULL;
    }
  };
  for (const float range : laser_scan.ranges)
    mix(std::isfinite(range) && range < 1e6F
            ? static_cast<std::uint32_t>(std::lround(100.0F * std::max(range, 0.0F)))
            : 0xFFFFFFFFU);
  mix(static_cast<std::uint32_t>(laser_scan.ranges.size()));
  return hash;
}

// The laser with the most scans: poses belong to its scans.
int main_laser(const RobotLog& log) {
  std::vector<std::size_t> counts(std::max<std::size_t>(1, log.lasers.size()), 0);
  for (const LaserScan& laser_scan : log.laser_scans)
    ++counts[static_cast<std::size_t>(laser_scan.laser)];
  return static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}

// Indices of the scans with this fingerprint, in order.
using Prints = std::map<std::uint64_t, std::vector<std::size_t>>;
Prints prints_of(const RobotLog& log) {
  Prints prints;
  const int laser = main_laser(log);
  for (std::size_t k = 0; k < log.laser_scans.size(); ++k)
    if (log.laser_scans[k].laser == laser) prints[fingerprint_of(log.laser_scans[k])].push_back(k);
  return prints;
}

// Index of the pose of each scan; the k-th of several with one stamp for the k-th scan; -1: none.
std::vector<std::ptrdiff_t> poses_of_sweeps(const Trajectory& trajectory, const RobotLog& log) {
  std::vector<std::ptrdiff_t> found(log.laser_scans.size(), -1);
  std::size_t next = 0;
  const int laser = main_laser(log);
  for (std::size_t k = 0; k < log.laser_scans.size(); ++k) {
    if (log.laser_scans[k].laser != laser) continue;
    const double stamp = log.laser_scans[k].stamp;
    while (next < trajectory.poses.size() && trajectory.poses[next].stamp < stamp) ++next;
    if (next == trajectory.poses.size() || trajectory.poses[next].stamp != stamp) continue;
    found[k] = static_cast<std::ptrdiff_t>(next++);
  }
  return found;
}

// Positions and headings of a trajectory at any moment.
class PathSampler {
 public:
  explicit PathSampler(const Trajectory& trajectory) {
    for (const StampedPose& pose : trajectory.poses) {
      const Pose2 flat = planar(pose.pose);
      if (!stamps_.empty() && pose.stamp <= stamps_.back()) continue;
      const double turn = headings_.empty() ? flat.theta : wrap_angle(flat.theta - last_heading_);
      headings_.push_back(headings_.empty() ? flat.theta : headings_.back() + turn);
      last_heading_ = flat.theta;
      stamps_.push_back(pose.stamp);
      places_.push_back(flat.position());
    }
  }

  bool is_empty() const { return stamps_.size() < 2; }
  double first() const { return stamps_.front(); }
  double last() const { return stamps_.back(); }

  struct Rates {
    double speed = 0.0;
    double turn = 0.0;
  };
  // Over a window of time around the moment.
  Rates rates_at(double stamp, double window) const {
    const double from = std::max(stamp - 0.5 * window, first());
    const double to = std::min(stamp + 0.5 * window, last());
    if (to <= from) return {};
    const Sample a = at(from), b = at(to);
    return {(b.place - a.place).norm() / (to - from), (b.heading - a.heading) / (to - from)};
  }

 private:
  struct Sample {
    Vec2 place;
    double heading = 0.0;
  };
  Sample at(double stamp) const {
    const auto after = std::lower_bound(stamps_.begin(), stamps_.end(), stamp);
    const auto k = static_cast<std::size_t>(after - stamps_.begin());
    if (k == 0) return {places_.front(), headings_.front()};
    if (k == stamps_.size()) return {places_.back(), headings_.back()};
    const double share = (stamp - stamps_[k - 1]) / (stamps_[k] - stamps_[k - 1]);
    return {places_[k - 1] + share * (places_[k] - places_[k - 1]),
            std::lerp(headings_[k - 1], headings_[k], share)};
  }

  std::vector<double> stamps_;
  std::vector<Vec2> places_;
  std::vector<double> headings_;  // not wrapped
  double last_heading_ = 0.0;
};

constexpr double kRateWindow = 0.6;        // s over which a speed is taken
constexpr double kMinStep = 0.1;           // s between samples
constexpr std::size_t kMaxSamples = 6000;  // of the longer one; the step grows with it

struct RateSeries {
  double first = 0.0;
  double step = 0.0;
  std::vector<double> speed;
  std::vector<double> turn;
};

RateSeries series_of(const PathSampler& path, double step) {
  RateSeries series{path.first(), step, {}, {}};
  const auto count = static_cast<std::size_t>((path.last() - path.first()) / step) + 1;
  for (std::size_t k = 0; k < count; ++k) {
    const auto rates =
        path.rates_at(path.first() + step * static_cast<double>(k), std::max(kRateWindow, step));
    series.speed.push_back(rates.speed);
    series.turn.push_back(rates.turn);
  }
  return series;
}

// Pearson's correlation of what both have at this shift (of the estimate's samples against the
// reference's).
double correlation_of(const std::vector<double>& estimate, const std::vector<double>& reference,
                      std::ptrdiff_t shift) {
  const auto size = static_cast<std::ptrdiff_t>(estimate.size());
  const auto whole = static_cast<std::ptrdiff_t>(reference.size());
  const std::ptrdiff_t from = std::max<std::ptrdiff_t>(0, -shift);
  const std::ptrdiff_t to = std::min(size, whole - shift);
  if (to - from < 2) return 0.0;
  double a = 0.0, b = 0.0, aa = 0.0, bb = 0.0, ab = 0.0;
  for (std::ptrdiff_t k = from; k < to; ++k) {
    const double x = estimate[static_cast<std::size_t>(k)];
    const double y = reference[static_cast<std::size_t>(k + shift)];
    a += x;
    b += y;
    aa += x * x;
    bb += y * y;
    ab += x * y;
  }
  const auto count = static_cast<double>(to - from);
  const double spread = (aa - a * a / count) * (bb - b * b / count);
  return spread > 1e-18 ? (ab - a * b / count) / std::sqrt(spread) : 0.0;
}

// Speeds and turn rates count alike.
double agreement_of(const RateSeries& estimate, const RateSeries& reference, std::ptrdiff_t shift) {
  return 0.5 * (correlation_of(estimate.speed, reference.speed, shift) +
                correlation_of(estimate.turn, reference.turn, shift));
}

// Of the paths themselves at any offset, to a fraction of a sample.
double agreement_at(const PathSampler& estimate, const PathSampler& reference, double offset,
                    double step) {
  const double from = std::max(estimate.first() + offset, reference.first());
  const double to = std::min(estimate.last() + offset, reference.last());
  std::vector<double> speed[2], turn[2];
  for (double stamp = from; stamp < to; stamp += step) {
    const auto own = estimate.rates_at(stamp - offset, kRateWindow);
    const auto right = reference.rates_at(stamp, kRateWindow);
    speed[0].push_back(own.speed);
    speed[1].push_back(right.speed);
    turn[0].push_back(own.turn);
    turn[1].push_back(right.turn);
  }
  return 0.5 * (correlation_of(speed[0], speed[1], 0) + correlation_of(turn[0], turn[1], 0));
}

// Golden section around the best sample.
double refined_offset(const PathSampler& estimate, const PathSampler& reference, double middle,
                      double reach, double step) {
  constexpr double kGolden = 0.6180339887498949;
  constexpr int kRounds = 16;
  double low = middle - reach, high = middle + reach;
  double left = high - kGolden * (high - low), right = low + kGolden * (high - low);
  double at_left = agreement_at(estimate, reference, left, step);
  double at_right = agreement_at(estimate, reference, right, step);
  for (int round = 0; round < kRounds; ++round) {
    if (at_left > at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - kGolden * (high - low);
      at_left = agreement_at(estimate, reference, left, step);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + kGolden * (high - low);
      at_right = agreement_at(estimate, reference, right, step);
    }
  }
  return 0.5 * (low + high);
}

Error not_unique(const Trajectory& estimate, const TimeOffset& found) {
  return {
      {estimate.path},
      fmt::format("no offset of the clocks stands out: speeds and turn rates correlate by {:.2f} "
                  "at {:+.2f} s and by {:.2f} at {:+.2f} s; say it with --time-offset SECONDS, "
                  "or choose --associate index or scan",
                  found.correlation, found.seconds, found.rival_correlation, found.rival_seconds)};
}

}  // namespace

Result<Trajectory> stamped_by_index(const Trajectory& estimate, std::span<const double> stamps,
                                    const std::string& reference) {
  if (estimate.poses.size() != stamps.size())
    return Error{{estimate.path},
                 fmt::format("has {} poses, and {} has {}; by index each pose wants its partner",
                             estimate.poses.size(), reference, stamps.size())};
  Trajectory stamped = estimate;
  for (std::size_t k = 0; k < stamps.size(); ++k) stamped.poses[k].stamp = stamps[k];
  stamped.has_stamps = true;
  sort_by_stamp(stamped);
  return stamped;
}

Result<ScanAssociation> stamped_by_scans(const Trajectory& estimate, const RobotLog& estimate_log,
                                         const RobotLog& reference) {
  const Prints own = prints_of(estimate_log), others = prints_of(reference);
  const std::vector<std::ptrdiff_t> poses = poses_of_sweeps(estimate, estimate_log);
  ScanAssociation result;
  result.trajectory = estimate;
  result.trajectory.poses.clear();
  for (const std::ptrdiff_t pose : poses) result.scans += pose >= 0 ? 1 : 0;
  for (const auto& [print, laser_scans] : own) {
    const auto found = others.find(print);
    if (found == others.end()) continue;
    if (found->second.size() != laser_scans.size()) {
      result.ambiguous += laser_scans.size();
      continue;
    }
    for (std::size_t k = 0; k < laser_scans.size(); ++k) {
      const std::ptrdiff_t pose = poses[laser_scans[k]];
      if (pose < 0) continue;
      result.trajectory.poses.push_back({reference.laser_scans[found->second[k]].stamp,
                                         estimate.poses[static_cast<std::size_t>(pose)].pose});
    }
  }
  result.matched = result.trajectory.poses.size();
  if (2 * result.matched < result.scans || result.matched == 0)
    return Error{{estimate.path},
                 fmt::format("{} of its {} scans are in {} ({} are there more than once and not as "
                             "often in both); are both of the same run?",
                             result.matched, result.scans, reference.path, result.ambiguous)};
  sort_by_stamp(result.trajectory);
  return result;
}

Result<TimeOffset> estimate_time_offset(const Trajectory& estimate, const Trajectory& reference) {
  constexpr double kMinOverlap = 10.0;    // s
  constexpr double kPeakHalfWidth = 2.0;  // s around the best that belong to it
  constexpr double kMinCorrelation = 0.5;
  constexpr double kMinSharpness = 0.1;
  const PathSampler own(estimate), right(reference);
  if (own.is_empty() || right.is_empty())
    return Error{{estimate.path}, "an offset of clocks wants two poses or more on both sides"};
  const double own_span = own.last() - own.first(), right_span = right.last() - right.first();
  const double overlap = std::max(kMinOverlap, 0.5 * std::min(own_span, right_span));
  if (std::min(own_span, right_span) < kMinOverlap)
    return Error{{estimate.path},
                 fmt::format("an offset of clocks wants {:g} s or more on both sides; here are "
                             "{:.3g} s and {:.3g} s",
                             kMinOverlap, own_span, right_span)};
  const double step =
      std::max(kMinStep, std::max(own_span, right_span) / static_cast<double>(kMaxSamples));
  const RateSeries one = series_of(own, step), other = series_of(right, step);
  const auto least = static_cast<std::ptrdiff_t>(overlap / step);
  const auto first = least - static_cast<std::ptrdiff_t>(one.speed.size());
  const auto last = static_cast<std::ptrdiff_t>(other.speed.size()) - least;
  std::vector<double> agreements;
  for (std::ptrdiff_t shift = first; shift <= last; ++shift)
    agreements.push_back(agreement_of(one, other, shift));
  const auto offset_of = [&](std::ptrdiff_t index) {
    return other.first - one.first + step * static_cast<double>(first + index);
  };
  const auto best = std::max_element(agreements.begin(), agreements.end()) - agreements.begin();
  TimeOffset found;
  found.rival_correlation = -1.0;
  for (std::ptrdiff_t k = 0; k < static_cast<std::ptrdiff_t>(agreements.size()); ++k) {
    if (std::abs(static_cast<double>(k - best)) * step <= std::max(kPeakHalfWidth, 3.0 * step))
      continue;
    if (agreements[static_cast<std::size_t>(k)] <= found.rival_correlation) continue;
    found.rival_correlation = agreements[static_cast<std::size_t>(k)];
    found.rival_seconds = offset_of(k);
  }
  found.seconds = refined_offset(own, right, offset_of(best), step, step);
  found.correlation = std::max(agreements[static_cast<std::size_t>(best)],
                               agreement_at(own, right, found.seconds, step));
  found.overlap = std::min(own.last() + found.seconds, right.last()) -
                  std::max(own.first() + found.seconds, right.first());
  if (found.correlation < kMinCorrelation || found.sharpness() < kMinSharpness)
    return not_unique(estimate, found);
  return found;
}

}  // namespace rubble::evaluation
