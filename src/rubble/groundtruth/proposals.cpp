// SPDX-License-Identifier: Apache-2.0
#include "rubble/groundtruth/proposals.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <queue>

#include "rubble/base/assert.h"
#include "rubble/slam/2d/scan_match.h"

namespace rubble::groundtruth {

namespace {

constexpr double kBinLength = 0.1;         // m, of the path as it is filled
constexpr std::size_t kMaxBins = 500'000;  // longer ones for longer paths
constexpr double kLoopSpread = 2.0;        // m; loops closer than this teach much the same
constexpr std::size_t kMinHits = 10;       // of a scan that can be matched

double distance_of(const Pose2& a, const Pose2& b) { return std::hypot(a.x - b.x, a.y - b.y); }

struct Stretch {
  double begin;  // m along the path
  double end;
};

// What of the path a constraint touches.
std::vector<Stretch> stretches_of(const TravelledPath& path,
                                  const trajectory::Constraint& constraint, double reach) {
  const double i = length_at(path, constraint.stamp_i);
  const double j = length_at(path, constraint.stamp_j);
  if (constraint.kind == trajectory::ConstraintKind::Neighbour) return {{i - reach, j + reach}};
  return {{i - reach, i + reach}, {j - reach, j + reach}};
}

// The first step whose middle is at least so far along the path.
std::size_t first_step_from(const TravelledPath& path, double length) {
  std::size_t low = 0, high = path.lengths.size() - 1;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const bool is_before = 0.5 * (path.lengths[middle] + path.lengths[middle + 1]) < length;
    (is_before ? low : high) = is_before ? middle + 1 : middle;
  }
  return low;
}

// The path in short pieces, filled as constraints touch it.
class FilledPath {
 public:
  explicit FilledPath(double length)
      : bin_length_(std::max(kBinLength, length / static_cast<double>(kMaxBins))),
        bins_(1 + static_cast<std::size_t>(length / bin_length_)) {}

  std::size_t gain(std::span<const Stretch> stretches) const {
    std::size_t empty = 0;
    for_each_bin(stretches, [&](std::size_t bin) { empty += bins_[bin] ? 0 : 1; });
    return empty;
  }
  void fill(std::span<const Stretch> stretches) {
    for_each_bin(stretches, [&](std::size_t bin) { bins_[bin] = true; });
  }

 private:
  template <class Act>
  void for_each_bin(std::span<const Stretch> stretches, Act act) const {
    const double last = static_cast<double>(bins_.size() - 1);
    for (const Stretch& stretch : stretches) {
      const auto bin_at = [&](double length) {
        return static_cast<std::size_t>(std::clamp(length / bin_length_, 0.0, last));
      };
      for (std::size_t bin = bin_at(stretch.begin); bin <= bin_at(stretch.end); ++bin) act(bin);
    }
  }

  double bin_length_;
  std::vector<bool> bins_;
};

struct VerificationCandidate {
  double gain;   // of the path, as much of it as can be verified
  double merit;  // by itself
  std::size_t at;
  // The most gain first, then the most merit, then the earliest.
  bool operator<(const VerificationCandidate& other) const {
    if (gain != other.gain) return gain < other.gain;
    if (merit != other.merit) return merit < other.merit;
    return at > other.at;
  }
};

// What there is to choose from.
struct VerificationChoice {
  const TravelledPath& path;
  std::span<const trajectory::Constraint> constraints;
  std::span<const double> overlaps;  // or empty

