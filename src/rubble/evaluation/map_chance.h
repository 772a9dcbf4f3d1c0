// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "rubble/evaluation/map_score.h"

namespace rubble::evaluation {

// What the same estimate scores by chance: on the mirror image of the truth, which has as many
// walls, as long, as far apart and in the same directions, and is another place. It is laid on it
// as well as it goes, as on the truth itself; maps that are taken as they stand are mirrored in
// place, both ways, and scored on average. Nothing if the truth is (nearly) its own mirror image.
struct MapChance {
  std::optional<MapScore> score;
  double own_mirror_f1 = 0.0;  // of the truth's walls on its mirror image
};
Result<MapChance> chance_of(const mapping::OccupancyMap& estimate,
                            const mapping::OccupancyMap& truth,
                            const MapScoreSettings& settings = {});

// 1 is perfect, 0 what chance gives, as Cohen's kappa has it: (score - chance) / (1 - chance).
double corrected_for_chance(double score, double chance);

// The truth seen in a mirror, its walls in the same rectangle as before.
enum class MirrorAxis { Columns, Rows };
mapping::OccupancyMap mirrored(const mapping::OccupancyMap& map, MirrorAxis axis);

}  // namespace rubble::evaluation
