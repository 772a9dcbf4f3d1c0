// SPDX-License-Identifier: Apache-2.0
#include "rubble/mapping/scan_matching_odometry.h"

#include <algorithm>
#include <cmath>

#include "rubble/mapping/correlative_matcher.h"
#include "rubble/mapping/information.h"
#include "rubble/mapping/relocalization.h"

namespace rubble::mapping {
namespace {

constexpr double kSearchSpacing = 0.15;    // m between the points that search
constexpr double kRefineSpacing = 0.05;    // m between those that refine
constexpr double kKeptSpacing = 0.03;      // m between those that are kept
constexpr double kMaxSubmapLength = 40.0;  // m, half of it
constexpr double kGoodSupport = 0.7;       // no reason to look further
constexpr double kSameView = 0.9;        // share of the points on walls if the robot has not moved
constexpr double kMinInlierShare = 0.2;  // of the points on walls: the scan lies nowhere
constexpr double kMinSupport = 0.3;      // the map says that it cannot be here
constexpr double kMinRescueSupport = 0.55;             // of a place away from the guess
constexpr double kMinSupportGain = 0.1;                // support
constexpr double kRelocalizationSearchSpacing = 0.25;  // m between points, where wheels say nothing
constexpr double kRelocalizationSpacing = 0.1;
constexpr double kSlowStep = 0.3;         // m between two scans
constexpr double kMinScoreMargin = 0.05;  // value of a place over that of others
constexpr double kRescueScore = 0.25;     // of the search
// How far is looked where a scan lies badly: wheels slip.
constexpr SearchWindow kAfterSlip{0.2, 0.5};
constexpr double kInertialSlip = 0.05;  // rad; an inertial unit does not slip
constexpr double kStuckReach = 0.7;     // m, while wheels say that the robot stands
constexpr double kStandsBelow = 0.01;   // m
constexpr double kMaxStep = 15.0;  // m between two scans; wheels that say more have been set anew
constexpr double kMaxSpeed = 2.0;  // m/s; wheels that say more have slipped or jumped
constexpr double kMaxTurnRate = 2.5;  // rad/s

// What odometry may be wrong by, for a motion between two scans.
struct OdometryUncertainty {
  double distance = 0.0;  // m, one sigma
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

// A place that the robot cannot have got to is none, however well the scan lies there.
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
  ScanAlignment near = align_point_to_line(map, alignment_points, found.map_from_scan, prior);
  near.information += prior.information;
  if (!motion.is_plausible) return match_without_odometry(points, origin, motion, near);
  const bool is_good = near.support >= kGoodSupport && near.inlier_share >= kMinInlierShare;
  if (is_good && is_reachable(near, motion)) return near;
  const ScanAlignment wider = search_wider(search_points, alignment_points, motion);
  const bool is_better =
      wider.inlier_share > near.inlier_share && wider.support > near.support + kMinSupportGain;
  const bool is_likely =
      wider.inlier_share >= kMinInlierShare && wider.support >= kMinRescueSupport;
  // Wheels that turn slip, but no further than they are doubted.
  const bool is_within =
      motion.distance < kStandsBelow || distance(wider.map_from_scan, motion.guess) <= window.reach;
  if (is_better && is_likely && is_within && is_reachable(wider, motion)) return wider;
  const bool is_fair = near.support >= kMinSupport && near.inlier_share >= kMinInlierShare;
  if (is_fair && is_reachable(near, motion)) return near;
  ++unmatched_scans_;
  return {.map_from_scan = motion.guess, .information = prior.information};
}

// Wheels say nothing new, or what cannot be. A robot that was slow and sees the same as before
// stands, or crept on.
ScanAlignment ScanMatchingOdometry::match_without_odometry(const std::vector<OrientedPoint>& points,
                                                           const Vec2f& origin,
                                                           const Motion& motion,
                                                           const ScanAlignment& near) {
  const bool was_slow = std::hypot(last_step_.x, last_step_.y) < kSlowStep;
  if (near.inlier_share >= kSameView && (was_slow || motion.has_odometry)) return near;
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

// Looks further around where the wheels say.
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

}  // namespace rubble::mapping
