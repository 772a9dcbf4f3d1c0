// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "rubble/mapping/point_to_line.h"
#include "rubble/mapping/surfel_map.h"

namespace rubble::mapping {

// A stretch of the way whose scans are laid on each other, done with. Surfels are in the frame of
// its first node.
struct Submap {
  int first_node = 0;
  int last_node = 0;  // inclusive
  std::vector<Surfel> surfels;
  FreeSpace free;
};

// A scan that became part of the map.
struct Node {
  int scan = 0;
  Pose2 local;                      // in the tracker's frame, which drifts
  Mat3 information = Mat3::Zero();  // of local's x, y, theta against the submap, in its own frame
  std::vector<OrientedPoint> points;
};

struct ScanMatchingOdometrySettings {
  bool matches_scans = true;        // else odometry alone says where the robot is
  double node_distance = 0.2;       // m between nodes
  double node_turn = 0.17;          // rad
  int half_submap_nodes = 30;       // nodes until the next submap begins; two are open at a time
  double half_submap_length = 6.0;  // m, likewise, but not before
  int min_nodes = 8;
};

// Follows the robot from scan to scan: odometry says where it may be, the map of the last stretch
// where it is.
class ScanMatchingOdometry {
 public:
  explicit ScanMatchingOdometry(const ScanMatchingOdometrySettings& settings = {})
      : settings_(settings) {}

  // Where the robot was when it took the scan, in the tracker's frame.
  Pose2 add_scan(const PlanarScan& scan);
  // Ends the submaps that are still open.
  void finish();

  const std::vector<Node>& nodes() const { return nodes_; }
  // Grows from behind.
  const std::vector<Submap>& submaps() const { return submaps_; }
  // Scans that lay badly on the map wherever they were tried.
  int unmatched_scans() const { return unmatched_scans_; }
  // Scans that the robot moved before, though wheels did not say so; and those of them that lay
  // nearly as well elsewhere.
  int scans_without_odometry() const { return scans_without_odometry_; }
  const std::vector<int>& ambiguous_scans() const { return ambiguous_scans_; }

 private:
  struct OpenSubmap {
    int first_node = 0;
    double path_length = 0.0;  // m, up to its first node
    SurfelMap map;             // in the tracker's frame
  };

  // What odometry says about the way from the last scan to this one.
  struct Motion {
    Pose2 guess;               // where the robot should be now
    double distance = 0.0;     // m
    double turn = 0.0;         // rad
    double seconds = 0.0;      // may be negative: clocks are set
    bool is_inertial = false;  // an inertial unit said so
    // Not faster than robots are, and not the very same numbers again, which wheels that stand
    // still say as well as ones that nobody reads.
    bool is_plausible = true;
    bool has_odometry = true;  // the guess is the wheels', credible or not
  };

  Motion motion_to(const PlanarScan& scan) const;
  bool is_reachable(const ScanAlignment& there, const Motion& motion) const;
  ScanAlignment match(const std::vector<OrientedPoint>& points, const Vec2f& origin,
                      const Motion& motion);
  ScanAlignment match_without_odometry(const std::vector<OrientedPoint>& points,
                                       const Vec2f& origin, const Motion& motion,
                                       const ScanAlignment& near);
  ScanAlignment search_wider(const std::vector<OrientedPoint>& search_points,
                             const std::vector<OrientedPoint>& alignment_points,
                             const Motion& motion) const;
  bool is_submap_due() const;
  bool is_node_due(const Pose2& local) const;
  void add_node(const ScanAlignment& alignment, const Vec2f& origin,
                const std::vector<OrientedPoint>& points);
  void close_oldest();

  ScanMatchingOdometrySettings settings_;
  int scans_ = 0;
  int unmatched_scans_ = 0;
  int scans_without_odometry_ = 0;
  std::vector<int> ambiguous_scans_;
  Pose2 local_;
  Pose2 last_step_;
  Pose2 odometry_;
  double stamp_ = 0.0;
  double path_length_ = 0.0;  // m, along the nodes
  std::vector<Node> nodes_;
  std::vector<OpenSubmap> open_;  // one or two, the older first
  std::vector<Submap> submaps_;
};

}  // namespace rubble::mapping