  double gain(const FilledPath& filled, std::size_t at, double reach) const {
    constexpr double kMinView =
        0.05;  // lower clamp of the overlap: scans without overlap still cover path
    const auto empty = filled.gain(stretches_of(path, constraints[at], reach));
    return static_cast<double>(empty) * (overlaps.empty() ? 1.0 : std::max(kMinView, overlaps[at]));
  }
  double merit(std::size_t at) const {
    return overlaps.empty() ? constraints[at].score : overlaps[at];
  }
};

// Greedy: each next one fills most of what is still empty. Gains only shrink as the path is filled,
// so an old gain is a bound and few are computed again.
void add_greedily(const VerificationChoice& choice, const std::vector<std::size_t>& chosen,
                  double reach, std::vector<std::size_t>& order) {
  const TravelledPath& path = choice.path;
  FilledPath filled(path.lengths.empty() ? 0.0 : path.lengths.back());
  std::priority_queue<VerificationCandidate> queue;
  for (const std::size_t at : chosen)
    queue.push({choice.gain(filled, at, reach), choice.merit(at), at});
  while (!queue.empty()) {
    VerificationCandidate best = queue.top();
    queue.pop();
    best.gain = choice.gain(filled, best.at, reach);
    if (!queue.empty() && best < queue.top()) {
      queue.push(best);
      continue;
    }
    filled.fill(stretches_of(path, choice.constraints[best.at], reach));
    order.push_back(best.at);
  }
}

struct ScanPair {
  std::size_t i;
  std::size_t j;
  trajectory::ConstraintKind kind;
};

// Scans far enough from each other to say something new; only those that are usable.
std::vector<std::size_t> key_scans(std::span<const slam::PlanarScan> scans,
                                   std::span<const Pose2> poses, const ProposalSettings& settings,
                                   const std::vector<bool>& is_usable) {
  std::vector<std::size_t> keys;
  for (std::size_t k = 0; k < scans.size(); ++k) {
    if (scans[k].hits.size() < kMinHits || !is_usable[k]) continue;
    if (!keys.empty()) {
      const Pose2& last = poses[keys.back()];
      const bool is_near = distance_of(last, poses[k]) < settings.way &&
                           std::abs(wrap_angle(poses[k].theta - last.theta)) < settings.turn;
      if (is_near || scans[k].stamp <= scans[keys.back()].stamp) continue;
    }
    keys.push_back(k);
  }
  return keys;
}

// The nearest key of each earlier visit to the place of one.
void add_loops_of(std::size_t b, const std::vector<std::size_t>& keys,
                  std::span<const slam::PlanarScan> scans, std::span<const Pose2> poses,
                  const ProposalSettings& settings, std::vector<ScanPair>& pairs) {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t nearest = kNone;
  double nearest_distance = settings.loop_reach;
  const auto end_visit = [&] {
    if (nearest != kNone)
      pairs.push_back({keys[nearest], keys[b], trajectory::ConstraintKind::LoopClosure});
    nearest = kNone;
    nearest_distance = settings.loop_reach;
  };
  for (std::size_t a = 0; a < b; ++a) {
    if (scans[keys[b]].stamp - scans[keys[a]].stamp <= trajectory::kLoopSeconds) break;
    const Pose2 &one = poses[keys[a]], &other = poses[keys[b]];
    const double distance = distance_of(one, other);
    if (distance > settings.loop_reach) {
      end_visit();
    } else if (distance <= nearest_distance &&
               std::abs(wrap_angle(one.theta - other.theta)) <= settings.loop_turn) {
      nearest = a;
      nearest_distance = distance;
    }
  }
  end_visit();
}

std::vector<ScanPair> scan_pairs(std::span<const slam::PlanarScan> scans,
                                 std::span<const Pose2> poses, const ProposalSettings& settings,
                                 const std::vector<bool>& is_usable) {
  const std::vector<std::size_t> keys = key_scans(scans, poses, settings, is_usable);
  std::vector<ScanPair> pairs;
  for (std::size_t b = 0; b < keys.size(); ++b) {
    if (b > 0) pairs.push_back({keys[b - 1], keys[b], trajectory::ConstraintKind::Neighbour});
    add_loops_of(b, keys, scans, poses, settings, pairs);
  }
  return pairs;
}

trajectory::Constraint constraint_of_pair(const ScanPair& pair,
                                          std::span<const slam::PlanarScan> scans,
                                          std::span<const Pose2> poses) {
  trajectory::Constraint constraint;
  constraint.stamp_i = scans[pair.i].stamp;
  constraint.stamp_j = scans[pair.j].stamp;
  constraint.i_from_j = poses[pair.i].inverse() * poses[pair.j];
  constraint.proposed = constraint.i_from_j;
  constraint.kind = pair.kind;
  return constraint;
}

// In teaching order, and of the loops only so many.
std::vector<trajectory::Constraint> in_teaching_order(
    std::vector<trajectory::Constraint> constraints, const TravelledPath& path, int max_loops) {
  std::vector<trajectory::Constraint> all;
  int loops = 0;
  for (const std::size_t at : verification_order(path, constraints)) {
    const bool is_loop = constraints[at].kind == trajectory::ConstraintKind::LoopClosure;
    if (is_loop && ++loops > max_loops) continue;
    all.push_back(std::move(constraints[at]));
  }
  return all;
}

TravelledPath path_of_scans(std::span<const slam::PlanarScan> scans, std::span<const Pose2> poses) {
  std::vector<double> stamps;
  for (const slam::PlanarScan& scan : scans) stamps.push_back(scan.stamp);
  return travelled_path(stamps, poses);
}

// What the matcher says. Where it is far from the estimate one of the two is wrong: a neighbour
// stays as estimated (along a bare corridor the matcher slides) with a score of 0, a loop is
// proposed only if the matcher is sure.
std::optional<trajectory::Constraint> laid_right(trajectory::Constraint proposal,
                                                 const slam::ScanMatch& match, double min_score) {
  constexpr double kMaxWay = 0.15, kMaxTurn = 0.05;  // m, rad
  constexpr double kSure = 0.75;
  const Pose2 shift = proposal.i_from_j.inverse() * match.reference_from_scan;
  const bool is_near = std::hypot(shift.x, shift.y) <= kMaxWay && std::abs(shift.theta) <= kMaxTurn;
  const bool is_loop = proposal.kind == trajectory::ConstraintKind::LoopClosure;
  if (is_loop && match.score < (is_near ? min_score : kSure)) return {};
  proposal.covariance = match.covariance;
  if (!is_near && !is_loop) return proposal;
  proposal.i_from_j = proposal.proposed = match.reference_from_scan;
  proposal.score = match.score;
  return proposal;
}

struct TrueMoment {
  Pose2 pose;
  bool is_kept;  // not only between two that are
};

TrueMoment truth_at(std::span<const StampedPose> truth, double stamp) {
  constexpr double kSame = 1e-6;  // s
  const auto after =
      std::lower_bound(truth.begin(), truth.end(), stamp - kSame,
                       [](const StampedPose& pose, double wanted) { return pose.stamp < wanted; });
  if (after == truth.end()) return {planar(truth.back().pose), false};
  const Pose2 next = planar(after->pose);
  if (after->stamp <= stamp + kSame) return {next, true};
  if (after == truth.begin()) return {next, false};
  const StampedPose& before = *(after - 1);
  const Pose2 last = planar(before.pose);
  const double share = (stamp - before.stamp) / (after->stamp - before.stamp);
  return {{last.x + share * (next.x - last.x), last.y + share * (next.y - last.y),
           wrap_angle(last.theta + share * wrap_angle(next.theta - last.theta))},
          false};
}

}  // namespace

