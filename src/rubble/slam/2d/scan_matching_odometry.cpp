// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/scan_matching_odometry.h"

#include <algorithm>
#include <cmath>

#include "rubble/slam/2d/correlative_matcher.h"
#include "rubble/slam/2d/information.h"
#include "rubble/slam/2d/relocalization.h"

namespace rubble::slam {
namespace {

constexpr double kSearchSpacing = 0.15;                // m between points, for the search
constexpr double kRefineSpacing = 0.05;                // m between points, for the alignment
constexpr double kKeptSpacing = 0.03;                  // m between the points of a node
constexpr double kMaxSubmapLength = 40.0;              // m; a new submap starts at the latest
constexpr double kGoodSupport = 0.7;                   // a match this good needs no wider search
constexpr double kSameView = 0.9;                      // inlier share if the robot has not moved
constexpr double kMinInlierShare = 0.2;                // below: no match
constexpr double kMinSupport = 0.3;                    // below: contradicts the map
constexpr double kMinRescueSupport = 0.55;             // of a match from the wider search
constexpr double kMinSupportGain = 0.1;                // support, wider over first match
constexpr double kRelocalizationSearchSpacing = 0.25;  // m between points
constexpr double kRelocalizationSpacing = 0.1;
constexpr double kSlowStep = 0.3;         // m between two scans
constexpr double kMinScoreMargin = 0.05;  // score over the runner-up; below: ambiguous
constexpr double kRescueScore = 0.25;     // of the wider search
// Window of the wider search after a poor match: wheel slip.
constexpr SearchWindow kAfterSlip{0.2, 0.5};
constexpr double kInertialSlip = 0.05;  // rad; an inertial heading does not slip
constexpr double kStuckReach = 0.7;     // m, if odometry reports a standstill
constexpr double kStandsBelow = 0.01;   // m
constexpr double kMaxStep = 15.0;       // m between two scans; beyond, odometry was reset
constexpr double kMaxSpeed = 2.0;       // m/s; beyond, odometry is implausible
constexpr double kMaxTurnRate = 2.5;    // rad/s

// Standard deviations of odometry for one motion between two scans.
struct OdometryUncertainty {
  double distance = 0.0;  // m
  double turn = 0.0;      // rad
};

OdometryUncertainty odometry_uncertainty(double moved, double turned, bool is_inertial) {
  const double distance = 0.04 + 0.3 * moved + 0.05 * turned;
  if (is_inertial) return {distance, 0.01 + 0.05 * turned};
  return {distance, 0.03 + 0.15 * moved + 0.3 * turned};
}

double distance(const Pose2& a, const Pose2& b) { return (a.position() - b.position()).norm(); }

bool is_too_fast(double distance, double turn, double seconds) {
  return seconds > 0.0 &&
         (distance > kMaxSpeed * seconds + 0.1 || turn > kMaxTurnRate * seconds + 0.05);
}

Mat3 prior_information(const OdometryUncertainty& uncertainty) {
  const double across = 1.0 / (uncertainty.distance * uncertainty.distance);
  return Vec3(across, across, 1.0 / (uncertainty.turn * uncertainty.turn)).asDiagonal();
}

}  // namespace

Pose2 ScanMatchingOdometry::add_scan(const PlanarScan& scan) {
  const std::vector<OrientedPoint> points = oriented_points(scan);
  ScanAlignment alignment;
  if (scans_ > 0) {
    const Motion motion = motion_to(scan);
    alignment = {.map_from_scan = motion.guess,
                 .information = prior_information(
                     odometry_uncertainty(motion.distance, motion.turn, motion.is_inertial))};
    if (settings_.matches_scans) alignment = match(points, scan.origin, motion);
  }
  last_step_ = scans_ > 0 ? local_.inverse() * alignment.map_from_scan : Pose2{};
  local_ = alignment.map_from_scan;
  odometry_ = scan.odometry;
  stamp_ = scan.stamp;
  if (scans_ == 0 || is_node_due(local_)) add_node(alignment, scan.origin, points);
  ++scans_;
  return local_;
}

ScanMatchingOdometry::Motion ScanMatchingOdometry::motion_to(const PlanarScan& scan) const {
  const Pose2 step = odometry_.inverse() * scan.odometry;
  Motion motion{local_ * step, std::hypot(step.x, step.y), std::abs(step.theta)};
  motion.is_inertial = scan.has_inertial_heading;
  motion.seconds = scan.stamp - stamp_;
  motion.has_odometry = !(odometry_ == scan.odometry);
  motion.is_plausible =
      motion.has_odometry && !is_too_fast(motion.distance, motion.turn, motion.seconds);
  if (motion.distance > kMaxStep && settings_.matches_scans)
    motion = {local_ * last_step_,
              std::hypot(last_step_.x, last_step_.y),
              std::abs(last_step_.theta),
              motion.seconds,
              false,
              false,
              false};
  return motion;
}

// Reject poses that exceed the speed limit, whatever their match score.
bool ScanMatchingOdometry::is_reachable(const ScanAlignment& there, const Motion& motion) const {
  const double turn = std::abs(wrap_angle(there.map_from_scan.theta - local_.theta));
  return !is_too_fast(distance(there.map_from_scan, local_), turn, motion.seconds);
}

ScanAlignment ScanMatchingOdometry::match(const std::vector<OrientedPoint>& points,
                                          const Vec2f& origin, const Motion& motion) {
  const SurfelMap& map = open_.front().map;
  const auto search_points = thinned(points, kSearchSpacing);
  const auto alignment_points = thinned(points, kRefineSpacing);
  const OdometryUncertainty uncertainty =
      odometry_uncertainty(motion.distance, motion.turn, motion.is_inertial);
  const PosePrior prior{motion.guess, prior_information(uncertainty)};
  const SearchWindow window{std::min(3.0 * uncertainty.distance + 0.1, 0.6),
                            std::min(3.0 * uncertainty.turn + 0.05, 0.5)};
  const SearchResult found = correlative_search(map, search_points, motion.guess, window);
  ScanAlignment local_match =
      align_point_to_line(map, alignment_points, found.map_from_scan, prior);
  local_match.information += prior.information;
  if (!motion.is_plausible) return match_without_odometry(points, origin, motion, local_match);
  const bool is_good =
      local_match.support >= kGoodSupport && local_match.inlier_share >= kMinInlierShare;
  if (is_good && is_reachable(local_match, motion)) return local_match;
  const ScanAlignment wider = search_wider(search_points, alignment_points, motion);
  const bool is_better = wider.inlier_share > local_match.inlier_share &&
                         wider.support > local_match.support + kMinSupportGain;
  const bool is_likely =
      wider.inlier_share >= kMinInlierShare && wider.support >= kMinRescueSupport;
  // If the wheels turned, slip is bounded by the odometry uncertainty.
  const bool is_within =
      motion.distance < kStandsBelow || distance(wider.map_from_scan, motion.guess) <= window.reach;
  if (is_better && is_likely && is_within && is_reachable(wider, motion)) return wider;
  const bool is_fair =
      local_match.support >= kMinSupport && local_match.inlier_share >= kMinInlierShare;
  if (is_fair && is_reachable(local_match, motion)) return local_match;
  ++unmatched_scans_;
  return {.map_from_scan = motion.guess, .information = prior.information};
}

// Odometry is missing or implausible. If the view is unchanged and the robot was slow, it stands
// still or creeps, and the local match is right.
ScanAlignment ScanMatchingOdometry::match_without_odometry(const std::vector<OrientedPoint>& points,
                                                           const Vec2f& origin,
                                                           const Motion& motion,
                                                           const ScanAlignment& local_match) {
  const bool was_slow = std::hypot(last_step_.x, last_step_.y) < kSlowStep;
  if (local_match.inlier_share >= kSameView && (was_slow || motion.has_odometry))
    return local_match;
  const auto search_points = thinned(points, kRelocalizationSearchSpacing);
  const auto alignment_points = thinned(points, kRelocalizationSpacing);
  RelocalizationPrior start{local_, last_step_, {}};
  if (motion.has_odometry) start.odometry = motion.guess;
  const auto found =
      relocalize(open_.front().map, {origin, search_points, alignment_points}, start);
  ++scans_without_odometry_;
  if (!found || found->alignment.inlier_share < kMinInlierShare ||
      found->alignment.support < kMinSupport) {
    ++unmatched_scans_;
    return {.map_from_scan = motion.guess, .information = Mat3::Identity()};
  }
  if (found->score < found->runner_up_score + kMinScoreMargin) ambiguous_scans_.push_back(scans_);
  ScanAlignment alignment = found->alignment;
  alignment.information += Mat3::Identity();
  return alignment;
}

// Branch-and-bound search in a wider window around odometry.
ScanAlignment ScanMatchingOdometry::search_wider(const std::vector<OrientedPoint>& search_points,
                                                 const std::vector<OrientedPoint>& alignment_points,
                                                 const Motion& motion) const {
  const SurfelMap& map = open_.front().map;
  const double reach = motion.distance < kStandsBelow ? kStuckReach : kAfterSlip.reach;
  const SearchWindow window{reach, motion.is_inertial ? kInertialSlip : kAfterSlip.turn};
  const auto found =
      BranchAndBoundMatcher(map).search(search_points, motion.guess, window, kRescueScore);
  ScanAlignment refined =
      found ? align_point_to_line(map, alignment_points, found->map_from_scan) : ScanAlignment{};
  refined.information += Mat3::Identity();
  return refined;
}

bool ScanMatchingOdometry::is_node_due(const Pose2& local) const {
  const Pose2 step = nodes_.back().local.inverse() * local;
  return std::hypot(step.x, step.y) >= settings_.node_distance ||
         std::abs(step.theta) >= settings_.node_turn;
}

bool ScanMatchingOdometry::is_submap_due() const {
  const int nodes = static_cast<int>(nodes_.size()) - open_.back().first_node;
  const double path_length = path_length_ - open_.back().path_length;
  return nodes >= settings_.half_submap_nodes || path_length >= kMaxSubmapLength ||
         (nodes >= settings_.min_nodes && path_length >= settings_.half_submap_length);
}

void ScanMatchingOdometry::add_node(const ScanAlignment& alignment, const Vec2f& origin,
                                    const std::vector<OrientedPoint>& points) {
  const int index = static_cast<int>(nodes_.size());
  if (!nodes_.empty()) {
    const Pose2 step = nodes_.back().local.inverse() * alignment.map_from_scan;
    path_length_ += std::hypot(step.x, step.y);
  }
  if (open_.empty() || is_submap_due()) {
    if (open_.size() == 2) close_oldest();
    open_.push_back({index, path_length_, {}});
  }
  for (OpenSubmap& open : open_) {
    open.map.add(points, alignment.map_from_scan);
    open.map.mark_free(points, origin, alignment.map_from_scan);
  }
  nodes_.push_back({scans_, alignment.map_from_scan,
                    turned_axes(alignment.information, -alignment.map_from_scan.theta),
                    thinned(points, kKeptSpacing)});
}

void ScanMatchingOdometry::close_oldest() {
  OpenSubmap& oldest = open_.front();
  Submap submap;
  submap.first_node = oldest.first_node;
  submap.last_node = static_cast<int>(nodes_.size()) - 1;
  submap.surfels = oldest.map.surfels();
  submap.free = oldest.map.free_space();
  submaps_.push_back(std::move(submap));
  open_.erase(open_.begin());
}

void ScanMatchingOdometry::finish() {
  while (!open_.empty()) close_oldest();
}

}  // namespace rubble::slam
