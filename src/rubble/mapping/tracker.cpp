// SPDX-License-Identifier: Apache-2.0
#include "rubble/mapping/tracker.h"

#include <algorithm>
#include <cmath>

#include "rubble/mapping/blind_step.h"
#include "rubble/mapping/information.h"
#include "rubble/mapping/search.h"

namespace rubble::mapping {
namespace {

constexpr double kSearchSpacing = 0.15;  // m between the points that search
constexpr double kRefineSpacing = 0.05;  // m between those that refine
constexpr double kKeptSpacing = 0.03;    // m between those that are kept
constexpr double kLongestSubmap = 40.0;  // m, half of it
constexpr double kGoodSupport = 0.7;     // no reason to look further
constexpr double kSameView = 0.9;        // share of the points on walls if the robot has not moved
constexpr double kPoorShare = 0.2;       // of the points on walls: the scan lies nowhere
constexpr double kPoorSupport = 0.3;     // the map says that it cannot be here
constexpr double kLikelySupport = 0.55;  // of a place away from the guess
constexpr double kBetterBy = 0.1;        // support
constexpr double kBlindSearchSpacing = 0.25;  // m between points, where wheels say nothing
constexpr double kBlindSpacing = 0.1;
constexpr double kSlowStep = 0.3;      // m between two scans
constexpr double kSureBy = 0.05;       // value of a place over that of others
constexpr double kRescueScore = 0.25;  // of the search
// How far is looked where a scan lies badly: wheels slip.
constexpr SearchWindow kAfterSlip{0.2, 0.5};
constexpr double kInertialSlip = 0.05;  // rad; an inertial unit does not slip
constexpr double kStuckReach = 0.7;     // m, while wheels say that the robot stands
constexpr double kStandsBelow = 0.01;   // m
constexpr double kLongestStep =
    15.0;                         // m between two scans; wheels that say more have been set anew
constexpr double kFastest = 2.0;  // m/s; wheels that say more have slipped or jumped
constexpr double kFastestTurn = 2.5;  // rad/s

// What odometry may be wrong by, for a motion between two scans.
struct OdometryDoubt {
  double distance = 0.0;  // m, one sigma
  double turn = 0.0;      // rad
};

OdometryDoubt doubt_of(double moved, double turned, bool is_inertial) {
  const double distance = 0.04 + 0.3 * moved + 0.05 * turned;
  if (is_inertial) return {distance, 0.01 + 0.05 * turned};
  return {distance, 0.03 + 0.15 * moved + 0.3 * turned};
}

double distance(const Pose2& a, const Pose2& b) { return (a.position() - b.position()).norm(); }

bool is_too_fast(double distance, double turn, double seconds) {
  return seconds > 0.0 &&
         (distance > kFastest * seconds + 0.1 || turn > kFastestTurn * seconds + 0.05);
}

Mat3 prior_information(const OdometryDoubt& doubt) {
  const double across = 1.0 / (doubt.distance * doubt.distance);
  return Vec3(across, across, 1.0 / (doubt.turn * doubt.turn)).asDiagonal();
}

}  // namespace

Pose2 Tracker::take(const PlanarScan& scan) {
  const std::vector<OrientedPoint> points = oriented_points(scan);
  Refinement where;
  if (scans_ > 0) {
    const Motion motion = motion_to(scan);
    where = {.map_from_scan = motion.guess,
             .information =
                 prior_information(doubt_of(motion.distance, motion.turn, motion.is_inertial))};
    if (settings_.matches) where = matched(points, scan.origin, motion);
  }
  last_step_ = scans_ > 0 ? local_.inverse() * where.map_from_scan : Pose2{};
  local_ = where.map_from_scan;
  odometry_ = scan.odometry;
  stamp_ = scan.stamp;
  if (scans_ == 0 || is_node_due(local_)) add_node(where, scan.origin, points);
  ++scans_;
  return local_;
}

Tracker::Motion Tracker::motion_to(const PlanarScan& scan) const {
  const Pose2 step = odometry_.inverse() * scan.odometry;
  Motion motion{local_ * step, std::hypot(step.x, step.y), std::abs(step.theta)};
  motion.is_inertial = scan.has_inertial_heading;
  motion.seconds = scan.stamp - stamp_;
  motion.is_told = !(odometry_ == scan.odometry);
  motion.is_credible = motion.is_told && !is_too_fast(motion.distance, motion.turn, motion.seconds);
  if (motion.distance > kLongestStep && settings_.matches)
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
bool Tracker::is_possible(const Refinement& there, const Motion& motion) const {
  const double turn = std::abs(wrap_angle(there.map_from_scan.theta - local_.theta));
  return !is_too_fast(distance(there.map_from_scan, local_), turn, motion.seconds);
}

Refinement Tracker::matched(const std::vector<OrientedPoint>& points, const Vec2f& origin,
                            const Motion& motion) {
  const SurfelMap& map = open_.front().map;
  const auto few = thinned(points, kSearchSpacing);
  const auto many = thinned(points, kRefineSpacing);
  const OdometryDoubt doubt = doubt_of(motion.distance, motion.turn, motion.is_inertial);
  const PosePrior prior{motion.guess, prior_information(doubt)};
  const SearchWindow window{std::min(3.0 * doubt.distance + 0.1, 0.6),
                            std::min(3.0 * doubt.turn + 0.05, 0.5)};
  const SearchResult found = search_nearby(map, few, motion.guess, window);
  Refinement near = refine(map, many, found.map_from_scan, prior);
  near.information += prior.information;
  if (!motion.is_credible) return matched_blindly(points, origin, motion, near);
  const bool is_good = near.support >= kGoodSupport && near.inlier_share >= kPoorShare;
  if (is_good && is_possible(near, motion)) return near;
  const Refinement far = rescued(few, many, motion);
  const bool is_better =
      far.inlier_share > near.inlier_share && far.support > near.support + kBetterBy;
  const bool is_likely = far.inlier_share >= kPoorShare && far.support >= kLikelySupport;
  // Wheels that turn slip, but no further than they are doubted.
  const bool is_within =
      motion.distance < kStandsBelow || distance(far.map_from_scan, motion.guess) <= window.reach;
  if (is_better && is_likely && is_within && is_possible(far, motion)) return far;
  const bool is_fair = near.support >= kPoorSupport && near.inlier_share >= kPoorShare;
  if (is_fair && is_possible(near, motion)) return near;
  ++lost_scans_;
  return {.map_from_scan = motion.guess, .information = prior.information};
}

// Wheels say nothing new, or what cannot be. A robot that was slow and sees the same as before
// stands, or crept on.
Refinement Tracker::matched_blindly(const std::vector<OrientedPoint>& points, const Vec2f& origin,
                                    const Motion& motion, const Refinement& near) {
  const bool was_slow = std::hypot(last_step_.x, last_step_.y) < kSlowStep;
  if (near.inlier_share >= kSameView && (was_slow || motion.is_told)) return near;
  const auto few = thinned(points, kBlindSearchSpacing);
  const auto many = thinned(points, kBlindSpacing);
  BlindStart start{local_, last_step_, {}};
  if (motion.is_told) start.told = motion.guess;
  const auto found = find_blind_step(open_.front().map, {origin, few, many}, start);
  ++blind_scans_;
  if (!found || found->where.inlier_share < kPoorShare || found->where.support < kPoorSupport) {
    ++lost_scans_;
    return {.map_from_scan = motion.guess, .information = Mat3::Identity()};
  }
  if (found->value < found->rival + kSureBy) unsure_scans_.push_back(scans_);
  Refinement where = found->where;
  where.information += Mat3::Identity();
  return where;
}

// Looks further around where the wheels say.
Refinement Tracker::rescued(const std::vector<OrientedPoint>& few,
                            const std::vector<OrientedPoint>& many, const Motion& motion) const {
  const SurfelMap& map = open_.front().map;
  const double reach = motion.distance < kStandsBelow ? kStuckReach : kAfterSlip.reach;
  const SearchWindow window{reach, motion.is_inertial ? kInertialSlip : kAfterSlip.turn};
  const auto found = WideSearch(map).search(few, motion.guess, window, kRescueScore);
  Refinement refined = found ? refine(map, many, found->map_from_scan) : Refinement{};
  refined.information += Mat3::Identity();
  return refined;
}

bool Tracker::is_node_due(const Pose2& local) const {
  const Pose2 step = nodes_.back().local.inverse() * local;
  return std::hypot(step.x, step.y) >= settings_.node_distance ||
         std::abs(step.theta) >= settings_.node_turn;
}

bool Tracker::is_submap_due() const {
  const int nodes = static_cast<int>(nodes_.size()) - open_.back().first_node;
  const double way = way_ - open_.back().way;
  return nodes >= settings_.half_submap || way >= kLongestSubmap ||
         (nodes >= settings_.least_nodes && way >= settings_.half_way);
}

void Tracker::add_node(const Refinement& where, const Vec2f& origin,
                       const std::vector<OrientedPoint>& points) {
  const int index = static_cast<int>(nodes_.size());
  if (!nodes_.empty()) {
    const Pose2 step = nodes_.back().local.inverse() * where.map_from_scan;
    way_ += std::hypot(step.x, step.y);
  }
  if (open_.empty() || is_submap_due()) {
    if (open_.size() == 2) close_oldest();
    open_.push_back({index, way_, {}});
  }
  for (Open& open : open_) {
    open.map.add(points, where.map_from_scan);
    open.map.clear(points, origin, where.map_from_scan);
  }
  nodes_.push_back({scans_, where.map_from_scan,
                    turned_axes(where.information, -where.map_from_scan.theta),
                    thinned(points, kKeptSpacing)});
}

void Tracker::close_oldest() {
  Open& oldest = open_.front();
  Submap submap;
  submap.first_node = oldest.first_node;
  submap.last_node = static_cast<int>(nodes_.size()) - 1;
  submap.surfels = oldest.map.surfels();
  submap.free = oldest.map.free_space();
  submaps_.push_back(std::move(submap));
  open_.erase(open_.begin());
}

void Tracker::finish() {
  while (!open_.empty()) close_oldest();
}

}  // namespace rubble::mapping
