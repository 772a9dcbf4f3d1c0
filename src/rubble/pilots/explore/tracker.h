// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "rubble/messages/reading.h"
#include "rubble/pilots/explore/grid.h"
#include "rubble/pilots/explore/level_scan.h"
#include "rubble/pilots/explore/scan_matcher.h"

namespace rubble::pilots {

// Pose from dead reckoning. Position and heading drift; roll and pitch do not.
struct DeadReckoning {
  Vec2 position = Vec2::Zero();
  double heading = 0.0;  // rad, heading used for the position
  RollPitchYaw attitude;
  void serialize(auto& archive) { archive(position, heading, attitude); }
};

struct TrackerSettings {
  HeightBand height_band;
  MatchSettings match;
  double max_tilt = radians(25.0);  // scans at a larger tilt are not used
  int min_points = 20;              // with fewer wall points the prediction is kept
  double min_match_score = 0.25;    // a match with a lower score is rejected
};

// Online SLAM without loop closure: dead reckoning predicts the motion since the last scan, scan
// matching against the map corrects it, and the scan is added to the map.
class Tracker {
 public:
  Tracker(const Pose& base_from_scanner, double body_radius, const DeadReckoning& first,
          const TrackerSettings& settings = {});

  // Instruments: prediction only, while walls move, such as a door that is being pushed.
  enum class Correction { Walls, Instruments };
  void update(const RangeScan& scan, const DeadReckoning& reckoning,
              Correction correction = Correction::Walls);

  // Searches a larger window (reach, m) after a time without correction. Moves the pose only if the
  // last scan matches clearly better there.
  void relocalize(double reach);

  const FlatPose& pose() const { return pose_; }
  const Grid& grid() const { return grid_; }
  const PlanarScan& last_scan() const { return scan_; }
  double score() const { return score_; }  // of the last match
  void serialize(Archive& archive) {
    archive(body_radius_, last_, pose_, grid_, scan_, score_, scan_count_);
  }

 private:
  void predict(const DeadReckoning& reckoning);
  std::vector<Vec2> wall_points() const;
  void correct();
  void update_map();

  TrackerSettings settings_;
  Pose base_from_scanner_;
  double body_radius_;
  DeadReckoning last_;
  FlatPose pose_;
  Grid grid_;
  PlanarScan scan_;
  double score_ = 1.0;
  int scan_count_ = 0;
};

}  // namespace rubble::pilots
