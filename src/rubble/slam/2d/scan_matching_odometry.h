// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "rubble/slam/2d/point_to_line.h"
#include "rubble/slam/2d/surfel_map.h"

// SLAM front end: scan-to-submap matching that turns odometry and laser scans into a locally
// consistent trajectory and submaps (Hess et al. 2016, "Real-time loop closure in 2D LIDAR SLAM",
// local SLAM).
namespace rubble::slam {

// A finished submap: the map of a section of the trajectory. Surfels are in the local frame of the
// ScanMatchingOdometry that made it.
struct Submap {
  int first_node = 0;
  int last_node = 0;  // inclusive
  std::vector<Surfel> surfels;
  FreeSpace free;
};

// A scan that was inserted into the submaps (a keyframe).
struct Node {
  int scan = 0;                       // number of the scan, in the order of add_scan()
  Pose2 local;                        // local_from_robot; the local frame drifts
  Mat3 information = Mat3::Zero();    // inverse covariance of x, y, theta against the submap,
                                      // in the robot frame
  std::vector<OrientedPoint> points;  // in the robot frame, 3 cm apart
};

struct ScanMatchingOdometrySettings {
  bool matches_scans = true;        // false: poses are odometry alone
  double node_distance = 0.2;       // m; a new node after this distance
  double node_turn = 0.17;          // rad; or after this rotation
  int half_submap_nodes = 30;       // a new submap starts every so many nodes; two are active
  double half_submap_length = 6.0;  // m; or every so many metres,
  int min_nodes = 8;                // but not before so many nodes
};

// Odometry is the prior of each scan, a match against the older active submap its measurement:
// correlative search in a window from the odometry uncertainty, then point-to-line alignment. A
// poor match widens the search; implausible odometry starts relocalize(). A match that would exceed
// the robot's speed limit is rejected. One thread.
class ScanMatchingOdometry {
 public:
  explicit ScanMatchingOdometry(const ScanMatchingOdometrySettings& settings = {})
      : settings_(settings) {}

  // Pose of the robot at the scan, in the local frame. Scans must come in the order of the log.
  Pose2 add_scan(const PlanarScan& scan);
  // Finishes the active submaps.
  void finish();

  const std::vector<Node>& nodes() const { return nodes_; }
  // Finished submaps; grows at the end.
  const std::vector<Submap>& submaps() const { return submaps_; }
  // No match above threshold: pose taken from odometry.
  int unmatched_scans() const { return unmatched_scans_; }
  // Scans placed by relocalize(), because odometry was missing or implausible; and the numbers of
  // those whose runner-up scored nearly as well.
  int scans_without_odometry() const { return scans_without_odometry_; }
  const std::vector<int>& ambiguous_scans() const { return ambiguous_scans_; }

 private:
  struct OpenSubmap {
    int first_node = 0;
    double path_length = 0.0;  // m, path length at its first node
    SurfelMap map;             // in the local frame
  };

  // Motion since the previous scan by odometry.
  struct Motion {
    Pose2 guess;               // predicted pose, local frame
    double distance = 0.0;     // m
    double turn = 0.0;         // rad
    double seconds = 0.0;      // negative if the clock was set back
    bool is_inertial = false;  // heading from an inertial unit
    // Below the speed limit and not identical to the previous value. Identical values come from
    // wheels at rest as well as from a broken odometry source.
    bool is_plausible = true;
    bool has_odometry = true;  // the guess comes from odometry, plausible or not
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

}  // namespace rubble::slam
