// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/doctor/log_faults.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "rubble/slam/2d/correlative_matcher.h"
#include "rubble/slam/2d/scan_projector.h"

namespace rubble::logs {
namespace {

// What is tried; mirrored odometry is the same as a mirrored laser.
constexpr LogFault kTriedFaults[] = {{LaserFault::None, OdometryFault::None},
                                     {LaserFault::Mirrored, OdometryFault::None},
                                     {LaserFault::Backwards, OdometryFault::None},
                                     {LaserFault::MirroredBackwards, OdometryFault::None},
                                     {LaserFault::None, OdometryFault::Turn},
                                     {LaserFault::None, OdometryFault::Y}};
constexpr std::size_t kTried = std::size(kTriedFaults);

constexpr double kPairMinTurn = 0.25;     // rad, or
constexpr double kPairMinWay = 0.35;      // m between the scans of a pair
constexpr double kPairMaxTurn = 1.0;      // rad; with more they see too little in common
constexpr double kPairMaxWay = 1.6;       // m
constexpr double kPairSpacing = 0.1;      // m between points
constexpr std::size_t kMinScanHits = 30;  // of a usable scan
constexpr std::size_t kMinPairs = 16;     // fewer give no result
constexpr double kMinGain = 0.03;         // minimum gain of the score to report a fault
constexpr double kMinSigmas = 5.0;

// How a motion looks to a laser with this fault.
Pose2 seen_motion(Pose2 motion, LaserFault fault) {
  if (has_mirrored_beams(fault)) motion = {motion.x, -motion.y, -motion.theta};
  if (looks_backwards(fault)) motion = {-motion.x, -motion.y, motion.theta};
  return motion;
}

struct TriedPair {
  std::size_t first = 0;
  std::size_t second = 0;
};

bool is_apart(const Pose2& motion) {
  return std::abs(motion.theta) >= kPairMinTurn || std::hypot(motion.x, motion.y) >= kPairMinWay;
}
bool is_too_far(const Pose2& motion) {
  return std::abs(motion.theta) > kPairMaxTurn || std::hypot(motion.x, motion.y) > kPairMaxWay;
}

// Each scan with the first one after it that is far enough away.
std::vector<TriedPair> pairs_of(const std::vector<Pose2>& odometry) {
  std::vector<TriedPair> pairs;
  std::size_t first = 0;
  for (std::size_t k = 1; k < odometry.size(); ++k) {
    const Pose2 motion = odometry[first].inverse() * odometry[k];
    if (!is_apart(motion)) continue;
    if (!is_too_far(motion)) pairs.push_back({first, k});
    first = k;
  }
  return pairs;
}

// Those that turn most are worth most: half of all, spread over the log; the rest as they come.
std::vector<TriedPair> chosen_pairs(const std::vector<TriedPair>& pairs,
                                    const std::vector<Pose2>& odometry, std::size_t max_pairs) {
  std::vector<TriedPair> turning, moving;
  for (const TriedPair& pair : pairs) {
    const Pose2 motion = odometry[pair.first].inverse() * odometry[pair.second];
    (std::abs(motion.theta) >= kPairMinTurn ? turning : moving).push_back(pair);
  }
  std::vector<TriedPair> chosen;
  const auto choose = [&](const std::vector<TriedPair>& from, std::size_t most) {
    const std::size_t count = std::min(from.size(), most);
    for (std::size_t k = 0; k < count; ++k) chosen.push_back(from[k * from.size() / count]);
  };
  choose(turning, max_pairs / 2);
  choose(moving, max_pairs - chosen.size());
  return chosen;
}

// The 2-D scans of the mapping laser without levelling, computed on demand.
class ScanCache {
 public:
  explicit ScanCache(const RobotLog& log)
      : maker_(log, {.handles_ramps = false, .uses_inertial_heading = false}) {
    for (std::size_t k = 0; k < log.laser_scans.size(); ++k) {
      auto scan = maker_.scan_of(k);
      if (!scan) continue;
      laser_ = log.laser_scans[k].laser;
      sweeps_.push_back(k);
      odometry_.push_back(scan->odometry);
    }
  }

  const std::vector<Pose2>& odometry() const { return odometry_; }
  int laser() const { return laser_; }
  slam::PlanarScan scan(std::size_t index) { return *maker_.scan_of(sweeps_[index]); }