TravelledPath travelled_path(std::span<const double> stamps, std::span<const Pose2> poses) {
  RUBBLE_ASSERT(stamps.size() == poses.size());
  TravelledPath path{{stamps.begin(), stamps.end()}, {}};
  double length = 0.0;
  for (std::size_t k = 0; k < poses.size(); ++k) {
    if (k > 0) length += distance_of(poses[k - 1], poses[k]);
    path.lengths.push_back(length);
  }
  return path;
}

double length_at(const TravelledPath& path, double stamp) {
  if (path.stamps.empty()) return 0.0;
  const auto after = std::lower_bound(path.stamps.begin(), path.stamps.end(), stamp);
  if (after == path.stamps.end()) return path.lengths.back();
  const auto k = static_cast<std::size_t>(after - path.stamps.begin());
  if (k == 0 || path.stamps[k] == stamp) return path.lengths[k];
  const double share = (stamp - path.stamps[k - 1]) / (path.stamps[k] - path.stamps[k - 1]);
  return path.lengths[k - 1] + share * (path.lengths[k] - path.lengths[k - 1]);
}

PathCoverage coverage_of(const TravelledPath& path,
                         std::span<const trajectory::Constraint> constraints) {
  PathCoverage coverage;
  if (path.stamps.size() < 2) return coverage;
  const std::size_t steps = path.stamps.size() - 1;
  std::vector<int> changes(steps + 1, 0);  // how many stretches begin minus how many end
  for (const trajectory::Constraint& constraint : constraints) {
    if (!trajectory::is_verified(constraint)) continue;
    for (const Stretch& stretch : stretches_of(path, constraint, kTouchedLength)) {
      ++changes[first_step_from(path, stretch.begin)];
      --changes[first_step_from(path, std::nextafter(stretch.end, HUGE_VAL))];
    }
  }
  double touched_length = 0.0, touched_time = 0.0;
  int open = 0;
  for (std::size_t k = 0; k < steps; ++k) {
    open += changes[k];
    coverage.is_touched.push_back(open > 0);
    if (open <= 0) continue;
    touched_length += path.lengths[k + 1] - path.lengths[k];
    touched_time += path.stamps[k + 1] - path.stamps[k];
  }
  const double length = path.lengths.back(), time = path.stamps.back() - path.stamps.front();
  coverage.length_share = length > 0.0 ? std::min(1.0, touched_length / length) : 0.0;
  coverage.time_share = time > 0.0 ? std::min(1.0, touched_time / time) : 0.0;
  return coverage;
}

