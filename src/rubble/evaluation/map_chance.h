// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "rubble/evaluation/map_score.h"

namespace rubble::evaluation {

// Chance level of a map score: the score of the same estimate against the mirror image of the
// truth, which has the same wall statistics but is a different place. The estimate is aligned to it
// as to the truth; without alignment, the average over both mirror axes in place. No score if the
// truth is (nearly) mirror symmetric.
struct MapChance {
  std::optional<MapScore> score;
  double own_mirror_f1 = 0.0;  // F1 of the truth against its own mirror image
};
Result<MapChance> chance_of(const maps::OccupancyMap& estimate, const maps::OccupancyMap& truth,
                            const MapScoreSettings& settings = {});

// (score - chance) / (1 - chance), as in Cohen's kappa: 1 is perfect, 0 is chance level.
double corrected_for_chance(double score, double chance);

// Mirror image of a map in the same rectangle.
enum class MirrorAxis { Columns, Rows };
maps::OccupancyMap mirrored(const maps::OccupancyMap& map, MirrorAxis axis);

}  // namespace rubble::evaluation
