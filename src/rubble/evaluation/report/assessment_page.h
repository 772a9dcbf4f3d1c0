// SPDX-License-Identifier: Apache-2.0
// An assessment as figures and as a page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/evaluation/report/assessment.h"
#include "rubble/maps/occupancy_map.h"
#include "rubble/report/chart.h"

namespace rubble::evaluation {

// Errors over time of every estimate.
std::vector<report::Chart> error_charts(const AssessReport& report);

// One per estimate; none for an estimate without a map.
using Backgrounds = std::vector<std::optional<maps::OccupancyMap>>;
Result<Backgrounds> overlay_backgrounds(const AssessReport& report, const AssessSettings& settings);
// Relations (or the true path) on the trajectory of one estimate, coloured by error.
report::Svg overlay_drawing(const AssessedEstimate& estimate,
                            const std::optional<maps::OccupancyMap>& background);

// A whole HTML page that needs no other file.
std::string assess_page(const AssessReport& report, const Backgrounds& backgrounds);

}  // namespace rubble::evaluation
