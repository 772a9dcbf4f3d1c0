// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "rubble/mapping/point_to_line.h"

namespace rubble::mapping {

// A scan after a step that no wheels told.
struct RelocalizationScan {
  Vec2f origin = Vec2f::Zero();
  std::span<const OrientedPoint> search_points;     // to search with
  std::span<const OrientedPoint> alignment_points;  // to refine and judge with
};

// What is known of the step.
struct RelocalizationPrior {
  Pose2 map_from_last;            // where the scan before was taken
  Pose2 last_step;                // the step before
  std::optional<Pose2> odometry;  // where wheels say the robot is, if they say anything
  double reach = 3.5;             // m, how far it may have come
  double turn = 1.5;              // rad
};

struct Relocalization {
  ScanAlignment alignment;
  double score = 0.0;  // share of the points that lie on walls, less what speaks against the place
  double runner_up_score = 0.0;  // the same of the best place elsewhere
};

// Tries all places that a robot may have reached and says which explains the scan best: points lie
// on walls, not where the map is known to be free; walls of the map do not stand where the scan
// looked through; and robots rather drive on, ahead and in arcs, than jump back or aside. Nothing
// if the scan lies nowhere.
std::optional<Relocalization> relocalize(const SurfelMap& map, const RelocalizationScan& scan,
                                         const RelocalizationPrior& start);

}  // namespace rubble::mapping