std::vector<std::size_t> verification_order(const TravelledPath& path,
                                            std::span<const trajectory::Constraint> constraints,
                                            std::span<const double> overlaps) {
  RUBBLE_ASSERT(overlaps.empty() || overlaps.size() == constraints.size());
  std::vector<std::size_t> loops, neighbours, order;
  for (std::size_t at = 0; at < constraints.size(); ++at) {
    const bool is_neighbour = constraints[at].kind == trajectory::ConstraintKind::Neighbour;
    (is_neighbour ? neighbours : loops).push_back(at);
  }
  const VerificationChoice choice{path, constraints, overlaps};
  add_greedily(choice, loops, kLoopSpread, order);
  add_greedily(choice, neighbours, kTouchedLength, order);
  return order;
}

std::vector<trajectory::Constraint> propose(std::span<const slam::PlanarScan> scans,
                                            std::span<const Pose2> poses,
                                            const ProposalSettings& settings,
                                            const ProposalProgress& progress) {
  RUBBLE_ASSERT(scans.size() == poses.size());
  const TravelledPath path = path_of_scans(scans, poses);
  const std::vector<ScanPair> pairs =
      scan_pairs(scans, poses, settings, std::vector<bool>(scans.size(), true));
  std::vector<trajectory::Constraint> candidates, all;
  for (const ScanPair& pair : pairs) candidates.push_back(constraint_of_pair(pair, scans, poses));
  const std::vector<std::size_t> order = verification_order(path, candidates);
  int loops = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (progress) progress(static_cast<double>(k) / static_cast<double>(order.size()));
    const ScanPair& pair = pairs[order[k]];
    const bool is_loop = pair.kind == trajectory::ConstraintKind::LoopClosure;
    if (is_loop && loops >= settings.max_loops) continue;
    const trajectory::Constraint& candidate = candidates[order[k]];
    const slam::ScanMatch match = slam::match_scans(
        scans[pair.i], scans[pair.j], candidate.i_from_j, {.reach = 0.0, .turn = 0.0});
    auto proposal = laid_right(candidate, match, settings.min_score);
    if (!proposal) continue;
    loops += is_loop ? 1 : 0;
    proposal->maker = settings.maker;
    all.push_back(*std::move(proposal));
  }
  return in_teaching_order(std::move(all), path, settings.max_loops);
}

std::vector<trajectory::Constraint> exact_constraints(std::span<const slam::PlanarScan> scans,
                                                      std::span<const StampedPose> truth,
                                                      const ProposalSettings& settings) {
  if (truth.empty()) return {};
  const auto begin = std::find_if(scans.begin(), scans.end(), [&](const slam::PlanarScan& scan) {
    return scan.stamp >= truth.front().stamp;
  });
  const auto end = std::find_if(begin, scans.end(), [&](const slam::PlanarScan& scan) {
    return scan.stamp > truth.back().stamp;
  });
  const std::span<const slam::PlanarScan> known(begin, end);
  std::vector<Pose2> poses;
  std::vector<bool> is_kept;
  for (const slam::PlanarScan& scan : known) {
    const TrueMoment moment = truth_at(truth, scan.stamp);
    poses.push_back(moment.pose);
    is_kept.push_back(moment.is_kept);
  }
  // Exact moments alone, unless there are hardly any.
  constexpr std::ptrdiff_t kEnough = 5;  // one in five
  if (kEnough * std::count(is_kept.begin(), is_kept.end(), true) <
      static_cast<std::ptrdiff_t>(known.size()))
    is_kept.assign(known.size(), true);
  std::vector<trajectory::Constraint> all;
  for (const ScanPair& pair : scan_pairs(known, poses, settings, is_kept)) {
    trajectory::Constraint constraint = constraint_of_pair(pair, known, poses);
    constraint.score = 1.0;
    constraint.state = trajectory::ConstraintState::Accepted;
    constraint.source = trajectory::ConstraintSource::Truth;
    constraint.maker = settings.maker;
    all.push_back(std::move(constraint));
  }
  return in_teaching_order(std::move(all), path_of_scans(known, poses), settings.max_loops);
}

}  // namespace rubble::groundtruth
