// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "rubble/mapping/refine.h"

namespace rubble::mapping {

// A scan after a step that no wheels told.
struct BlindScan {
  Vec2f origin = Vec2f::Zero();
  std::span<const OrientedPoint> few;   // to search with
  std::span<const OrientedPoint> many;  // to refine and judge with
};

// What is known of the step.
struct BlindStart {
  Pose2 map_from_last;        // where the scan before was taken
  Pose2 last_step;            // the step before
  std::optional<Pose2> told;  // where wheels say the robot is, if they say anything
  double reach = 3.5;         // m, how far it may have come
  double turn = 1.5;          // rad
};

struct BlindStep {
  Refinement where;
  double value = 0.0;  // share of the points that lie on walls, less what speaks against the place
  double rival = 0.0;  // the same of the best place elsewhere
};

// Tries all places that a robot may have reached and says which explains the scan best: points lie
// on walls, not where the map is known to be free; walls of the map do not stand where the scan
// looked through; and robots rather drive on, ahead and in arcs, than jump back or aside. Nothing
// if the scan lies nowhere.
std::optional<BlindStep> find_blind_step(const SurfelMap& map, const BlindScan& scan,
                                         const BlindStart& start);

}  // namespace rubble::mapping
