// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "rubble/messages/reading.h"
#include "rubble/pilots/explore_grid.h"
#include "rubble/pilots/explore_match.h"
#include "rubble/pilots/explore_scan.h"

namespace rubble::pilots {

// Where a robot's own instruments believe it is; all of it drifts but roll and pitch.
struct DeadReckoning {
  Vec2 position = Vec2::Zero();
  double heading = 0.0;  // rad, that the position was reckoned with
  RollPitchYaw attitude;
};

struct TrackerSettings {
  HeightBand height_band;
  MatchSettings match;
  double max_tilt = radians(25.0);  // beyond this a scan is not used
  int min_points = 20;              // fewer walls than this and the instruments are believed
  double min_match_score = 0.25;    // a worse match is not believed
};

// Follows a robot through a map that it draws as it goes: instruments tell how it moved since the
// last scan, the scan's walls laid on the map correct it.
class Tracker {
 public:
  Tracker(const Pose& base_from_scanner, double body_radius, const DeadReckoning& first,
          const TrackerSettings& settings = {});

  // Walls that move, such as a door being pushed, must not be trusted.
  enum class Correction { Walls, Instruments };
  void update(const RangeScan& scan, const DeadReckoning& reckoning,
              Correction correction = Correction::Walls);

  // Looks for itself farther around, after a time in which it had to trust its instruments: goes
  // where the last scan fits clearly better than here.
  void relocalize(double reach);

  const FlatPose& pose() const { return pose_; }
  const Grid& grid() const { return grid_; }
  const PlanarScan& last_scan() const { return scan_; }
  double score() const { return score_; }  // of the last match

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