 private:
  slam::ScanProjector maker_;
  std::vector<std::size_t> sweeps_;
  std::vector<Pose2> odometry_;
  int laser_ = 0;
};

using PairScores = std::array<double, kTried>;

// Where the laser went, by odometry with that sign put right.
Pose2 laser_motion(const Pose2& from, const Pose2& to, const Pose2& base_from_laser,
                   const LogFault& fault) {
  const Pose2 motion = corrected(from, fault.odometry).inverse() * corrected(to, fault.odometry);
  return seen_motion(base_from_laser.inverse() * motion * base_from_laser, fault.laser);
}

// Match score of the second scan on the first, near the relative pose under each fault.
PairScores scores_of(const slam::PlanarScan& first, const slam::PlanarScan& second,
                     const Pose2& from, const Pose2& to, const Pose2& base_from_laser) {
  slam::SurfelMap map;
  map.add(slam::oriented_points(first), {});
  const auto points = slam::thinned(slam::oriented_points(second), kPairSpacing);
  PairScores scores{};
  for (std::size_t k = 0; k < kTried; ++k) {
    const Pose2 motion = laser_motion(from, to, base_from_laser, kTriedFaults[k]);
    const Pose2 guess = base_from_laser * motion * base_from_laser.inverse();
    const slam::SearchWindow window{0.08 + 0.08 * std::hypot(motion.x, motion.y),
                                    0.04 + 0.08 * std::abs(motion.theta)};
    scores[k] = slam::correlative_search(map, points, guess, window).score;
  }
  return scores;
}

std::vector<FaultScore> summarised(const std::vector<PairScores>& pairs) {
  std::vector<FaultScore> scores;
  const auto count = static_cast<double>(pairs.size());
  for (std::size_t k = 0; k < kTried; ++k) {
    double sum = 0.0, gain = 0.0, squares = 0.0;
    for (const PairScores& pair : pairs) {
      sum += pair[k];
      gain += pair[k] - pair[0];
      squares += (pair[k] - pair[0]) * (pair[k] - pair[0]);
    }
    const double mean = gain / count;
    const double variance = std::max(squares / count - mean * mean, 1e-12);
    scores.push_back({kTriedFaults[k], sum / count, mean, mean / std::sqrt(variance / count)});
  }
  std::stable_sort(scores.begin(), scores.end(),
                   [](const FaultScore& a, const FaultScore& b) { return a.mean > b.mean; });
  return scores;
}

}  // namespace

FaultDetection detect_faults(const RobotLog& log, std::size_t max_pairs) {
  FaultDetection detection;
  if (log.laser_scans.empty() || log.odometry.empty()) return detection;
  ScanCache cache(log);
  const auto& odometry = cache.odometry();
  const Pose2 base_from_laser =
      planar(log.lasers[static_cast<std::size_t>(cache.laser())].base_from_laser);
  std::vector<PairScores> all;
  for (const TriedPair& pair : chosen_pairs(pairs_of(odometry), odometry, max_pairs)) {
    const slam::PlanarScan first = cache.scan(pair.first), second = cache.scan(pair.second);
    if (std::min(first.hits.size(), second.hits.size()) < kMinScanHits) continue;
    all.push_back(
        scores_of(first, second, odometry[pair.first], odometry[pair.second], base_from_laser));
  }
  detection.pairs = all.size();
  if (all.empty()) return detection;
  detection.scores = summarised(all);
  const FaultScore& best = detection.scores.front();
  if (all.size() >= kMinPairs && best.fault != LogFault{} && best.gain >= kMinGain &&
      best.sigmas >= kMinSigmas)
    detection.verdict = best.fault;
  return detection;
}

std::string sentence_for(const LogFault& fault) {
  if (fault.odometry == OdometryFault::Turn)
    return "Odometry turns the wrong way against its own x and y: --odometry turn mends it.";
  if (fault.odometry == OdometryFault::Y)
    return "The y of odometry has the wrong sign against its own x and turns: --odometry y mends "
           "it.";
  switch (fault.laser) {
    case LaserFault::Mirrored:
      return "Scans and odometry turn opposite ways: the laser's beams are in reverse order, or it "
             "hangs upside down (--laser mirrored), or odometry is mirrored (--odometry mirrored). "
             "The log cannot tell which; the wrong one makes a map that is a mirror image.";
    case LaserFault::Backwards:
      return "Scans move against odometry: the laser looks backwards, turned by 180 degrees from "
             "where the log says (--laser backwards).";
    case LaserFault::MirroredBackwards:
      return "Scans turn and move against odometry: the laser looks backwards and its beams are in "
             "reverse order (--laser mirrored-backwards).";
    case LaserFault::None:
      break;
  }
  return {};
}

}  // namespace rubble::logs
